/** `context_pack`: notes, trace and cards of one scope, to resume work in one call. */

import * as z from 'zod';
import { documentNames } from '../../domain/documents/document.ts';
import type { Trim } from '../../kernel/budget.ts';
import { clipTexts, MAX_OF_A_VIEW } from '../../kernel/cuts/squeeze.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { cuts } from '../../kernel/sections.ts';
import { omit, sectionWithin } from '../../kernel/trims.ts';
import type { NodeFilter, Reading } from '../../store/port.ts';
import {
  answer,
  type DocumentScope,
  defineOperation,
  type Warning,
} from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { branch, doc, limit, target } from '../declaration/fields.ts';
import { ENTRIES, entryPage } from '../notes/steps/entry-page.ts';
import { checkedOut, viewOf } from '../steps/branch-ref.ts';
import { cardSection, cardStats, cardView, readCards } from '../think/steps/read-cards.ts';
import { thinkPlace } from '../think/steps/think-place.ts';

/** Cards of any type with this tag are blockers. */
const BLOCKER_TAG = 'blocker';

const TRACE = sectionWithin('trace', ENTRIES);

const NOTES = sectionWithin('notes', ENTRIES);

const CARDS = cardSection('cards');

const SIGNALS = ['evidence', 'decisions', 'blockers'].map((list) =>
  sectionWithin('signals', cardSection(list)),
);

/** Keeps the most useful parts longest: decisions, blockers, the newest card and note. */
const TRIMS: readonly Trim[] = [
  clipTexts(MAX_OF_A_VIEW),
  ...cuts('items', TRACE, NOTES, CARDS, ...SIGNALS),
  omit('requested', 'stats', 'docs'),
  ...cuts('texts', TRACE, NOTES, CARDS, ...SIGNALS),
  ...cuts('gone', TRACE),
  omit('trace'),
  ...cuts('gone', NOTES, CARDS),
  omit('notes', 'cards'),
  ...cuts('gone', ...SIGNALS),
];

export const contextPack = defineOperation({
  name: 'context_pack',
  title: 'Context pack',
  description:
    'Resumes work from notes: the last notes, trace entries and cards of a branch or target in one answer, with its blockers, decisions and evidence.',
  toolset: 'reasoning',
  does: reads(TRIMS).and(
    scoped({
      target,
      ref: branch.optional().describe('Branch; default: the checkout'),
      notes_doc: doc.optional(),
      trace_doc: doc.optional(),
      graph_doc: doc.optional(),
    }),
  ),
  input: {
    notes_limit: limit(20, 200),
    trace_limit: limit(50, 200),
    limit_cards: limit(30, 200),
    decisions_limit: limit(5, 50),
    evidence_limit: limit(5, 50),
    blockers_limit: limit(5, 50),
    read_only: z.boolean().default(false),
  },
  example: { title: 'Back at work', args: {} },
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const view = await viewOf(tx, place.branch);
    const cards = (filter: NodeFilter, most: number) =>
      readCards(tx, place, filter, { limit: most });
    const newest = await cards({}, input.limit_cards);
    const blockers = await tx.graph.nodes(
      view,
      place.graph,
      { tagsAll: [BLOCKER_TAG] },
      { limit: LIMITS.counted },
    );
    const stats = await cardStats(tx, place);
    const decisions = await cards({ types: ['decision'] }, input.decisions_limit);
    const evidence = await cards({ types: ['evidence'] }, input.evidence_limit);
    const notes = await entryPage(tx, view, place.notes, { limit: input.notes_limit });
    const trace = await entryPage(tx, view, place.trace, { limit: input.trace_limit });
    const bridge = await bridgeFor(tx, scope, input.target !== undefined, [
      ...notes.entries,
      ...trace.entries.filter((entry) => entry.kind === 'note'),
      ...newest,
    ]);
    return answer(
      {
        requested: { target: scope.target ?? null, ref: input.ref ?? null },
        branch: place.branch.name,
        docs: { notes: place.notes, trace: place.trace, graph: place.graph },
        notes,
        trace,
        cards: newest.map(cardView),
        signals: {
          blockers: blockers.slice(0, input.blockers_limit).map(cardView),
          decisions: decisions.map(cardView),
          evidence: evidence.map(cardView),
          stats: {
            blockers: blockers.length,
            decisions: stats.by_type.decision ?? 0,
            evidence: stats.by_type.evidence ?? 0,
          },
        },
        stats: {
          notes_count: await tx.documents.entries(view, place.notes),
          trace_count: await tx.documents.entries(view, place.trace),
          ...stats,
        },
        ...(bridge ? { bridge } : {}),
        truncated: false,
      },
      bridge ? { warnings: [EMPTY_FOR_TARGET] } : {},
    );
  },
});

const EMPTY_FOR_TARGET: Warning = {
  code: 'CONTEXT_EMPTY_FOR_TARGET',
  message: 'the target has no notes, trace entries or cards of its own, but the checkout has some',
  recovery: 'Leave target out to read the checkout.',
};

/** Points to the checkout if the named target has no context and the checkout has some. */
async function bridgeFor(
  tx: Reading,
  scope: DocumentScope,
  isExplicit: boolean,
  own: readonly unknown[],
): Promise<JsonObject | undefined> {
  if (!isExplicit || own.length > 0) return undefined;
  const checkout = await checkedOut(tx);
  if (checkout.id === scope.branch.id) return undefined;
  const docs = documentNames(checkout.target);
  const view = await viewOf(tx, checkout);
  const written = async (doc: string) =>
    (await tx.journal.inView(view, doc, { limit: 1 })).length > 0;
  const has = {
    notes: await written(docs.notes),
    trace: await written(docs.trace),
    cards: await written(docs.graph),
  };
  if (!Object.values(has).some(Boolean)) return undefined;
  return { checkout: checkout.name, docs: { ...docs }, has };
}
