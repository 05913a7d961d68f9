/**
 * A small memory with everything that has an index, and how SQLite finds its way through it: its
 * query plans, statement by statement.
 */

import { join } from 'node:path';
import type { EventDraft } from '../../src/domain/journal/event.ts';
import { createPlan, createTask } from '../../src/domain/tasks/create-target.ts';
import { draftsOf } from '../../src/domain/tasks/move.ts';
import { sessionEntity } from '../../src/domain/thoughts/session.ts';
import { DEFAULTS, initializeWorkspace } from '../../src/domain/workspace/workspace.ts';
import { isRefusal } from '../../src/kernel/refusal.ts';
import { recallQueries } from '../../src/recall/index/queries.ts';
import type { Store } from '../../src/store/port.ts';
import { sqliteKysely } from '../../src/store/sql/connection-dialect.ts';
import { branchQueries } from '../../src/store/sql/documents/branches.ts';
import type { Sql } from '../../src/store/sql/engine.ts';
import { graphQueries } from '../../src/store/sql/graph/queries.ts';
import { targetQueries } from '../../src/store/sql/targets/queries.ts';
import { thoughtQueries } from '../../src/store/sql/thoughts/queries.ts';
import { workQueries } from '../../src/store/sql/work/queries.ts';
import { loadSqlite } from '../../src/store/sqlite/provider.ts';
import { ENGINES, withStore } from './engines.ts';

const writer = { workspace: 'w', agent: 'a', nowMs: 1 };
export const NODES = 300;

export const idOf = (at: number) => `n${String(at).padStart(11, '0')}`;

/** Two sessions with three thoughts each, a pattern and a note. */
function thinking(head: number): readonly EventDraft[] {
  const sessions = [1, 2].flatMap((at): EventDraft[] => {
    const entity = sessionEntity(head + 4 * at - 3);
    const begun = { id: `s${at}`, project: 'p', title: `Slow login, take ${at}`, tags: ['x'] };
    return [
      { type: 'session_started', entity, payload: begun },
      ...[1, 2, 3].map((number): EventDraft => {
        const thought = `A migration made it scan, ${number}`;
        return {
          type: 'thought_recorded',
          entity,
          payload: { thought, number, total: 3, more: true },
        };
      }),
    ];
  });
  const pattern = {
    id: 'p',
    title: 'Yaks',
    description: 'How to',
    content: 'Shave',
    tags: ['wool'],
  };
  const note = { id: 'n', title: 'Later', content: 'Shave a yak' };
  return [
    ...sessions,
    { type: 'pattern_saved', entity: 'pattern:p', payload: { pattern } },
    { type: 'scratchpad_saved', entity: 'note:n', payload: { note } },
  ];
}

/** Ten parts, each with its leaves; every other leaf has area b. */
export async function fill(store: Store): Promise<void> {
  const nodes = Array.from({ length: NODES }, (_, at) => ({
    id: idOf(at),
    parent: at < 10 ? 'root00000000' : idOf(at % 10),
    depth: at < 10 ? 1 : 2,
    summary: `Read the ${at}th ${at % 50 === 7 ? 'quaternion' : 'number'}`,
    context_links: [],
    properties: at % 2 === 0 ? { area: 'a', priority: 1 } : { area: 'b' },
  }));
  await store.write(writer, async (tx) => {
    await tx.append([
      initializeWorkspace(),
      {
        type: 'work_project_opened',
        entity: 'work:root00000000',
        payload: { project: 'p', id: 'root00000000', summary: 'Read all' },
      },
      {
        type: 'work_planned',
        entity: 'work:n',
        payload: { project: 'p', nodes, depends_on: [{ from: idOf(20), to: idOf(21) }] },
      },
      {
        type: 'work_moved',
        entity: `work:${idOf(3)}`,
        payload: { project: 'p', id: idOf(3), from: 'root00000000', to: idOf(4), deeper: 1 },
      },
    ]);
    await tx.append(thinking(tx.head));
    const trace = { branch: 1, docs: DEFAULTS.docs };
    await tx.append(draftsOf(undefined, createPlan('PLAN-001', 1, { title: 'All' }), trace));
    for (let at = 1; at <= 60; at++) {
      const request = {
        parent: 'PLAN-001',
        title: `Task ${at} on ${at % 20 === 0 ? 'yaks' : 'it'}`,
      };
      const made = createTask(`TASK-${String(at).padStart(3, '0')}`, 1, request, () => 'STEP-1');
      if (isRefusal(made)) throw new Error(made.message);
      await tx.append(draftsOf(undefined, made.moves, trace));
    }
  });
}

/** The queries of each noun. */
interface Queries {
  readonly work: ReturnType<typeof workQueries>;
  readonly targets: ReturnType<typeof targetQueries>;
  readonly thoughts: ReturnType<typeof thoughtQueries>;
  readonly graph: ReturnType<typeof graphQueries>;
  readonly recall: ReturnType<typeof recallQueries>;
  readonly branches: ReturnType<typeof branchQueries>;
  readonly sql: Sql;
}

/** SQLite's query plan, statement by statement. */
export async function plansOf(ask: (queries: Queries) => Promise<unknown>): Promise<string[]> {
  const [engine] = ENGINES;
  if (!engine) throw new Error('no engine to test on');
  const plans: string[] = [];
  await withStore(engine, async (store, place) => {
    await fill(store);
    const file = join(place.dataDir, 'waymark.db');
    const database = (await loadSqlite(place.sqliteProvider))(file);
    const sql = sqliteKysely(async ({ sql: text, parameters }) => {
      const values = parameters as (string | number)[];
      const steps = database.prepare(`explain query plan ${text}`).all(...values);
      plans.push(...steps.map((step) => (step as { detail: string }).detail));
      return { rows: database.prepare(text).all(...values) };
    });
    await ask({
      work: workQueries(sql, 'w'),
      targets: targetQueries(sql, 'w'),
      thoughts: thoughtQueries(sql, 'w'),
      graph: graphQueries(sql, 'w'),
      recall: recallQueries(sql, 'w'),
      branches: branchQueries(sql, 'w'),
      sql,
    });
    database.close();
  });
  return plans;
}

/** Ignores subqueries that hold results already found, and no table. */
export const scans = (plans: readonly string[]) =>
  plans.filter((plan) => /^SCAN (?!w\b|seen\b|leap\b|json_each\b|\(subquery|CONSTANT)/.test(plan));

export const sorts = (plans: readonly string[]) =>
  plans.filter((plan) => plan.includes('ORDER BY'));

/**
 * What walks through a whole workspace although it asks for few rows of it. The newest texts
 * are read one by one: there are never many.
 */
export const walks = (plans: readonly string[]) =>
  plans.filter((plan) => /^SEARCH (?!recall_latest )(?:\w+ )?USING .*\(workspace=\?\)$/.test(plan));
