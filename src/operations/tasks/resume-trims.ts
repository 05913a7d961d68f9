/**
 * How a resume shrinks: the long texts, then the lists, then whole sections. The capsule goes last,
 * and each cut is entered in `degradation`, so that a reader knows what is not there.
 */

import type { Trim } from '../../kernel/budget.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { dropItems, fitsAs, omit, shortenFields, within } from '../../kernel/trims.ts';
import { MEMORY_CUTS, MEMORY_FEWER, SIGNAL_CUTS, SIGNALS_FEWER } from './task-memory.ts';
import { FEW, fewerEvents, TIMELINE_TRIMS } from './timeline.ts';

/** Enters the field that a trim cut; the entry itself counts against the budget too. */
function noting(field: string, trims: readonly Trim[]): readonly Trim[] {
  return trims.map((trim) => {
    const note = (view: JsonObject) => noted(view, field, trim.minimal);
    return {
      minimal: trim.minimal,
      apply(view, fits) {
        const cut = trim.apply(view, fitsAs(fits, note));
        return cut === view ? view : note(cut);
      },
    };
  });
}

function noted(view: JsonObject, field: string, minimal: boolean): JsonObject {
  const { degradation } = view;
  if (!isJsonObject(degradation)) return view;
  const fields = degradation.truncated_fields as readonly string[];
  const isMinimal = minimal || degradation.minimal === true;
  return {
    ...view,
    degradation: {
      signals: withAll(degradation.signals as readonly string[], [
        'budget_truncated',
        ...(isMinimal ? ['minimal_signal'] : []),
      ]),
      truncated_fields: withField(fields, field),
      minimal: isMinimal,
    },
  };
}

function withAll(list: readonly string[], more: readonly string[]): readonly string[] {
  return [...list, ...more.filter((each) => !list.includes(each))];
}

/** A section that is gone says all that its parts said. */
function withField(fields: readonly string[], field: string): readonly string[] {
  const isTold = fields.some((each) => each === field || field.startsWith(`${each}.`));
  if (isTold) return fields;
  return [...fields.filter((each) => !each.startsWith(`${field}.`)), field];
}

function omitting(...fields: readonly string[]): readonly Trim[] {
  return fields.flatMap((field) => noting(field, [omit(field)]));
}

/** Leaves out a section that can be asked for by itself: a cut, but no skeleton yet. */
function sparing(field: string): readonly Trim[] {
  return noting(field, [{ ...omit(field), minimal: false }]);
}

const SIGNALS = SIGNAL_CUTS.map((trims) => noting('signals', trims));
const TIMELINE = noting('timeline', within('timeline', TIMELINE_TRIMS));
const TRACE = noting('memory.trace', MEMORY_CUTS.trace);
const NOTES = noting('memory.notes', MEMORY_CUTS.notes);
const CARDS = noting('memory.cards', MEMORY_CUTS.cards);
const CHANGES = noting(
  'graph_diff',
  within('graph_diff', [
    { ...dropItems('changes', { from: 'back', keep: 0, paged: 'to.last_seq' }), minimal: false },
  ]),
);
const TARGET_TEXTS = ['description', 'context', 'contract'];
const TARGET = noting(
  'target',
  within('target', [shortenFields(TARGET_TEXTS, 512), omit('contract_data', ...TARGET_TEXTS)]),
);

const LONG_TEXTS: readonly Trim[] = [
  ...TRACE.slice(0, 3),
  ...NOTES.slice(0, 3),
  ...CARDS.slice(0, 3),
  ...SIGNALS.flatMap((trims) => trims.slice(0, 3)),
  ...TARGET.slice(0, 1),
  ...noting('radar', within('radar', [shortenFields(['why'], 256)])),
  ...TIMELINE.slice(0, 1),
];

/** Leaves the newest few of every list, so that no section starves while another is full. */
const FEWER: readonly Trim[] = [
  ...noting('memory.trace', MEMORY_FEWER.trace),
  ...noting('timeline', within('timeline', [fewerEvents(FEW)])),
  ...noting('memory.cards', MEMORY_FEWER.cards),
  ...noting('signals', SIGNALS_FEWER),
  ...noting('memory.notes', MEMORY_FEWER.notes),
];

const LISTS: readonly Trim[] = [
  ...CHANGES,
  ...FEWER,
  ...TRACE.slice(3, 5),
  ...TIMELINE.slice(1, 2),
  ...CARDS.slice(3, 5),
  ...sparing('graph_diff'),
  ...SIGNALS.flatMap((trims) => trims.slice(3, 5)),
  ...NOTES.slice(3, 5),
];

const SECTIONS: readonly Trim[] = [
  ...TRACE.slice(5),
  ...TIMELINE.slice(2),
  ...CARDS.slice(5),
  ...TARGET.slice(1),
  ...SIGNALS.flatMap((trims) => trims.slice(5)),
  ...NOTES.slice(5),
  ...omitting('timeline', 'memory', 'signals', 'steps', 'tasks', 'radar', 'target'),
  ...omitting('reasoning_ref', 'focus_previous', 'focus_restored', 'focus', 'workspace'),
  omit('degradation'),
];

/** What the capsule can do without, so that what is next is told to the last. */
const CAPSULE: readonly Trim[] = within('capsule', [
  omit('graph_diff', 'counts', 'last_event'),
  ...within('radar', [shortenFields(['why'], 80)]),
  omit('reasoning_ref', 'handoff'),
  ...within('radar', [omit('why', 'verify')]),
  omit('radar', 'workspace'),
  ...within('target', [shortenFields(['title'], 60)]),
  omit('backup', 'escalation', 'focus', 'step'),
  ...within('action', [omit('purpose', 'available')]),
  omit('action'),
  ...within('target', [omit('revision', 'title', 'kind')]),
]);

export const RESUME_TRIMS: readonly Trim[] = [...LONG_TEXTS, ...LISTS, ...SECTIONS, ...CAPSULE];
