/** Keeps plans and tasks as their events made them, and the indexes that lists and undo go by. */

import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { Entity } from '../../../domain/tasks/entity.ts';
import { evolve } from '../../../domain/tasks/evolve.ts';
import {
  TASK_EVENT_TYPES,
  type TaskEventPayload,
  type TaskEventType,
} from '../../../domain/tasks/task-events.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import type { Projection, Step } from '../projection.ts';
import type { Tables } from '../tables.ts';
import { indexTexts } from '../text-index.ts';
import { keepFacets } from './facets.ts';
import { entityFrom, targetRow } from './row.ts';

type TaskEvent = JournalEvent<TaskEventType>;

const currentRow = prepared((sql: Sql, args: { workspace: string; id: string }) =>
  sql
    .selectFrom('targets')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('id', '=', args.id),
);

const deleteRow = prepared((sql: Sql, args: { workspace: string; id: string }) =>
  sql.deleteFrom('targets').where('workspace', '=', args.workspace).where('id', '=', args.id),
);

const replaceRow = prepared((sql: Sql, row: Tables['targets']) =>
  sql
    .updateTable('targets')
    .set({
      title: row.title,
      status: row.status,
      priority: row.priority,
      domain: row.domain,
      tags: row.tags,
      search: row.search,
      steps_total: row.steps_total,
      steps_done: row.steps_done,
      revision: row.revision,
      updated_ms: row.updated_ms,
      state: row.state,
    })
    .where('workspace', '=', row.workspace)
    .where('id', '=', row.id),
);

const countTasks = prepared(
  (sql: Sql, args: { workspace: string; plan: string; total: number; done: number }) =>
    sql
      .updateTable('targets')
      .set((e) => ({
        tasks_total: e('tasks_total', '+', args.total),
        tasks_done: e('tasks_done', '+', args.done),
      }))
      .where('workspace', '=', args.workspace)
      .where('id', '=', args.plan),
);

const logEvent = prepared((sql: Sql, row: Tables['target_events']) =>
  sql.insertInto('target_events').values({
    workspace: row.workspace,
    seq: row.seq,
    target: row.target,
    type: row.type,
    step: row.step,
  }),
);

async function onTaskEvent(sql: Sql, workspace: string, event: TaskEvent): Promise<void> {
  const id = event.entity;
  const [row] = await currentRow(sql, { workspace, id });
  const before = row && entityFrom(row);
  const after = evolve(before, event);
  const now = after && targetRow(workspace, after);
  await keepState(sql, workspace, id, before, after);
  await keepFacets(sql, row, now);
  const { kind, number: item } = (now ?? row) as Tables['targets'];
  const texts = [{ item, before: row?.search, after: now?.search }];
  await indexTexts(sql, { workspace, space: kind }, texts);
  await keepDependencies(sql, workspace, id, before, after);
  await keepCounters(sql, workspace, event);
  await keepOperations(sql, workspace, event);
  const { step_id: step } = event.payload.fields;
  await logEvent(sql, {
    workspace,
    seq: event.seq,
    target: id,
    type: event.type,
    step: typeof step === 'string' ? step : null,
  });
}

async function keepState(
  sql: Sql,
  workspace: string,
  id: string,
  before: Entity | undefined,
  after: Entity | undefined,
): Promise<void> {
  if (!after) await deleteRow(sql, { workspace, id });
  else if (before) await replaceRow(sql, targetRow(workspace, after));
  else await sql.insertInto('targets').values(targetRow(workspace, after)).execute();
  const plan = (after ?? before)?.root.parent;
  if (!plan) return;
  const isDone = (entity: Entity | undefined) => (entity?.root.status === 'DONE' ? 1 : 0);
  const total = (after ? 1 : 0) - (before ? 1 : 0);
  const done = isDone(after) - isDone(before);
  if (total !== 0 || done !== 0) await countTasks(sql, { workspace, plan, total, done });
}

async function keepDependencies(
  sql: Sql,
  workspace: string,
  id: string,
  before: Entity | undefined,
  after: Entity | undefined,
): Promise<void> {
  const old = before?.root.depends_on ?? [];
  const now = after?.root.depends_on ?? [];
  for (const dependsOn of old.filter((each) => !now.includes(each))) {
    await sql
      .deleteFrom('target_dependencies')
      .where('workspace', '=', workspace)
      .where('id', '=', id)
      .where('depends_on', '=', dependsOn)
      .execute();
  }
  for (const dependsOn of now.filter((each) => !old.includes(each))) {
    await sql
      .insertInto('target_dependencies')
      .values({ workspace, id, depends_on: dependsOn })
      .execute();
  }
}

const raiseCounter = prepared((sql: Sql, args: { workspace: string; name: string; last: number }) =>
  sql
    .insertInto('counters')
    .values({ workspace: args.workspace, name: args.name, last: args.last })
    .onConflict((conflict) =>
      conflict.columns(['workspace', 'name']).doUpdateSet({ last: args.last }),
    ),
);

/** New parts carry the numbers they were given; numbers only ever rise. */
async function keepCounters(sql: Sql, workspace: string, event: TaskEvent): Promise<void> {
  const given = new Map<string, number>();
  if (event.type === 'plan_created') given.set('PLAN', Number(event.entity.slice(5)));
  if (event.type === 'task_created') given.set('TASK', Number(event.entity.slice(5)));
  if (event.type === 'steps_added' || event.type === 'task_node_added') {
    for (const { part, before } of event.payload.changes) {
      const [, name, digits] = /^(STEP|NODE)-([0-9A-F]+)$/.exec(part) ?? [];
      if (before === null && name && digits) given.set(name, Number.parseInt(digits, 16));
    }
  }
  for (const [name, last] of given) await raiseCounter(sql, { workspace, name, last });
}

const setState = prepared(
  (sql: Sql, args: { workspace: string; target: string; from: string; to: string }) =>
    sql
      .updateTable('target_operations')
      .set({ state: args.to })
      .where('workspace', '=', args.workspace)
      .where('target', '=', args.target)
      .where('state', '=', args.from),
);

/** A new undoable operation ends what could have been redone: that future did not happen. */
async function keepOperations(sql: Sql, workspace: string, event: TaskEvent): Promise<void> {
  const { operation, of = [] } = event.payload as TaskEventPayload;
  const target = event.entity;
  if (operation) {
    if (operation.undoable) {
      await setState(sql, { workspace, target, from: 'undone', to: 'discarded' });
    }
    await sql
      .insertInto('target_operations')
      .values({
        workspace,
        seq: event.seq,
        target,
        state: operation.undoable ? 'done' : 'final',
        batch: operation.batch ?? null,
      })
      .execute();
  }
  if (of.length === 0) return;
  await sql
    .updateTable('target_operations')
    .set({ state: event.type === 'undo_applied' ? 'undone' : 'done' })
    .where('workspace', '=', workspace)
    .where('seq', 'in', [...of])
    .execute();
}

export const targetsProjection: Projection = {
  tables: [
    { name: 'targets', key: ['workspace', 'id'] },
    { name: 'target_facets', key: ['workspace', 'kind', 'number', 'facet', 'value'] },
    { name: 'target_facet_counts', key: ['workspace', 'kind', 'facet', 'value'] },
    { name: 'target_dependencies', key: ['workspace', 'id', 'depends_on'] },
    { name: 'target_events', key: ['workspace', 'seq'] },
    { name: 'target_operations', key: ['workspace', 'seq'] },
    { name: 'counters', key: ['workspace', 'name'] },
  ],
  on: Object.fromEntries(TASK_EVENT_TYPES.map((type) => [type, onTaskEvent as Step<typeof type>])),
};
