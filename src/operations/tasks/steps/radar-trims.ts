/** How the small views are shortened; the radar is cut last. */

import type { Trim } from '../../../kernel/budget.ts';
import { dropItems } from '../../../kernel/cuts/list-cuts.ts';
import { clipTexts, LEAST, MAX_OF_A_VIEW } from '../../../kernel/cuts/squeeze.ts';
import { allCuts, cuts, type Section } from '../../../kernel/sections.ts';
import { omit, omitSpare, sectionWithin, shortenFields, within } from '../../../kernel/trims.ts';
import { SIGNALS, SIGNALS_TOGETHER } from './read-memory.ts';
import { TIMELINE } from './read-timeline.ts';

const TEXTS = ['description', 'context', 'contract'];

export const TARGET: Section = sectionWithin('target', {
  texts: [clipTexts(0)],
  gone: [omitSpare('contract_data', ...TEXTS)],
});

/** What a target is known by; its other fields are found elsewhere. */
const TARGET_SPARE = within('target', [
  omitSpare('created_at_ms', 'updated_at_ms', 'priority', 'qualified_id', 'tags', 'domain'),
]);

/** Counters go first: they say least. */
export const COUNTERS: readonly Trim[] = within('steps', [
  omitSpare(
    ...['criteria', 'tests', 'security', 'perf', 'docs'].flatMap((kind) => [
      `missing_${kind}`,
      `missing_proof_${kind}`,
    ]),
  ),
]);

/** Where to read on, and how far the target is: found by other tools. */
const REFERENCES: readonly Trim[] = [
  omitSpare('reasoning_ref'),
  ...allCuts(TARGET),
  ...TARGET_SPARE,
  omitSpare('steps', 'tasks'),
];

/** The entries of a radar are no shorter than this while anything else can give way. */
const ENTRY = 120;

const FEW_ENTRIES = 3;

const RADAR_LISTS = ['verify', 'blockers', 'next'];

function fewer(lists: readonly string[], keep: number): readonly Trim[] {
  return lists.map((list) => dropItems(list, { from: 'back', keep }));
}

/** The newest finished steps stay. */
function fewerIn(handoff: 'handoff', keep: number): readonly Trim[] {
  return within(handoff, [
    dropItems('done', { from: 'front', keep }),
    ...fewer(['risks', 'remaining'], keep),
  ]);
}

const IDENTITY = omitSpare(
  ...['focus_previous', 'focus_restored', 'focus', 'workspace'],
  ...['rules', 'rules_more', 'target'],
);

/** One entry of each kind stays, down to a few words; then the least telling go. */
const LAST: readonly Trim[] = [
  ...within('radar', [clipTexts(0, LEAST), omit('blockers', 'why', 'verify')]),
  ...within('radar', [omit('next'), shortenFields(['now'], ENTRY)]),
];

/** The radar itself, after everything around it. */
const RADAR: readonly Trim[] = [
  ...within('radar', fewer(RADAR_LISTS, FEW_ENTRIES)),
  ...within('radar', [clipTexts(0), ...fewer(RADAR_LISTS, 1), clipTexts(0, ENTRY)]),
  IDENTITY,
];

export const RADAR_TRIMS: readonly Trim[] = [
  clipTexts(MAX_OF_A_VIEW),
  ...COUNTERS,
  ...REFERENCES,
  ...RADAR,
  ...LAST,
];

export const HANDOFF_TRIMS: readonly Trim[] = [
  clipTexts(MAX_OF_A_VIEW),
  ...COUNTERS,
  ...REFERENCES,
  ...fewer(['evidence'], 1),
  ...fewerIn('handoff', FEW_ENTRIES),
  ...within('radar', fewer(RADAR_LISTS, FEW_ENTRIES)),
  omitSpare('evidence', 'totals'),
  ...fewerIn('handoff', 1),
  ...RADAR,
  ...within('handoff', [clipTexts(0, ENTRY)]),
  ...LAST,
  omit('radar'),
  ...within('handoff', [clipTexts(0, LEAST), omit('done', 'risks')]),
];

/** The cuts of a pack: a radar, and the latest events in the field `events` names. */
export function packTrims(events: 'timeline' | 'delta'): readonly Trim[] {
  const latest = sectionWithin(events, TIMELINE);
  return [
    clipTexts(MAX_OF_A_VIEW),
    ...COUNTERS,
    omitSpare('reasoning_ref'),
    ...cuts('few', latest, SIGNALS_TOGETHER),
    ...REFERENCES,
    ...cuts('items', latest, ...SIGNALS),
    ...cuts('texts', latest, ...SIGNALS),
    ...within('radar', fewer(RADAR_LISTS, FEW_ENTRIES)),
    ...spare(cuts('gone', latest, ...SIGNALS)),
    omitSpare(events, 'signals'),
    ...RADAR,
    ...LAST,
  ];
}

/** What a radar has beside it can be read by other tools. */
function spare(trims: readonly Trim[]): readonly Trim[] {
  return trims.map((trim) => ({ ...trim, minimal: false }));
}
