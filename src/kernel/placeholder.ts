/** Placeholders in proposed calls, for what only the reader can fill in. */

const WHOLE = /^<fill\b[^>]*>$/i;
const SOMEWHERE = /<fill\b/i;

export function fill(what: string): string {
  return `<fill: ${what}>`;
}

/**
 * Whether a value is a placeholder that was sent unfilled; a list is one if any of its items is.
 */
export function isPlaceholder(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPlaceholder);
  return typeof value === 'string' && WHOLE.test(value.trim());
}

/** Also true if the reader wrote other words around the placeholder. */
export function holdsPlaceholder(text: string): boolean {
  return SOMEWHERE.test(text);
}
