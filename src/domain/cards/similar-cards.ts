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
  const groups: { canonical: NodeVersion; words: ReadonlySet<string>; others: NodeVersion[] }[] =
    [];
  for (const card of live) {
    const words = wordsOf(card);
    const group = groups.find(
      (each) =>
        each.canonical.state?.type === card.state?.type && overlap(each.words, words) >= SAME,
    );
    if (group) group.others.push(card);
    else groups.push({ canonical: card, words, others: [] });
  }
  return groups.filter((group) => group.others.length > 0).slice(0, limit);
}

function wordsOf({ state }: NodeVersion): ReadonlySet<string> {
  const text = `${state?.title ?? ''} ${state?.text ?? ''}`.toLowerCase();
  return new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** The share of common words among all words. Two cards without words are not similar. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
