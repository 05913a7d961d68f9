/** Targets in SQL: single ones, lists, their events and their history. */

import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { Status } from '../../../domain/tasks/target.ts';
import type { TaskEventType } from '../../../domain/tasks/task-events.ts';
import type { OperationState, TargetQueries } from '../../target-port.ts';
import type { Sql } from '../engine.ts';
import { eventFrom } from '../journal.ts';
import { prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import { boardQueries } from './board.ts';
import { countTargets, listTargets, SUMMARY, summaryFrom } from './lists.ts';
import { targetFrom } from './row.ts';

const EVERYTHING = Number.MAX_SAFE_INTEGER;

interface InWorkspace {
  readonly workspace: string;
}

const targetById = prepared((sql: Sql, args: InWorkspace & { id: string }) =>
  sql
    .selectFrom('targets')
    .select(['state', 'revision', 'created_ms', 'updated_ms'])
    .where('workspace', '=', args.workspace)
    .where('id', '=', args.id),
);

const summaryById = prepared((sql: Sql, args: InWorkspace & { id: string }) =>
  sql
    .selectFrom('targets')
    .select([...SUMMARY])
    .where('workspace', '=', args.workspace)
    .where('id', '=', args.id),
);

const firstPlanTitled = prepared((sql: Sql, args: InWorkspace & { title: string }) =>
  sql
    .selectFrom('targets')
    .select('id')
    .where('workspace', '=', args.workspace)
    .where('kind', '=', 'plan')
    .where('title', '=', args.title)
    .orderBy('number')
    .limit(1),
);

const idsOfPlan = prepared((sql: Sql, args: InWorkspace & { plan: string }) =>
  sql
    .selectFrom('targets')
    .select('id')
    .where('workspace', '=', args.workspace)
    .where('parent', '=', args.plan)
    .orderBy('number'),
);

const allCounters = prepared((sql: Sql, args: InWorkspace) =>
  sql.selectFrom('counters').select(['name', 'last']).where('workspace', '=', args.workspace),
);

const idsDependingOn = prepared((sql: Sql, args: InWorkspace & { id: string }) =>
  sql
    .selectFrom('target_dependencies')
    .select('id')
    .where('workspace', '=', args.workspace)
    .where('depends_on', '=', args.id)
    .orderBy('id'),
);

/** `union`, not `union all`, so that what was reached once is not followed again. */
const dependenciesFrom = prepared((sql: Sql, args: InWorkspace & { id: string }) =>
  sql
    .withRecursive('reached', (cte) =>
      cte
        .selectFrom('target_dependencies as own')
        .select(['own.id', 'own.depends_on'])
        .where('own.workspace', '=', args.workspace)
        .where('own.id', '=', args.id)
        .union(
          // SQLite does not reorder a cross join. It would walk all rows for each that is reached.
          cte
            .selectFrom('reached')
            .crossJoin('target_dependencies as next')
            .select(['next.id', 'next.depends_on'])
            .where('next.workspace', '=', args.workspace)
            .whereRef('next.id', '=', 'reached.depends_on'),
        ),
    )
    .selectFrom('reached')
    .select(['reached.id', 'reached.depends_on']),
);

const unfinishedOf = prepared((sql: Sql, args: InWorkspace & { id: string }) =>
  sql
    .selectFrom('target_dependencies as d')
    .innerJoin('targets as t', (join) =>
      join.onRef('t.workspace', '=', 'd.workspace').onRef('t.id', '=', 'd.depends_on'),
    )
    .select(['t.id', 't.title', 't.status'])
    .where('d.workspace', '=', args.workspace)
    .where('d.id', '=', args.id)
    .where('t.status', '!=', 'DONE')
    .orderBy('t.id'),
);

function waitingOf(sql: Sql, workspace: string, ids: readonly string[]) {
  return sql
    .selectFrom('target_dependencies as d')
    .innerJoin('targets as t', (join) =>
      join.onRef('t.workspace', '=', 'd.workspace').onRef('t.id', '=', 'd.depends_on'),
    )
    .select('d.id')
    .distinct()
    .where('d.workspace', '=', workspace)
    .where('d.id', 'in', [...ids])
    .where('t.status', '!=', 'DONE');
}

const doneWithOpenSteps = prepared(
  (sql: Sql, args: InWorkspace & { plan: string; limit: number }) =>
    sql
      .selectFrom('targets')
      .select('id')
      .where('workspace', '=', args.workspace)
      .where('parent', '=', args.plan)
      .where('status', '=', 'DONE')
      .whereRef('steps_done', '<', 'steps_total')
      .orderBy('number')
      .limit(args.limit),
);

function eventsJoined(sql: Sql, workspace: string) {
  return sql
    .selectFrom('target_events as l')
    .innerJoin('events as e', (join) =>
      join.onRef('e.workspace', '=', 'l.workspace').onRef('e.seq', '=', 'l.seq'),
    )
    .selectAll('e')
    .where('l.workspace', '=', workspace);
}

const eventsSince = prepared((sql: Sql, args: InWorkspace & { seq: number; limit: number }) =>
  eventsJoined(sql, args.workspace)
    .where('l.seq', '>', args.seq)
    .orderBy('l.seq')
    .limit(args.limit),
);

const eventsOfTarget = prepared(
  (sql: Sql, args: InWorkspace & { target: string; before: number; limit: number }) =>
    eventsJoined(sql, args.workspace)
      .where('l.target', '=', args.target)
      .where('l.seq', '<', args.before)
      .orderBy('l.seq', 'desc')
      .limit(args.limit),
);

const evidenceOfTarget = prepared(
  (sql: Sql, args: InWorkspace & { target: string; before: number; limit: number }) =>
    eventsJoined(sql, args.workspace)
      .where('l.target', '=', args.target)
      .where('l.type', '=', 'evidence_captured')
      .where('l.seq', '<', args.before)
      .orderBy('l.seq', 'desc')
      .limit(args.limit),
);

const evidenceOfStep = prepared(
  (sql: Sql, args: InWorkspace & { target: string; step: string; before: number; limit: number }) =>
    eventsJoined(sql, args.workspace)
      .where('l.target', '=', args.target)
      .where('l.type', '=', 'evidence_captured')
      .where('l.step', '=', args.step)
      .where('l.seq', '<', args.before)
      .orderBy('l.seq', 'desc')
      .limit(args.limit),
);

function operationsJoined(sql: Sql, workspace: string) {
  return sql
    .selectFrom('target_operations as o')
    .innerJoin('events as e', (join) =>
      join.onRef('e.workspace', '=', 'o.workspace').onRef('e.seq', '=', 'o.seq'),
    )
    .selectAll('e')
    .select(['o.state', 'o.batch'])
    .where('o.workspace', '=', workspace);
}

const operationsOf = prepared(
  (sql: Sql, args: InWorkspace & { target: string; before: number; limit: number }) =>
    operationsJoined(sql, args.workspace)
      .where('o.target', '=', args.target)
      .where('o.seq', '<', args.before)
      .orderBy('o.seq', 'desc')
      .limit(args.limit),
);

const allOperations = prepared((sql: Sql, args: InWorkspace & { before: number; limit: number }) =>
  operationsJoined(sql, args.workspace)
    .where('o.seq', '<', args.before)
    .orderBy('o.seq', 'desc')
    .limit(args.limit),
);

interface Unit extends InWorkspace {
  readonly target: string;
  readonly state: OperationState;
  /** The seq that it begins behind. */
  readonly from: number;
}

/** The first operation in this direction, with the others of its batch. */
function unitOf(direction: 'asc' | 'desc') {
  const behind = direction === 'asc' ? '>' : '<';
  const edge = prepared((sql: Sql, args: Unit) =>
    operationsJoined(sql, args.workspace)
      .where('o.target', '=', args.target)
      .where('o.state', '=', args.state)
      .where('o.seq', behind, args.from)
      .orderBy('o.seq', direction)
      .limit(1),
  );
  const batch = prepared((sql: Sql, args: Unit & { batch: number }) =>
    operationsJoined(sql, args.workspace)
      .where('o.target', '=', args.target)
      .where('o.state', '=', args.state)
      .where('o.batch', '=', args.batch)
      .orderBy('o.seq', direction),
  );
  return async (sql: Sql, args: Unit) => {
    const rows = await edge(sql, args);
    const [first] = rows;
    return typeof first?.batch === 'number' ? batch(sql, { ...args, batch: first.batch }) : rows;
  };
}

const lastDone = unitOf('desc');
const firstUndone = unitOf('asc');

export function targetQueries(sql: Sql, workspace: string): TargetQueries {
  return {
    board: boardQueries(sql, workspace),
    byId: async (id) => (await targetById(sql, { workspace, id })).map(targetFrom)[0],
    summary: async (id) => (await summaryById(sql, { workspace, id })).map(summaryFrom)[0],
    list: (filter, { after, limit }) =>
      listTargets(sql, workspace, filter, { ...(after === undefined ? {} : { after }), limit }),
    latest: async (filter, limit) =>
      (await listTargets(sql, workspace, filter, { limit, way: 'desc' })).toReversed(),
    countByStatus: (filter) => countTargets(sql, workspace, filter),
    planTitled: async (title) => (await firstPlanTitled(sql, { workspace, title }))[0]?.id,
    tasksOf: async (plan) => (await idsOfPlan(sql, { workspace, plan })).map((row) => row.id),
    async counters() {
      const rows = await allCounters(sql, { workspace });
      return Object.fromEntries(rows.map((row) => [row.name, row.last]));
    },
    dependents: async (id) => (await idsDependingOn(sql, { workspace, id })).map((row) => row.id),
    async dependenciesBelow(ids) {
      const found = new Map<string, { from: string; to: string }>();
      for (const id of ids) {
        for (const row of await dependenciesFrom(sql, { workspace, id })) {
          found.set(`${row.id}|${row.depends_on}`, { from: row.id, to: row.depends_on });
        }
      }
      return [...found.values()];
    },
    async waitingFor(id) {
      const rows = await unfinishedOf(sql, { workspace, id });
      return rows.map((row) => ({ id: row.id, title: row.title, status: row.status as Status }));
    },
    async waitingAmong(ids) {
      const rows = ids.length === 0 ? [] : await waitingOf(sql, workspace, ids).execute();
      return new Set(rows.map((row) => row.id));
    },
    reopenedIn: async (plan, limit) =>
      (await doneWithOpenSteps(sql, { workspace, plan, limit })).map((row) => row.id),
    eventsAfter: async (seq, limit) =>
      (await eventsSince(sql, { workspace, seq, limit })).map(taskEventFrom),
    async events(target, { before = EVERYTHING, limit }) {
      return (await eventsOfTarget(sql, { workspace, target, before, limit })).map(taskEventFrom);
    },
    async evidence(target, step, { before = EVERYTHING, limit }) {
      const args = { workspace, target, before, limit };
      const rows = await (step === undefined
        ? evidenceOfTarget(sql, args)
        : evidenceOfStep(sql, { ...args, step }));
      return rows.map(taskEventFrom) as JournalEvent<'evidence_captured'>[];
    },
    async operations(target, { before = EVERYTHING, limit }) {
      const args = { workspace, before, limit };
      const rows = await (target === undefined
        ? allOperations(sql, args)
        : operationsOf(sql, { ...args, target }));
      return rows.map(operationFrom);
    },
    async lastDone(target, from = EVERYTHING) {
      return (await lastDone(sql, { workspace, target, state: 'done', from })).map(operationFrom);
    },
    async firstUndone(target, from = 0) {
      const args = { workspace, target, state: 'undone', from } as const;
      return (await firstUndone(sql, args)).map(operationFrom);
    },
  };
}

function taskEventFrom(row: Tables['events']): JournalEvent<TaskEventType> {
  return eventFrom(row) as JournalEvent<TaskEventType>;
}

function operationFrom(row: Tables['events'] & { state: string }) {
  return { event: taskEventFrom(row), state: row.state as OperationState };
}
