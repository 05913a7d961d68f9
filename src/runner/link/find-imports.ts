/** Finds the imports of a module, with es-module-lexer. */

export interface FoundImport {
  readonly specifier: string;
  readonly isDynamic: boolean;
  /** Where the specifier stands; for a dynamic import with its quotes. */
  readonly start: number;
  readonly end: number;
}

export type FindImports = (code: string) => readonly FoundImport[];

/** Loaded with the first run, since most servers never run a cell. */
export async function loadFindImports(): Promise<FindImports> {
  const { init, parse } = await import('es-module-lexer');
  await init;
  return (code) => {
    let imports: ReturnType<typeof parse>[0];
    try {
      [imports] = parse(code);
    } catch {
      // The runtime reports syntax errors itself, and better.
      return [];
    }
    return imports.flatMap((each) => {
      if (typeof each.specifier !== 'string') return [];
      const isDynamic = each.type === 'dynamic';
      if (isDynamic && each.glob && each.specifier.includes('*')) return [];
      return [{ specifier: each.specifier, isDynamic, start: each.start, end: each.end }];
    });
  };
}
