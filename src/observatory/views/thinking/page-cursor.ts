/** Reads a cursor that is a number; anything else, as a client may send it, begins at the start. */

export function cursorNumber(cursor: string | undefined): number {
  const number = Number(cursor);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
