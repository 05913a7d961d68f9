/**
 * Reads cells in a process of its own: removes types with sucrase and finds imports with
 * es-module-lexer. Either may take minutes for a text that was written for it.
 */

import vm from 'node:vm';
import { init, parse } from 'es-module-lexer';
import sucrase from 'sucrase';

/** @typedef {import('./read-source.ts').CellSource} CellSource */
/** @typedef {import('./read-source.ts').ReaderQuestion} ReaderQuestion */
/** @typedef {import('./read-source.ts').CellReading} CellReading */

await init;

/** @param {CellSource} cell @returns {CellReading} */
function read({ language, source }) {
  let code = source;
  if (language === 'ts') {
    try {
      const options = { transforms: ['typescript'], disableESTransforms: true };
      code = sucrase.transform(source, /** @type {import('sucrase').Options} */ (options)).code;
    } catch (error) {
      return { fault: faultOf(error) };
    }
  }
  return { code, ...importsOf(code) };
}

/** @param {string} code @returns {Pick<Extract<CellReading, { code: string }>, 'imports' | 'mayImportAny'>} */
function importsOf(code) {
  let found;
  try {
    [found] = parse(code);
  } catch {
    // The runtime reports syntax errors itself, and better.
    return { imports: [], mayImportAny: true };
  }
  const imports = [];
  let mayImportAny = false;
  for (const { type, specifier, start, end, ...rest } of found) {
    const isDynamic = type === 'dynamic';
    const isPattern = isDynamic && 'glob' in rest && rest.glob && specifier?.includes('*');
    if (typeof specifier !== 'string' || isPattern) mayImportAny = true;
    else imports.push({ specifier, isDynamic, start, end });
  }
  return { imports, mayImportAny };
}

/** @param {unknown} error @returns {import('./read-source.ts').SourceFault} */
function faultOf(error) {
  const { message, loc } =
    /** @type {{ message?: unknown, loc?: { line: number, column: number } }} */ (error);
  // The library puts the place at the end of its sentence as well.
  const words = String(message ?? error)
    .replace(/^Error transforming [^:]*: /, '')
    .replace(/ \(\d+:\d+\)$/, '');
  return { message: words, line: loc?.line ?? 1, column: loc?.column ?? 1 };
}

// The server ends a reader that takes too long. This limit is for one whose server was killed.
process.on('message', (/** @type {ReaderQuestion} */ { ms, ...cell }) => {
  Object.assign(globalThis, { readCell: () => read(cell) });
  process.send?.(vm.runInThisContext('readCell()', { timeout: Math.ceil(ms) }));
});
