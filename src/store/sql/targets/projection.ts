/** Projects targets from their events, with the indexes that lists and undo need. */

import { documentNames } from '../../../domain/documents/document.ts';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import { evolve } from '../../../domain/tasks/evolve.ts';
import type { Target } from '../../../domain/tasks/target.ts';
import {
  isTaskEvent,
  type TaskEventPayload,
  type TaskEventType,
} from '../../../domain/tasks/task-events.ts';
import {
  changesBetween,
  entryInPlan,
  graphOf,
  showsInGraph,
} from '../../../domain/tasks/task-graph.ts';
import type { TextChanges } from '../../../recall/index/text-changes.ts';
import { textsBetween } from '../../../recall/terms/artifact-texts.ts';
import type { Sql } from '../engine.ts';
import { recordVersions } from '../graph/projection.ts';
import { rowsInto } from '../insert-rows.ts';
import { prepared } from '../prepared.ts';
import type { Projection } from '../projection.ts';
import type { Tables } from '../tables.ts';
import { keepFacets } from './facets.ts';
import { targetFrom, targetRow } from './row.ts';

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

const logEvents = rowsInto<Tables['target_events'], keyof Tables['target_events']>(
  'target_events',
  ['workspace', 'seq', 'target', 'type', 'step'],
);

const branchOfPlan = prepared((sql: Sql, args: { workspace: string; plan: string }) =>
  sql
    .selectFrom('branches')
    .select('id')
    .where('workspace', '=', args.workspace)
    .where('target', '=', args.plan),
);

/** Reads and writes the row once, however many events there are. */
async function onTaskEvents(
  sql: Sql,
  workspace: string,
  events: readonly TaskEvent[],
  texts: TextChanges,
): Promise<void> {
  const [first] = events;
  if (!first) return;
  const id = first.entity;
  const [row] = await currentRow(sql, { workspace, id });
  const before = row && targetFrom(row);
  const after = await evolveAll(sql, workspace, before, events, texts);
  const now = after && targetRow(workspace, after);
  await keepState(sql, workspace, { id, before, after, now });
  await keepFacets(sql, row, now);
  await keepDependencies(sql, workspace, id, before, after);
  await keepCounters(sql, workspace, events);
  for (const event of events) await keepOperations(sql, workspace, event);
  await logEvents(
    sql,
    events.map(({ seq, type, payload: { fields } }) => {
      const step = typeof fields.step_id === 'string' ? fields.step_id : null;
      return { workspace, seq, target: id, type, step };
    }),
  );
}

/** The target after all events; each event also writes its own versions in the graphs. */
async function evolveAll(
  sql: Sql,
  workspace: string,
  start: Target | undefined,
  events: readonly TaskEvent[],
  texts: TextChanges,
): Promise<Target | undefined> {
  let target = start;
  for (const event of events) {
    const before = target;
    target = evolve(before, event);
    collectTexts(event, before, target, texts);
    const { mirrored, changes } = event.payload;
    if (mirrored || (target && before && !showsInGraph(changes))) continue;
    await writeGraph(sql, workspace, event, before, target);
  }
  return target;
}

/** The event may carry evidence, which has the first place. */
function collectTexts(
  event: TaskEvent,
  before: Target | undefined,
  after: Target | undefined,
  texts: TextChanges,
): void {
  const { changed, marked, gone } = textsBetween(before, after);
  for (const [at, text] of changed.entries()) texts.put(event, at + 1, text);
  for (const { name, state } of marked) texts.mark(name, { state });
  for (const name of gone) texts.mark(name, { state: 'deleted' });
}

async function writeGraph(
  sql: Sql,
  workspace: string,
  event: TaskEvent,
  before: Target | undefined,
  after: Target | undefined,
): Promise<void> {
  if (event.branch === undefined) throw new Error(`event ${event.seq} is in no trace`);
  const own = { branch: event.branch, doc: documentNames(event.entity).graph };
  const changes = changesBetween(graphOf(before), graphOf(after));
  await recordVersions(sql, workspace, event, own, changes);
  const plan = (after ?? before)?.root.parent;
  const entry = changesBetween(entryInPlan(before), entryInPlan(after));
  if (!plan || entry.length === 0) return;
  const [canonical] = await branchOfPlan(sql, { workspace, plan });
  if (!canonical) return;
  const at = { branch: canonical.id, doc: documentNames(plan).graph };
  await recordVersions(sql, workspace, event, at, entry);
}

interface NewState {
  readonly id: string;
  readonly before: Target | undefined;
  readonly after: Target | undefined;
  readonly now: Tables['targets'] | undefined;
}

async function keepState(
  sql: Sql,
  workspace: string,
  { id, before, after, now }: NewState,
): Promise<void> {
  if (!now) await deleteRow(sql, { workspace, id });
  else if (before) await replaceRow(sql, now);
  else await sql.insertInto('targets').values(now).execute();
  const plan = (after ?? before)?.root.parent;
  if (!plan) return;
  const isDone = (target: Target | undefined) => (target?.root.status === 'DONE' ? 1 : 0);
  const total = (after ? 1 : 0) - (before ? 1 : 0);
  const done = isDone(after) - isDone(before);
  if (total !== 0 || done !== 0) await countTasks(sql, { workspace, plan, total, done });
}

async function keepDependencies(
  sql: Sql,
  workspace: string,
  id: string,
  before: Target | undefined,
  after: Target | undefined,
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

/** New parts carry the numbers they were assigned; counters only ever rise. */
async function keepCounters(
  sql: Sql,
  workspace: string,
  events: readonly TaskEvent[],
): Promise<void> {
  const given = new Map(events.flatMap(numbersIn));
  for (const [name, last] of given) await raiseCounter(sql, { workspace, name, last });
}

function numbersIn(event: TaskEvent): readonly (readonly [string, number])[] {
  if (event.type === 'plan_created') return [['PLAN', Number(event.entity.slice(5))]];
  if (event.type === 'task_created') return [['TASK', Number(event.entity.slice(5))]];
  if (event.type !== 'steps_added' && event.type !== 'task_node_added') return [];
  return event.payload.changes.flatMap(({ part, before }) => {
    const [, name, digits] = /^(STEP|NODE)-([0-9A-F]+)$/.exec(part) ?? [];
    return before === null && name && digits ? [[name, Number.parseInt(digits, 16)]] : [];
  }) as readonly (readonly [string, number])[];
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

/** A new undoable operation discards what could have been redone. */
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
  name: 'targets',
  tables: [
    { name: 'targets', key: ['workspace', 'id'] },
    { name: 'target_facets', key: ['workspace', 'kind', 'number', 'facet', 'value'] },
    { name: 'target_facet_counts', key: ['workspace', 'kind', 'facet', 'value'] },
    { name: 'target_dependencies', key: ['workspace', 'id', 'depends_on'] },
    { name: 'target_events', key: ['workspace', 'seq'] },
    { name: 'target_operations', key: ['workspace', 'seq'] },
    { name: 'counters', key: ['workspace', 'name'] },
  ],
  async onStretch(sql, workspace, events, texts) {
    await onTaskEvents(sql, workspace, events.filter(isTaskEvent), texts);
  },
};
