/** What text may hold. */

/** Line breaks of every kind are control characters here: a name is one line. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

export function isOneLine(text: string): boolean {
  return !CONTROL.test(text);
}

/** Text that every engine and every client can carry: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
