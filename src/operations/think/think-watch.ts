/** `think_watch`: what is open, and what was written last. */

import * as z from 'zod';
import { shortenText, within } from '../../kernel/trims.ts';
import { viewOf } from '../branch-ref.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { budget, doc, limit } from '../fields.ts';
import { ENTRY_TRIMS, entryPage } from '../notes/entry-page.ts';
import { CARD_SCENE } from './card-scene.ts';
import { frontierFields, frontierLimits } from './frontier-fields.ts';
import { FRONTIER_TRIMS } from './frontier-trims.ts';
import { cardTrims, cardView, frontier, frontierView, readCards } from './read-cards.ts';
import { readingScope, thinkPlace } from './think-place.ts';

const acme = { workspace: 'acme' };

export const thinkWatch = defineOperation({
  name: 'think_watch',
  title: 'Watch the thinking',
  description: 'The newest cards, the open ends, and the last entries of the trace.',
  family: 'reasoning',
  effect: 'read',
  scoped: true,
  input: {
    ...readingScope,
    trace_doc: doc.optional(),
    limit_candidates: limit(30, 200),
    ...frontierFields,
    trace_limit_steps: limit(20, 200),
    trace_statement_max_bytes: z.int().min(1).max(100_000).optional(),
    ...budget,
  },
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', before: CARD_SCENE, args: { ...acme, ref: 'x' } },
  },
  examples: [{ title: 'Look on', before: CARD_SCENE, args: acme }],
  trims: [...within('trace', ENTRY_TRIMS), ...cardTrims('candidates'), ...FRONTIER_TRIMS],
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const cards = await readCards(tx, place, {}, { limit: input.limit_candidates });
    const view = await viewOf(tx, place.branch);
    const page = await entryPage(tx, view, place.trace, { limit: input.trace_limit_steps });
    const most = input.trace_statement_max_bytes;
    const entries = page.entries.map((entry) =>
      most !== undefined && typeof entry.content === 'string'
        ? { ...entry, content: shortenText(entry.content, most) }
        : entry,
    );
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      trace_doc: place.trace,
      candidates: cards.map(cardView),
      frontier: frontierView(await frontier(tx, place, frontierLimits(input))),
      trace: { ...page, entries },
      truncated: false,
    });
  },
});
