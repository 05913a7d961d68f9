/** Places in a proposed call for what only the reader knows: `<fill: what to do>`. */

export function fill(what: string): string {
  return `<fill: ${what}>`;
}

/** Whether nothing else was sent: a call that was copied, and not filled in. */
export function isPlaceholder(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPlaceholder);
  return typeof value === 'string' && /^<fill\b[^>]*>$/i.test(value.trim());
}

/** Whether a text was filled in only in part. */
export function hasPlaceholder(text: string): boolean {
  return /<fill\b/i.test(text);
}
