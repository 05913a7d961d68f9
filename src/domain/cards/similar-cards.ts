/** Finds cards that say the same, by a deterministic measure. */

import type { NodeVersion } from '../graph/version.ts';

/** The share of common words from which two cards count as duplicates. */
const SAME = 0.85;

export const MERGED = 'merged';

export interface CardGroup {
  /** The oldest card, so that a second run or a later copy chooses the same one. */
  readonly canonical: NodeVersion;
  readonly others: readonly NodeVersion[];
}

/** Cards of one type whose words nearly agree; those merged before are left out. */
export function similarCards(cards: readonly NodeVersion[], limit: number): readonly CardGroup[] {
  const live = cards
    .filter((card) => card.state !== undefined && card.state.status !== MERGED)
    .sort((a, b) => a.seq - b.seq || (a.key < b.key ? -1 : 1));
  const groups: { canonical: NodeVersion; says: Compared; others: NodeVersion[] }[] = [];
  for (const card of live) {
    const says = compared(card);
    const group = groups.find(
      (each) => each.canonical.state?.type === card.state?.type && isSame(each.says, says),
    );
    if (group) group.others.push(card);
    else groups.push({ canonical: card, says, others: [] });
  }
  return groups.filter((group) => group.others.length > 0).slice(0, limit);
}

/** A card that is compared with several. A long one has no words. */
interface Compared {
  readonly text: string;
  readonly words: ReadonlySet<string> | undefined;
}

/** In characters. Each of 500 cards is compared with each other, so long ones are not by words. */
const LONGEST_COMPARED = 8_000;

function compared({ state }: NodeVersion): Compared {
  const text = `${state?.title ?? ''} ${state?.text ?? ''}`.toLowerCase();
  if (text.length > LONGEST_COMPARED) return { text, words: undefined };
  return { text, words: new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []) };
}

function isSame(a: Compared, b: Compared): boolean {
  return a.words && b.words ? overlap(a.words, b.words) >= SAME : a.text === b.text;
}

/** The share of common words among all words. Two cards without words are not similar. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  // Even if all of the fewer words are shared, it is not enough.
  if (few.size < many.size * SAME) return 0;
  let shared = 0;
  for (const word of few) if (many.has(word)) shared += 1;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
