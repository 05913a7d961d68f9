/** `tasks_history`: lists the operations on plans and tasks, and which of them can be undone. */

import type { JsonObject } from '../../kernel/json.ts';
import { cutList } from '../../kernel/list-cuts.ts';
import { newestPage } from '../../kernel/paging.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { RecordedOperation } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { aimFields, cursor, limit } from '../declaration/fields.ts';
import { namedTarget } from '../steps/named-target.ts';

export const tasksHistory = defineOperation({
  name: 'tasks_history',
  title: 'History of operations',
  description:
    'Lists the operations on a plan or task, newest first, with what each changed and whether it can be undone. Without a target it lists the operations on all of them.',
  toolset: 'tasks',
  does: reads(
    cutList('operations', {
      from: 'back',
      counted: true,
      paged: 'seq',
      spare: ['payload', 'before', 'after'],
    }),
  ),
  input: { ...aimFields, limit: limit(50, 200), cursor },
  example: { title: 'What was done to a task', args: { task: 'TASK-001' } },
  async run(input, { tx }) {
    const target = namedTarget(input);
    if (isRefusal(target)) return target;
    const before = input.cursor ?? undefined;
    const found = await tx.targets.operations(target, { before, limit: input.limit + 1 });
    const rows = found.map((each) => ({ ...each, seq: each.event.seq }));
    const page = newestPage(rows, { cursor: before, limit: input.limit });
    return answer({
      operations: page.rows.map(operationView),
      count: page.rows.length,
      pagination: page.pagination,
      truncated: false,
    });
  },
});

function operationView({ event, state }: RecordedOperation): JsonObject {
  const { fields, changes, operation } = event.payload;
  const side = (name: 'before' | 'after') =>
    changes.map((change) => ({ part: change.part, fields: change[name] }));
  return {
    seq: event.seq,
    ts: timestamp(event.tsMs),
    ts_ms: event.tsMs,
    task: event.entity,
    path: typeof fields.path === 'string' ? fields.path : null,
    intent: operation?.intent ?? null,
    payload: fields,
    before: side('before'),
    after: side('after'),
    undoable: operation?.undoable ?? false,
    undone: state === 'undone' || state === 'discarded',
  };
}
