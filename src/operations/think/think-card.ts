/** `think_card`: one card into the trace and the graph, idempotent by its id. */

import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { names } from '../fields.ts';
import { cardField } from './card-fields.ts';
import { recordCard } from './record-card.ts';
import { thinkPlace, writingScope } from './think-place.ts';

const acme = { workspace: 'acme' };

export const thinkCard = defineOperation({
  name: 'think_card',
  title: 'Record a thinking card',
  description:
    'Records a card (frame, hypothesis, question, test, evidence, decision, note, update) in the trace and as a graph node, with supports and blocks edges; a repeat changes nothing.',
  family: 'reasoning',
  effect: 'write',
  idempotent: true,
  scoped: true,
  targetOnBranch: true,
  input: { ...writingScope, card: cardField, supports: names.optional(), blocks: names.optional() },
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', args: { ...acme, branch: 'idea/x', card: 'Hm.' } },
  },
  examples: [
    {
      title: 'A hypothesis for a question',
      before: [
        {
          tool: 'think_card',
          args: { ...acme, card: { id: 'q1', type: 'question', title: 'Why?' } },
        },
      ],
      args: {
        ...acme,
        card: { id: 'h1', type: 'hypothesis', title: 'The cache is cold' },
        supports: ['q1'],
      },
    },
    { title: 'Lines', args: { ...acme, card: 'type: question\ntitle: Which queue?\narea: infra' } },
    { title: 'Plain text is a note', args: { ...acme, card: 'The disk is slow: see the graph.' } },
  ],
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
