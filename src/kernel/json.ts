/** JSON values, and their size in bytes as they are sent. */

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Length in UTF-8 bytes: the unit of every budget, so that multi-byte text cannot exceed it. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

export function jsonBytes(value: Json): number {
  return utf8Length(JSON.stringify(value));
}

/** The longest prefix of `text` within `maxBytes`, never splitting a code point. */
export function utf8Prefix(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const char of text) {
    bytes += utf8Length(char);
    if (bytes > maxBytes) return text.slice(0, end);
    end += char.length;
  }
  return text;
}

/** JSON with sorted names, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_name, item: unknown) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
        : item,
    ) ?? ''
  );
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
