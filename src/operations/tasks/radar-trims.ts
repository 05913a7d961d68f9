/** How the small views shrink: what stands in the radar is told to the last. */

import type { Trim } from '../../kernel/budget.ts';
import { dropItems, omit, shortenFields, within } from '../../kernel/trims.ts';
import { SIGNAL_CUTS, SIGNALS_FEWER } from './task-memory.ts';
import { TIMELINE_TRIMS } from './timeline.ts';

const TEXTS = ['description', 'context', 'contract'];

export const TARGET_TRIMS: readonly Trim[] = within('target', [
  shortenFields(TEXTS, 512),
  omit('contract_data', ...TEXTS),
]);

const fewer = (...lists: readonly string[]) =>
  lists.map((list) => dropItems(list, { from: 'back', keep: 1 }));

const RADAR_LISTS: readonly Trim[] = within('radar', [
  shortenFields(['why'], 256),
  ...fewer('verify', 'blockers', 'next'),
  omit('why'),
]);

/** What is left when even the sections around it are gone. */
const LAST: readonly Trim[] = [
  omit('reasoning_ref', 'steps', 'tasks', 'target', 'focus_previous', 'focus_restored', 'focus'),
  omit('workspace'),
  ...within('radar', [omit('verify', 'blockers'), shortenFields(['now'], 80), omit('next')]),
];

export const RADAR_TRIMS: readonly Trim[] = [...TARGET_TRIMS, ...RADAR_LISTS, ...LAST];

export const HANDOFF_TRIMS: readonly Trim[] = [
  ...TARGET_TRIMS,
  ...within('handoff', [dropItems('done', { from: 'front', keep: 1 })]),
  ...within('handoff', fewer('risks', 'remaining')),
  ...RADAR_LISTS,
  omit('reasoning_ref', 'radar', 'steps', 'tasks', 'focus', 'target', 'workspace'),
  ...within('handoff', [omit('done', 'risks')]),
];

/** A pack of a radar and what happened lately, under whichever name. */
export function packTrims(events: 'timeline' | 'delta'): readonly Trim[] {
  const happened = within(events, TIMELINE_TRIMS);
  return [
    ...happened.slice(0, 1),
    ...TARGET_TRIMS,
    ...SIGNAL_CUTS.flatMap((trims) => trims.slice(0, 3)),
    ...happened.slice(1, 2),
    ...SIGNALS_FEWER,
    ...SIGNAL_CUTS.flatMap((trims) => trims.slice(3)),
    ...happened.slice(2),
    omit('signals', events),
    ...RADAR_LISTS,
    ...LAST,
  ];
}
