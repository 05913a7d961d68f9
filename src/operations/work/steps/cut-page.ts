/** Shortens values of any shape. */

import { isJsonObject, type Json, type JsonObject, jsonBytes } from '../../../kernel/json.ts';
import { shortenText } from '../../../kernel/trims.ts';

/**
 * Shortens a value to about `bytes`: its texts are cut; if that is not enough, its JSON is cut as
 * one text.
 */
export function shortenValue(value: Json, bytes: number): Json {
  if (jsonBytes(value) <= bytes) return value;
  if (typeof value === 'string') return shortenText(value, bytes);
  const shorter = isJsonObject(value) ? withShortTexts(value, bytes) : value;
  return jsonBytes(shorter) <= 2 * bytes ? shorter : shortenText(JSON.stringify(value), bytes);
}

function withShortTexts(value: JsonObject, bytes: number): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string' ? shortenText(each, bytes) : each,
    ]),
  );
}
