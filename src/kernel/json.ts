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
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && isWithinCharacter(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end);
}

function isWithinCharacter(byte = 0): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
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
