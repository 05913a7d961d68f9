/** Checks of text: one line, no hidden change of direction, storable. */

/** Line breaks of every kind count as control characters, since a name is one line. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Invisible characters that change the direction of writing. A title with one can show a reader
 * other words than it has, and can affect the rest of the line.
 */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function isOneLine(text: string): boolean {
  return !CONTROL.test(text) && text.search(DIRECTION_MARKS) < 0;
}

/** For printed lines that quote longer texts, which may contain such characters. */
export function withoutDirectionMarks(line: string): string {
  return line.replace(DIRECTION_MARKS, '');
}

/** The same characters as escapes, for JSON that is printed in a line and parsed again. */
export function escapeDirectionMarks(json: string): string {
  return json.replace(
    DIRECTION_MARKS,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Whether every engine and client can carry the text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** A count with its noun: `1 session`, `2 sessions`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
