/** `think_card`: records one card in the trace and the reasoning graph, idempotent by its id. */

import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { names, unlisted } from '../declaration/fields.ts';
import { cardField } from './steps/card-fields.ts';
import { recordCard } from './steps/record-card.ts';
import { thinkPlace, writingScope } from './steps/think-place.ts';

export const thinkCard = defineOperation({
  name: 'think_card',
  title: 'Record a thinking card',
  description:
    'Records a card (type: frame, hypothesis, question, test, evidence, decision, note, update) that supports or blocks others.',
  toolset: 'reasoning',
  does: writes({ idempotent: true }).and(scoped(writingScope, { onBranch: true })),
  input: { card: cardField, supports: names.optional(), blocks: unlisted(names.optional()) },
  example: {
    title: 'A hypothesis for a question',
    args: { card: { id: 'h1', type: 'hypothesis', title: 'The cache is cold' }, supports: ['q1'] },
  },
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const recorded = await recordCard(tx, place, input.card, input);
    if (isRefusal(recorded)) return recorded;
    return answer({
      branch: place.branch.name,
      trace_doc: place.trace,
      graph_doc: place.graph,
      ...recorded,
    });
  },
});
