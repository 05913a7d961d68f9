/** How the lists of open cards shrink: list by list, and finally to their lengths. */

import type { Trim } from '../../../kernel/budget.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import { cuts } from '../../../kernel/sections.ts';
import { sectionWithin } from '../../../kernel/trims.ts';
import { cardSection } from './read-cards.ts';

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

const SECTIONS = LISTS.map((list) => sectionWithin('frontier', cardSection(list)));

/** Every list keeps its newest card for as long as possible. */
export const FRONTIER_TRIMS: readonly Trim[] = [
  ...(['items', 'texts', 'gone'] as const).flatMap((stage) => cuts(stage, ...SECTIONS)),
  countsOnly,
];
