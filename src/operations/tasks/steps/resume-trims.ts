/**
 * How a resume is shortened: long texts first, then lists, then whole sections, the capsule last.
 * Each cut is reported in `degradation`, so that a reader knows what is missing.
 */

import type { Trim } from '../../../kernel/budget.ts';
import { dropItems } from '../../../kernel/cuts/list-cuts.ts';
import { clipTexts, MAX_OF_A_VIEW } from '../../../kernel/cuts/squeeze.ts';
import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import { cuts, mapSection, type Section } from '../../../kernel/sections.ts';
import {
  fitsAs,
  omit,
  omitSpare,
  sectionWithin,
  shortenFields,
  within,
} from '../../../kernel/trims.ts';
import { COUNTERS, TARGET } from './radar-trims.ts';
import { MEMORY, SIGNALS, SIGNALS_TOGETHER } from './read-memory.ts';
import { TIMELINE } from './read-timeline.ts';

/** Reports the field that a trim cut. The report counts against the budget too. */
function reporting(field: string, trims: readonly Trim[]): readonly Trim[] {
  return trims.map((trim) => {
    const note = (view: JsonObject) => withReport(view, field, trim.minimal);
    return {
      minimal: trim.minimal,
      apply(view, fits) {
        const cut = trim.apply(view, fitsAs(fits, note));
        return cut === view ? view : note(cut);
      },
    };
  });
}

function withReport(view: JsonObject, field: string, minimal: boolean): JsonObject {
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

/** The name of an omitted section replaces the names of its parts. */
function withField(fields: readonly string[], field: string): readonly string[] {
  const isReported = fields.some((each) => each === field || field.startsWith(`${each}.`));
  if (isReported) return fields;
  return [...fields.filter((each) => !each.startsWith(`${field}.`)), field];
}

function omitting(...fields: readonly string[]): readonly Trim[] {
  return fields.flatMap((field) => reporting(field, [omit(field)]));
}

/** Omits a section that can be requested separately, so the answer does not count as minimal. */
function omittingSpare(field: string): readonly Trim[] {
  return reporting(field, [omitSpare(field)]);
}

/** The section, with its cuts reported under a name. */
function reportedAs(field: string, section: Section): Section {
  return mapSection(section, (trims) => reporting(field, trims));
}

/** One long text must not push out the other sections. */
const LONG_TEXTS = clipTexts(MAX_OF_A_VIEW);

/** The sections of a resume, each with its own cuts. */
export const RESUME_SECTIONS = {
  trace: reportedAs('memory.trace', MEMORY.trace),
  notes: reportedAs('memory.notes', MEMORY.notes),
  cards: reportedAs('memory.cards', MEMORY.cards),
  signals: SIGNALS.map((list) => reportedAs('signals', list)),
  signalsTogether: reportedAs('signals', SIGNALS_TOGETHER),
  timeline: reportedAs('timeline', sectionWithin('timeline', TIMELINE)),
  target: reportedAs('target', TARGET),
  radar: reportedAs('radar', sectionWithin('radar', { texts: [clipTexts(0)] })),
  /** Counters say least, and the radar names the next step. */
  steps: {
    few: reporting('steps', COUNTERS),
    gone: [...omittingSpare('steps'), ...omittingSpare('tasks')],
  },
  graphDiff: {
    few: reporting(
      'graph_diff',
      within('graph_diff', [
        {
          ...dropItems('changes', { from: 'back', keep: 0, paged: 'to.last_seq' }),
          minimal: false,
        },
      ]),
    ),
    gone: omittingSpare('graph_diff'),
  },
} satisfies Record<string, Section | readonly Section[]>;

type ResumeSections = { readonly [Name in keyof typeof RESUME_SECTIONS]: SectionLike<Name> };
type SectionLike<Name extends keyof typeof RESUME_SECTIONS> =
  (typeof RESUME_SECTIONS)[Name] extends readonly unknown[] ? readonly Section[] : Section;

/** The order of the cuts: every section keeps its newest item before any item is shortened. */
export function resumeTrims(sections: ResumeSections): readonly Trim[] {
  const { trace, notes, cards, signals, signalsTogether, timeline, target, radar } = sections;
  const { graphDiff, steps } = sections;
  return [
    LONG_TEXTS,
    ...cuts('few', steps, graphDiff, trace, timeline, cards, signalsTogether, notes),
    ...cuts('items', trace, timeline, cards),
    ...cuts('gone', graphDiff),
    ...cuts('items', ...signals, notes),
    ...cuts('gone', steps),
    ...cuts('texts', trace, timeline, cards, target, radar, ...signals, notes),
    ...cuts('gone', trace, timeline, cards, target, ...signals, notes),
    ...WHOLE_SECTIONS,
    ...CAPSULE,
  ];
}

const WHOLE_SECTIONS: readonly Trim[] = [
  ...omitting('timeline', 'memory', 'signals', 'radar'),
  ...omitting('rules', 'rules_more', 'target'),
  ...omitting('reasoning_ref', 'focus_previous', 'focus_restored', 'focus', 'workspace'),
  omit('degradation'),
];

/** The cuts of the capsule, in an order that keeps the next action longest. */
const CAPSULE: readonly Trim[] = within('capsule', [
  omit('graph_diff', 'counts', 'last_event', 'reasoning_ref', 'handoff'),
  ...within('radar', [shortenFields(['why'], 80)]),
  ...within('radar', [omit('why', 'verify')]),
  omit('radar', 'workspace'),
  ...within('target', [shortenFields(['title'], 60)]),
  omit('backup', 'escalation', 'focus', 'step'),
  ...within('action', [omit('purpose', 'available')]),
  omit('action'),
  ...within('target', [omit('revision', 'title', 'kind')]),
]);

export const RESUME_TRIMS: readonly Trim[] = resumeTrims(RESUME_SECTIONS);
