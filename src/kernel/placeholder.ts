/** Placeholders in proposed calls, for what only the reader can fill in. */

const WHOLE = /^(?:(?:cmd|link)\s*:\s*)?<fill\b:?([^<>]*)>$/i;
const SOMEWHERE = /<fill\b/i;

export function fill(what: string): string {
  return `<fill: ${what}>`;
}

/**
 * What a text that was sent unfilled asks for; undefined for any other text. It is unfilled if all
 * of its lines are placeholders as they were printed, alone or behind the tag of a receipt. A text
 * that mentions one among other words is the reader's own.
 */
export function unfilled(text: string): string | undefined {
  // Most texts are long and hold none: they are not taken apart.
  if (!SOMEWHERE.test(text)) return undefined;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const asked = lines.map((line) => WHOLE.exec(line.trim())?.[1]?.trim());
  return asked.includes(undefined) ? undefined : asked.join(', ');
}

/**
 * Whether a value is a placeholder that was sent unfilled; a list is one if any of its items is.
 */
export function isPlaceholder(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPlaceholder);
  return typeof value === 'string' && unfilled(value) !== undefined;
}

/** Also true if the reader wrote other words around the placeholder. */
export function holdsPlaceholder(text: string): boolean {
  return SOMEWHERE.test(text);
}
