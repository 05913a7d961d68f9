/** `tasks_history`: lists the operations on plans and tasks, and which of them can be undone. */

import type { Target } from '../../domain/tasks/target.ts';
import { areGone } from '../../domain/tasks/undo.ts';
import { cutList } from '../../kernel/cuts/list-cuts.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { newestPage } from '../../kernel/paging.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { Reading, RecordedOperation } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { aimFieldsFor, cursor, limit } from '../declaration/fields.ts';
import { namedTarget } from '../steps/named-target.ts';

export const tasksHistory = defineOperation({
  name: 'tasks_history',
  title: 'History of operations',
  description:
    'Lists the operations on a plan or task that undo and redo work on, newest first, with what each changed and whether it can be undone. Without a target it lists those on all of them. tasks_delta lists all events.',
  toolset: 'tasks',
  does: reads(
    cutList('operations', {
      from: 'back',
      counted: true,
      paged: 'seq',
      spare: ['payload', 'before', 'after'],
    }),
  ),
  input: { ...aimFieldsFor('Default: all'), limit: limit(50, 200), cursor },
  example: { title: 'What was done to a task', args: { task: 'TASK-001' } },
  async run(input, { tx }) {
    const target = namedTarget(input);
    if (isRefusal(target)) return target;
    const before = input.cursor ?? undefined;
    const found = await tx.targets.operations(target, { before, limit: input.limit + 1 });
    const rows = found.map((each) => ({ ...each, seq: each.event.seq }));
    const page = newestPage(rows, { cursor: before, limit: input.limit });
    const targets = await targetsOf(tx, page.rows);
    return answer({
      operations: page.rows.map((each) => operationView(each, targets.get(each.event.entity))),
      count: page.rows.length,
      pagination: page.pagination,
      truncated: false,
    });
  },
});

/** As they are now; a target that was deleted is missing. */
async function targetsOf(
  tx: Reading,
  rows: readonly RecordedOperation[],
): Promise<ReadonlyMap<string, Target>> {
  const targets = new Map<string, Target>();
  for (const id of new Set(rows.map(({ event }) => event.entity))) {
    const target = await tx.targets.byId(id);
    if (target) targets.set(id, target);
  }
  return targets;
}

/** What changed only what is gone can no longer be undone. */
function isUndoable({ event }: RecordedOperation, target: Target | undefined): boolean {
  if (!event.payload.operation?.undoable) return false;
  return target !== undefined && !areGone(target, [event]);
}

function operationView(recorded: RecordedOperation, target: Target | undefined): JsonObject {
  const { event, state } = recorded;
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
    undoable: isUndoable(recorded, target),
    undone: state === 'undone' || state === 'discarded',
  };
}
