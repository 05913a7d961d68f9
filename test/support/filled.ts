/** Fills in what only a reader can know: `<fill: ...>` in a suggested call becomes some text. */

import { isJsonObject, type Json, type JsonObject } from '../../src/kernel/json.ts';

const PLACEHOLDER = /<fill\b[^>]*>/gi;

export function filled(params: JsonObject): JsonObject {
  return fill(params) as JsonObject;
}

function fill(value: Json | undefined): Json {
  if (typeof value === 'string') return value.replaceAll(PLACEHOLDER, 'npm test, all passed');
  if (Array.isArray(value)) return value.map((item: Json) => fill(item));
  if (value === undefined || !isJsonObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill(item)]));
}
