/** How the small views are shortened; the radar is cut last. */

import type { Trim } from '../../../kernel/budget.ts';
import { dropItems } from '../../../kernel/cuts/list-cuts.ts';
import { clipTexts, MOST_OF_A_VIEW } from '../../../kernel/cuts/squeeze.ts';
import { allCuts, cuts, type Section } from '../../../kernel/sections.ts';
import { omit, sectionWithin, shortenFields, within } from '../../../kernel/trims.ts';
import { SIGNALS, SIGNALS_TOGETHER } from './read-memory.ts';
import { TIMELINE } from './read-timeline.ts';

const TEXTS = ['description', 'context', 'contract'];

export const TARGET: Section = sectionWithin('target', {
  texts: [clipTexts(0)],
  gone: [omit('contract_data', ...TEXTS)],
});

const fewer = (...lists: readonly string[]) =>
  lists.map((list) => dropItems(list, { from: 'back', keep: 1 }));

const RADAR_LISTS: readonly Trim[] = within('radar', [
  clipTexts(0),
  ...fewer('verify', 'blockers', 'next'),
  omit('why'),
]);

/** The last cuts, after all other sections have been omitted. */
const LAST: readonly Trim[] = [
  omit('reasoning_ref', 'steps', 'tasks', 'target', 'focus_previous', 'focus_restored', 'focus'),
  omit('rules', 'rules_more', 'workspace'),
  ...within('radar', [omit('verify', 'blockers'), shortenFields(['now'], 80), omit('next')]),
];

export const RADAR_TRIMS: readonly Trim[] = [
  clipTexts(MOST_OF_A_VIEW),
  ...allCuts(TARGET),
  ...RADAR_LISTS,
  ...LAST,
];

export const HANDOFF_TRIMS: readonly Trim[] = [
  clipTexts(MOST_OF_A_VIEW),
  ...allCuts(TARGET),
  ...within('handoff', [dropItems('done', { from: 'front', keep: 1 })]),
  ...within('handoff', fewer('risks', 'remaining')),
  ...RADAR_LISTS,
  omit('reasoning_ref', 'radar', 'steps', 'tasks', 'focus', 'target', 'workspace'),
  ...within('handoff', [omit('done', 'risks')]),
];

/** The cuts of a pack: a radar, and the latest events in the field `events` names. */
export function packTrims(events: 'timeline' | 'delta'): readonly Trim[] {
  const latest = sectionWithin(events, TIMELINE);
  return [
    clipTexts(MOST_OF_A_VIEW),
    ...cuts('items', latest),
    ...cuts('few', SIGNALS_TOGETHER),
    ...cuts('items', ...SIGNALS),
    ...cuts('texts', latest, ...SIGNALS),
    ...allCuts(TARGET),
    ...cuts('gone', ...SIGNALS, latest),
    omit('signals', events),
    ...RADAR_LISTS,
    ...LAST,
  ];
}
