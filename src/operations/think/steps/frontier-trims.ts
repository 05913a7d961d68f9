/** How the lists of open cards shrink: list by list, and finally to their lengths. */

import type { Trim } from '../../../kernel/budget.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import { within } from '../../../kernel/trims.ts';
import { cardTrims } from './read-cards.ts';

const LISTS = ['tests', 'subgoals', 'hypotheses', 'questions'] as const;

/** The last cut keeps the length of each list. */
const countsOnly: Trim = {
  minimal: true,
  apply(view) {
    const { frontier: lists } = view;
    if (lists === undefined || !isJsonObject(lists)) return view;
    const counts = Object.entries(lists).map(([name, cards]): [string, number] => [
      name,
      Array.isArray(cards) ? cards.length : 0,
    ]);
    return { frontier: Object.fromEntries(counts) };
  },
};

export const FRONTIER_TRIMS: readonly Trim[] = [
  ...LISTS.flatMap((list) => within('frontier', cardTrims(list))),
  countsOnly,
];
