/** `think_watch`: the newest cards, the open cards and the last trace entries. */

import * as z from 'zod';
import type { Trim } from '../../kernel/budget.ts';
import { clipTexts, MAX_OF_A_VIEW } from '../../kernel/cuts/squeeze.ts';
import { excerpt } from '../../kernel/excerpt.ts';
import { cuts } from '../../kernel/sections.ts';
import { sectionWithin } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { doc, limit } from '../declaration/fields.ts';
import { ENTRIES, entryPage } from '../notes/steps/entry-page.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { frontierFields, frontierLimits } from './steps/frontier-fields.ts';
import { FRONTIER_TRIMS } from './steps/frontier-trims.ts';
import {
  cardSection,
  cardView,
  frontierView,
  readCards,
  readFrontier,
} from './steps/read-cards.ts';
import { readingScope, thinkPlace } from './steps/think-place.ts';

const TRACE = sectionWithin('trace', ENTRIES);
const CANDIDATES = cardSection('candidates');

const TRIMS: readonly Trim[] = [
  clipTexts(MAX_OF_A_VIEW),
  ...(['items', 'texts', 'gone'] as const).flatMap((stage) => cuts(stage, TRACE, CANDIDATES)),
  ...FRONTIER_TRIMS,
];

export const thinkWatch = defineOperation({
  name: 'think_watch',
  title: 'Watch the thinking',
  description: 'The newest cards, the open cards by type, and the last entries of the trace.',
  toolset: 'reasoning',
  does: reads(TRIMS).and(scoped({ ...readingScope, trace_doc: doc.optional() })),
  input: {
    limit_candidates: limit(30, 200),
    ...frontierFields,
    trace_limit_steps: limit(20, 200),
    trace_statement_max_bytes: z.int().min(1).max(100_000).optional(),
  },
  example: { title: 'Look on', args: {} },
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const cards = await readCards(tx, place, {}, { limit: input.limit_candidates });
    const view = await viewOf(tx, place.branch);
    const page = await entryPage(tx, view, place.trace, { limit: input.trace_limit_steps });
    const most = input.trace_statement_max_bytes;
    const entries = page.entries.map((entry) =>
      most !== undefined && typeof entry.content === 'string'
        ? { ...entry, content: excerpt(entry.content, most) }
        : entry,
    );
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      trace_doc: place.trace,
      candidates: cards.map(cardView),
      frontier: frontierView(await readFrontier(tx, place, frontierLimits(input))),
      trace: { ...page, entries },
      truncated: false,
    });
  },
});
