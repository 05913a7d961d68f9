/** `think_subgoal_close`: closes a subgoal with its result. */

import * as z from 'zod';
import { type CardInput, readCard } from '../../domain/cards/card.ts';
import { isSameCard } from '../../domain/cards/same-card.ts';
import { edgeUpserted } from '../../domain/graph/apply-ops.ts';
import type { NodeVersion } from '../../domain/graph/version.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { cardField } from './steps/card-fields.ts';
import { changedCards, namedCards } from './steps/change-cards.ts';
import { knownCard } from './steps/known-card.ts';
import { SUBGOAL_TAG } from './steps/read-cards.ts';
import { recordCard } from './steps/record-card.ts';
import { subgoalScope, type ThinkPlace, thinkPlace } from './steps/think-place.ts';

export const thinkSubgoalClose = defineOperation({
  name: 'think_subgoal_close',
  title: 'Close a subgoal',
  description:
    'Closes a subgoal; a return card, if given, is recorded in the documents of the parent question and linked to the subgoal. A repeat changes nothing.',
  toolset: 'reasoning',
  does: writes({ idempotent: true }).and(scoped(subgoalScope)),
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
    if (input.return_card === undefined) return closedAs(parent, subgoal, null);
    const known = await returnedBefore(tx, parent, subgoal, input.return_card);
    if (isRefusal(known)) return known;
    if (known !== undefined) return closedAs(parent, subgoal, known);
    const settled = { field: 'return_card' };
    const recorded = await recordCard(tx, parent, input.return_card, {}, settled);
    if (isRefusal(recorded)) return recorded;
    const graph = { branch: parent.branch.id, doc: parent.graph, target: parent.target };
    const edge = { from: subgoal.key, rel: RETURN, to: recorded.card_id };
    await tx.append([edgeUpserted(graph, edge)]);
    return closedAs(parent, subgoal, recorded.card_id);
  },
});

const RETURN = 'return';

function closedAs({ branch }: ThinkPlace, { key }: NodeVersion, card: string | null) {
  return answer({
    branch: branch.name,
    subgoal_id: key,
    status: 'closed',
    return_card_id: card,
  });
}

/** The id of the card with which the subgoal was closed before, if it is the same one. */
async function returnedBefore(
  tx: Reading,
  place: ThinkPlace,
  { key }: NodeVersion,
  input: CardInput,
): Promise<string | undefined | Refusal> {
  const view = await viewOf(tx, place.branch);
  const edges = await tx.graph.edgesAt(view, place.graph, [key]);
  const returns = edges.filter(({ state }) => state?.from === key && state.rel === RETURN);
  for (const { state } of returns) {
    const id = state?.to ?? '';
    const card = readCard(input, id, 'return_card');
    if (isRefusal(card)) return card;
    const { inTrace } = await knownCard(tx, place, id);
    if (card.id === id && inTrace.some((each) => isSameCard(each, card))) return id;
  }
  return undefined;
}
