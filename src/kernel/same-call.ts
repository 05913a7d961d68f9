/** Repeats the arguments of a call in a proposed call. */

import { type Json, type JsonObject, jsonBytes } from './json.ts';
import { fill } from './placeholder.ts';

/** Longer texts become a placeholder; the caller has them and can repeat them. */
export const MAX_REPEATED = 200;

/** `changes` are the arguments that must differ; undefined leaves one out. */
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
  return typeof value === 'string' && jsonBytes(value) > MAX_REPEATED ? fill('the same') : value;
}
