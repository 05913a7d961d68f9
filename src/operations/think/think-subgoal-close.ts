/** `think_subgoal_close`: closes a subgoal with its result. */

import * as z from 'zod';
import { edgeUpserted } from '../../domain/graph/apply-ops.ts';
import { isRefusal, refuse } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { branch, doc } from '../declaration/fields.ts';
import { cardField } from './steps/card-fields.ts';
import { changedCards, namedCards } from './steps/change-cards.ts';
import { SUBGOAL_TAG } from './steps/read-cards.ts';
import { recordCard } from './steps/record-card.ts';
import { thinkPlace } from './steps/think-place.ts';

export const thinkSubgoalClose = defineOperation({
  name: 'think_subgoal_close',
  title: 'Close a subgoal',
  description:
    'Closes a subgoal; a return card, if given, is recorded in the documents of the parent question and linked to the subgoal.',
  toolset: 'reasoning',
  does: writes().and(
    scoped({
      ref: branch.optional().describe('Branch; default: the checkout'),
      parent_graph_doc: doc.optional(),
      parent_trace_doc: doc.optional(),
    }),
  ),
  input: { subgoal_id: z.string().max(256), return_card: cardField.optional() },
  example: {
    title: 'With what was found',
    args: { subgoal_id: 'SUBGOAL-7', return_card: 'The disk is fine.' },
  },
  async run(input, { tx, scope }) {
    const parent = thinkPlace(scope, {
      graph_doc: input.parent_graph_doc,
      trace_doc: input.parent_trace_doc,
    });
    const found = await namedCards(tx, parent, [input.subgoal_id], 'subgoal_id');
    if (isRefusal(found)) return found;
    const [subgoal] = found;
    if (!subgoal?.state?.tags.includes(SUBGOAL_TAG)) {
      return refuse('INVALID_INPUT', `subgoal_id: ${input.subgoal_id.trim()} is not a subgoal`);
    }
    const closed = changedCards(parent, [subgoal], (state) => ({ ...state, status: 'closed' }));
    await tx.append(closed);
    const recorded =
      input.return_card === undefined
        ? undefined
        : await recordCard(tx, parent, input.return_card, {}, { field: 'return_card' });
    if (isRefusal(recorded)) return recorded;
    const graph = { branch: parent.branch.id, doc: parent.graph, target: parent.target };
    if (recorded) {
      const edge = { from: subgoal.key, rel: 'return', to: recorded.card_id };
      await tx.append([edgeUpserted(graph, edge)]);
    }
    return answer({
      branch: parent.branch.name,
      subgoal_id: subgoal.key,
      status: 'closed',
      return_card_id: recorded?.card_id ?? null,
    });
  },
});
