/** Stack traces of cells, without the lines that are inside of Node. */

const INTERNAL = /^\s+at .*\bnode:internal\//;

/** Only lines of a trace are left out: what a cell prints may be about Node. */
export function ownStack(text: string): string {
  if (!text.includes('node:internal/')) return text;
  return text
    .split('\n')
    .filter((line) => !INTERNAL.test(line))
    .join('\n');
}
