/** `think_subgoal_open`: opens a subgoal under a question. */

import * as z from 'zod';
import { edgeUpserted } from '../../domain/graph/apply-ops.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { doc, meta, title } from '../declaration/fields.ts';
import { namedCards } from './steps/change-cards.ts';
import { SUBGOAL_TAG } from './steps/read-cards.ts';
import { recordCard } from './steps/record-card.ts';
import { subgoalScope, type ThinkPlace, thinkPlace } from './steps/think-place.ts';

export const thinkSubgoalOpen = defineOperation({
  name: 'think_subgoal_open',
  title: 'Open a subgoal',
  description:
    'Opens a subgoal card under a question, with its own documents for the reasoning about it. Another card, or an unknown one, is refused.',
  toolset: 'reasoning',
  does: writes().and(scoped(subgoalScope)),
  input: {
    question_id: z.string().max(256),
    child_graph_doc: doc.optional(),
    child_trace_doc: doc.optional(),
    message: title,
    meta,
  },
  example: {
    title: 'A part of the question',
    args: { question_id: 'q1', message: 'Is the disk slow?' },
  },
  async run(input, { tx, scope }) {
    const parent = thinkPlace(scope, {
      graph_doc: input.parent_graph_doc,
      trace_doc: input.parent_trace_doc,
    });
    const found = await namedCards(tx, parent, [input.question_id], 'question_id');
    if (isRefusal(found)) return found;
    const question = input.question_id.trim();
    const type = found[0]?.state?.type;
    if (type !== 'question') return notAQuestion(parent, question, type);
    const id = `SUBGOAL-${tx.head + 1}`;
    const child = {
      graph_doc: input.child_graph_doc ?? `${id}-graph`,
      trace_doc: input.child_trace_doc ?? `${id}-trace`,
    };
    const card = {
      id,
      title: input.message ?? 'Subgoal',
      tags: [SUBGOAL_TAG],
      meta: {
        ...input.meta,
        parent_question_id: question,
        child_graph_doc: child.graph_doc,
        child_trace_doc: child.trace_doc,
      },
    };
    const place = { ...parent, trace: child.trace_doc };
    const recorded = await recordCard(tx, place, card, {}, { type: 'question' });
    if (isRefusal(recorded)) return recorded;
    const graph = { branch: parent.branch.id, doc: parent.graph, target: parent.target };
    const edge = { from: question, rel: SUBGOAL_TAG, to: recorded.card_id };
    const last = (await tx.append([edgeUpserted(graph, edge)])).at(-1);
    return answer({
      branch: parent.branch.name,
      subgoal_id: recorded.card_id,
      question_id: question,
      parent: { graph_doc: parent.graph, trace_doc: parent.trace },
      child,
      last_seq: last?.seq ?? null,
    });
  },
});

function notAQuestion({ branch, graph }: ThinkPlace, id: string, type = 'card'): Refusal {
  const here = { ref: branch.name, graph_doc: graph, types: ['question'] };
  return refuse('INVALID_INPUT', `question_id: ${id} is a ${type}, not a question`, {
    recovery: 'Use the id of a question, or record the question first.',
    suggestions: [suggestCall('think_query', here, 'See the questions')],
  });
}
