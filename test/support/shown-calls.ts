/** What a text for agents shows and names: its calls, its URIs, its lines of cipher. */

import type { JsonObject } from '../../src/kernel/json.ts';

/** A valid id, for texts that only say that an id belongs there. */
const SOME_ID = '0197f3a2-6c1d-7b42-9e08-5d2c41aa7f10';

/** Calls of the gateway are on a line of their own, or in single backticks. */
export function callsIn(text: string): JsonObject[] {
  return [...text.matchAll(/`(\{"operation".*?\})`|^(\{"operation".*\})$/gm)].map(
    (match) =>
      JSON.parse((match[1] ?? match[2] ?? '').replaceAll('SESSION-ID', SOME_ID)) as JsonObject,
  );
}

export function urisIn(text: string): string[] {
  return [...text.matchAll(/thoughtbox:\/\/[a-z-]+(?:\/[a-z{}-]+)*/g)].map(([uri]) => uri);
}

/** In code blocks, in tables with their bars escaped, and in the thoughts of calls. */
export function cipherLinesIn(text: string): string[] {
  const shown = text.split('\n').filter((line) => /^S\d+\|/.test(line));
  const inTables = [...text.matchAll(/`(S\d+\\\|[^`]*)`/g)].map(([, line = '']) =>
    line.replaceAll('\\|', '|'),
  );
  const inCalls = callsIn(text)
    .flatMap(({ thought }) => String(thought ?? '').split('\n'))
    .filter((line) => /^S\d+\|/.test(line));
  return [...shown, ...inTables, ...inCalls];
}
