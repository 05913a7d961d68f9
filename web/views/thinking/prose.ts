/** A thought as prose: what a card shows in other ways is not repeated in its text. */

/** The label, marker and references in front of a step. */
const BEFORE_STEP = /^\s*S\d{1,9}\s*\|\s*[HECQRPOAX]\s*\|(?:[\s^[\]S\d,-]*\|)?\s*/gm;

export function proseOf(thought: string): string {
  return thought.replace(BEFORE_STEP, '');
}
