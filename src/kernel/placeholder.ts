/** A place in a proposed call where only the reader knows what to say. */

const WHOLE = /^<fill\b[^>]*>$/i;
const SOMEWHERE = /<fill\b/i;

export function fill(what: string): string {
  return `<fill: ${what}>`;
}

/** Sent as it stands, it says nothing; a list says nothing once one of its items does not. */
export function isPlaceholder(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPlaceholder);
  return typeof value === 'string' && WHOLE.test(value.trim());
}

/** Also where words of the reader's own stand around it. */
export function holdsPlaceholder(text: string): boolean {
  return SOMEWHERE.test(text);
}
