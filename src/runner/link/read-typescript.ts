/** Removes the types from TypeScript, line by line, with sucrase: the same on every Node. */

/** A place where a source could not be read. */
export interface SourceFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export type Stripped = { readonly code: string } | { readonly fault: SourceFault };

export type StripTypes = (source: string) => Stripped;

/** Loaded with the first run, since most servers never run a cell. */
export async function loadStripTypes(): Promise<StripTypes> {
  const library = await import('sucrase');
  // In the bundle the names of a CommonJS package are below its default.
  const { transform } = Reflect.get(library, 'default') ?? library;
  return (source) => {
    try {
      return {
        code: transform(source, { transforms: ['typescript'], disableESTransforms: true }).code,
      };
    } catch (error) {
      return { fault: faultOf(error) };
    }
  };
}

function faultOf(error: unknown): SourceFault {
  const { message, loc } = error as { message?: unknown; loc?: { line: number; column: number } };
  // The library puts the place at the end of its sentence as well.
  const words = String(message ?? error)
    .replace(/^Error transforming [^:]*: /, '')
    .replace(/ \(\d+:\d+\)$/, '');
  return { message: words, line: loc?.line ?? 1, column: loc?.column ?? 1 };
}
