/** `graph_history`, of the work graph: the changes of a node, newest first. */

import { readCursor, writeCursor } from '../../domain/work/work-cursor.ts';
import { historyView } from '../../domain/work/work-history.ts';
import { cutList, withCursor } from '../../kernel/cuts/list-cuts.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { sha256 } from '../../sha256.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { limit, line } from '../declaration/fields.ts';
import { nodeNotFound } from './steps/find-work.ts';
import { passedEvidence } from './steps/passed-evidence.ts';
import { nodeId } from './steps/work-fields.ts';

/** What was there before says less than what is there now. */
const SPARE = ['changes.before', 'changes.after', 'changes'];

export const graphHistory = defineOperation({
  name: 'graph_history',
  title: 'History of a node',
  description:
    'The history of a node of the work graph, newest first: agent, action, and each changed field before and after. A merged node keeps its history.',
  toolset: 'graph',
  does: reads(),
  input: {
    node_id: nodeId,
    limit: limit(20, 100),
    cursor: line(400).optional().describe('next_cursor of the previous page'),
  },
  refusals: ['NODE_NOT_FOUND'],
  example: { title: 'From the beginning', args: { node_id: '<node-3-1>' } },
  plain: true,
  async run(input, { tx }) {
    const id = input.node_id.trim();
    const question = `history ${id}`;
    const place = input.cursor === undefined ? [] : readCursor(question, input.cursor, sha256);
    if (isRefusal(place)) return place;
    const [before] = place;
    const found = await tx.work.history(id, { before, limit: input.limit + 1 });
    if (found.length === 0 && before === undefined) return nodeNotFound(id, 'node_id');
    const page = found.slice(0, input.limit);
    const cursorBehind = (count: number) => {
      const last = page[count - 1];
      return last && writeCursor(question, [last.seq], sha256);
    };
    const events: JsonObject[] = [];
    for (const event of page) {
      events.push(historyView(event, id, await passedEvidence(tx, event, id)));
    }
    const hasMore = found.length > page.length;
    const view = withCursor({ events }, hasMore ? cursorBehind(page.length) : undefined);
    const readOn = (cut: JsonObject, count: number) => withCursor(cut, cursorBehind(count));
    return answer(view, { trims: cutList('events', { from: 'back', readOn, spare: SPARE }) });
  },
});
