/**
 * Lists of short texts, such as criteria and tests: trimmed, without repeats and without "none".
 */

const NOTHING = new Set(['', 'none', 'null', 'n/a', 'na']);

export function textList(given: readonly string[]): readonly string[] {
  const said = given.map((text) => text.trim()).filter((text) => !NOTHING.has(text.toLowerCase()));
  return [...new Set(said)];
}
