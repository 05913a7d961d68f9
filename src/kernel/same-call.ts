/** The arguments of a call once more, as a proposal repeats them. */

import { type Json, type JsonObject, jsonBytes } from './json.ts';
import { fill } from './placeholder.ts';

/** Longer ones are the caller's to repeat. */
export const MOST_REPEATED = 200;

/** With what is to change for it to be right; undefined leaves out. */
export function sameCall(
  args: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, Json | undefined>> = {},
): JsonObject {
  const all = Object.entries({ ...args, ...changes }) as [string, Json | undefined][];
  return Object.fromEntries(
    all.flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, repeated(value)] as const],
    ),
  );
}

function repeated(value: Json): Json {
  return typeof value === 'string' && jsonBytes(value) > MOST_REPEATED ? fill('the same') : value;
}
