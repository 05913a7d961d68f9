/** What text may hold. */

/** Line breaks of every kind are control characters here: a name is one line. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * What turns the direction of writing without being seen: a title that holds it can show a reader
 * other words than it has, and carry on into the rest of the line.
 */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function isOneLine(text: string): boolean {
  return !CONTROL.test(text) && text.search(TURNS) < 0;
}

/** For lines that also show texts of several lines, which may turn. */
export function withoutTurns(line: string): string {
  return line.replace(TURNS, '');
}

/** The same characters spelt out, for JSON that is shown in a line and read back. */
export function spellTurns(json: string): string {
  return json.replace(TURNS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Text that every engine and every client can carry: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
