/**
 * The indexes by which work and tasks are found: filled for older memories, and used without scans.
 */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINES, MAIN_ENGINES, withStore } from '../../../test/support/engines.ts';
import { makeOlder } from '../../../test/support/older-memory.ts';
import type { EventDraft } from '../../domain/journal/event.ts';
import { numberAt } from '../../domain/recall/postings.ts';
import { createPlan, createTask } from '../../domain/tasks/create-target.ts';
import { draftsOf } from '../../domain/tasks/move.ts';
import { sessionEntity } from '../../domain/thoughts/session.ts';
import { DEFAULTS, initializeWorkspace } from '../../domain/workspace/workspace.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { openStore } from '../open-store.ts';
import type { Store, TargetFilter, WorkFilter } from '../port.ts';
import { loadSqlite } from '../sqlite/provider.ts';
import { sqliteKysely } from './connection-dialect.ts';
import { branchQueries } from './documents/branches.ts';
import type { Sql } from './engine.ts';
import { graphQueries } from './graph/queries.ts';
import { recallQueries } from './recall/queries.ts';
import type { TextChange } from './recall/text-changes.ts';
import { writeTexts } from './recall/write-texts.ts';
import { targetQueries } from './targets/queries.ts';
import { thoughtQueries } from './thoughts/queries.ts';
import { workQueries } from './work/queries.ts';

const writer = { workspace: 'w', agent: 'a', nowMs: 1 };
const NODES = 300;

const idOf = (at: number) => `n${String(at).padStart(11, '0')}`;

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
async function fill(store: Store): Promise<void> {
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

const BELOW = NODES / 10 - 1;

async function expectFound(store: Store): Promise<void> {
  await store.read('w', async ({ work, targets }) => {
    const count = (filter: Omit<WorkFilter, 'project'>) => work.count({ project: 'p', ...filter });
    const ofB = { properties: [{ path: 'area', value: '"b"', orAbsent: false }] };
    expect(await count(ofB)).toBe(NODES / 2);
    expect(await count({ ancestor: idOf(4) })).toBe(2 * BELOW + 1);
    expect(await count({ ancestor: 'root00000000' })).toBe(NODES);
    expect(await count({ text: 'quatern' })).toBe(NODES / 50);
    const page = await work.page(
      { project: 'p', ancestor: idOf(4), ...ofB },
      { sort: 'created', limit: 50 },
    );
    expect(page.nodes).toHaveLength(BELOW + 1);
    const ofTasks = { kind: 'task', parent: 'PLAN-001' } as const;
    expect(await targets.countByStatus(ofTasks)).toMatchObject({ TODO: 60 });
    const found = await targets.list({ ...ofTasks, text: 'YAK' }, { limit: 9 });
    expect(found.map(({ number }) => number)).toEqual([20, 40, 60]);
  });
}

describe.each(MAIN_ENGINES)('a memory older than its indexes on $name', (engine) => {
  it('[WO62] has them after it is opened, as if they had existed from the start', async () => {
    const place = await engine.place();
    try {
      const before = await openStore(place);
      await fill(before);
      await expectFound(before);
      await before.close();
      await makeOlder(place);
      const after = await openStore(place);
      expect(await after.check()).toEqual([]);
      await expectFound(after);
      await after.close();
    } finally {
      await place.remove();
    }
  });
});

describe('a query on a SQLite memory', () => {
  const [engine] = ENGINES;
  if (!engine) throw new Error('no engine to test on');

  /** SQLite's query plan, statement by statement. */
  const plansOf = async (
    ask: (queries: {
      work: ReturnType<typeof workQueries>;
      targets: ReturnType<typeof targetQueries>;
      thoughts: ReturnType<typeof thoughtQueries>;
      graph: ReturnType<typeof graphQueries>;
      recall: ReturnType<typeof recallQueries>;
      branches: ReturnType<typeof branchQueries>;
      sql: Sql;
    }) => Promise<unknown>,
  ): Promise<string[]> => {
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
  };
  /** Ignores subqueries that hold results already found, and no table. */
  const scans = (plans: readonly string[]) =>
    plans.filter((plan) =>
      /^SCAN (?!w\b|seen\b|leap\b|json_each\b|\(subquery|CONSTANT)/.test(plan),
    );
  const sorts = (plans: readonly string[]) => plans.filter((plan) => plan.includes('ORDER BY'));

  /**
   * What walks through a whole workspace although it asks for few rows of it. Of the newest texts
   * there are never more than 64 events have.
   */
  const walks = (plans: readonly string[]) =>
    plans.filter((plan) =>
      /^SEARCH (?!recall_latest )(?:\w+ )?USING .*\(workspace=\?\)$/.test(plan),
    );

  it('[RC10] [RC13] recall reads and writes its rows by their whole keys', async () => {
    const plans = await plansOf(async ({ recall, sql }) => {
      const [doc] = await recall.newest({ limit: 1 });
      if (!doc) throw new Error('there is nothing to recall');
      await recall.places(['b'], 10);
      await recall.placesIn('b', [doc.number]);
      await recall.numbered([doc.number]);
      await recall.named([doc.name ?? '', 'w/other']);
      await recall.around([doc], 2);
      await recall.linked([
        { ...doc, kind: 'work', name: 'w/n00000000004' },
        { ...doc, kind: 'card', group: 'b1/graph', name: 'b1/graph/h1' },
      ]);
      await recall.known(['b', 'c']);
      await recall.beginning('b', 2);
      const text = { kind: 'rule', name: 'RULE-001', group: '', text: 'b c' } as const;
      for (const seq of [1_000_000, 1_000_001, 1_000_100, 1_001_000]) {
        const progress = { before: seq - 1, head: 1_001_000 };
        const write = (change: TextChange) => writeTexts(sql, 'w', [change], progress);
        const number = numberAt(seq);
        await write({ put: { number, atMs: 1, text } });
        await write({ name: 'RULE-001', mark: { state: 'retired' } });
        await write({ kind: 'thought', number, mark: { state: 'revised' } });
        await write({ drop: 'RULE-001' });
      }
    });
    expect(scans(plans).filter((plan) => plan !== 'SCAN given')).toEqual([]);
    // All terms of a block move on together.
    expect(walks(plans).filter((plan) => !plan.includes(' recall_current '))).toEqual([]);
    expect(sorts(plans)).toEqual([]);
  });

  it('[RC72] a branch is known by a name that it had without a search', async () => {
    const plans = await plansOf(async ({ branches }) => {
      await branches.formerlyNamed('idea');
      await branches.formerNameOf(7);
    });
    expect([...scans(plans), ...walks(plans), ...sorts(plans)]).toEqual([]);
  });

  it('[RC70] the graphs that have a node are known by its name', async () => {
    const plans = await plansOf(async ({ graph }) => {
      await graph.places('h1');
    });
    expect([...scans(plans), ...walks(plans)]).toEqual([]);
    expect(plans.join()).toContain('graph_nodes_named (workspace=? AND key=?)');
  });

  const ofB = [{ path: 'area', value: '"b"', orAbsent: false }];
  const rule = { staleMs: 0, present: new Set<string>() };
  const NEXT = { project: 'p', agent: 'x', claims: rule, count: 3 };

  it.each([
    { properties: ofB },
    { scope: idOf(4) },
    { scope: 'root00000000' },
    { properties: ofB, scope: idOf(4) },
  ])('[WO63] the next by %j is the first of an index', async (request) => {
    for (const isClaim of [true, false]) {
      const plans = await plansOf(({ work }) => work.next({ ...NEXT, ...request, isClaim }));
      expect(plans.filter((plan) => /USING.*(_rank|_readiness)\b/.test(plan))).toHaveLength(1);
      expect(scans(plans)).toEqual([]);
      // The caller's own claims are few, and are sorted.
      expect(sorts(plans)).toHaveLength(isClaim ? 1 : 0);
    }
  });

  const filters: Omit<WorkFilter, 'project'>[] = [
    { properties: ofB },
    { properties: ofB, resolved: false },
    { ancestor: idOf(4) },
    { ancestor: 'root00000000' },
  ];
  it.each(filters)('[WO63] a list by %j is a range of an index in every order', async (filter) => {
    for (const sort of ['readiness', 'depth', 'recent', 'created'] as const) {
      const plans = await plansOf(({ work }) =>
        work.page({ project: 'p', ...filter }, { sort, limit: 5 }),
      );
      expect(scans(plans)).toEqual([]);
      expect(sorts(plans)).toEqual([]);
    }
  });

  it.each(filters)('[WO63] the number of nodes by %j is known without a scan', async (filter) => {
    const plans = await plansOf(({ work }) => work.count({ project: 'p', ...filter }));
    expect(plans.join('\n')).not.toMatch(/work_facets|\bn USING/);
  });

  it('[OB60] an outline, its rows and its claims are read by index', async () => {
    const plans = await plansOf(async ({ work }) => {
      await work.outline('p', { after: 5, limit: 5 });
      await work.outlineOf('p', [idOf(3), idOf(4)]);
      await work.lines([idOf(3), idOf(40)]);
      await work.holdings('p');
      await work.holdings();
      await work.projects(5, 'o');
    });
    expect(plans.some((plan) => plan.includes('work_nodes_created'))).toBe(true);
    const scanned = scans(plans).filter((plan) => !/^SCAN (l|line|json_each)\b/.test(plan));
    expect(scanned).toEqual([]);
  });

  const lists: TargetFilter[] = [
    { kind: 'task' },
    { kind: 'task', status: 'TODO' },
    { kind: 'task', parent: 'PLAN-001', status: 'DONE' },
    { kind: 'task', priority: 'MEDIUM' },
    { kind: 'task', tags: ['x'] },
    { kind: 'task', domain: 'd' },
  ];
  it.each(lists)('[TV30] tasks by %j are a range of an index, and counted', async (filter) => {
    const plans = await plansOf(async ({ targets }) => {
      await targets.list(filter, { limit: 5 });
      await targets.countByStatus(filter);
    });
    expect(scans(plans)).toEqual([]);
    expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([]);
  });

  it('[TH57] unfinished sessions are the first of an index of their own', async () => {
    const newest = { sortBy: 'updatedAt', sortOrder: 'desc', limit: 3, offset: 0 } as const;
    const plans = await plansOf(({ thoughts }) => thoughts.sessions({ unfinished: true }, newest));
    expect(plans.join()).toContain('sessions_unfinished');
    expect([...scans(plans), ...sorts(plans)]).toEqual([]);
  });

  it('[WB20] open questions of a workspace are the first of an index of their own', async () => {
    const plans = await plansOf(async ({ graph }) => {
      await graph.openCards({ type: 'question', limit: 5 });
      await graph.openCards({ type: 'hypothesis', docs: ['TASK-001-graph', 'graph'], limit: 5 });
    });
    expect(plans.filter((plan) => plan.includes('graph_open_cards'))).toHaveLength(2);
    expect([...scans(plans), ...sorts(plans)]).toEqual([]);
  });

  it('[RC35] [TH39] [TV30] a filter by words starts from the index, whatever the order', async () => {
    const page = { sortBy: 'updatedAt', sortOrder: 'desc', limit: 3, offset: 0 } as const;
    const plans = await plansOf(async ({ thoughts, targets }) => {
      const found = await thoughts.sessions({ text: 'slow login', project: 'p' }, page);
      expect(found).toHaveLength(2);
      expect(await thoughts.countSessions({ text: 'scanned' })).toBe(2);
      expect(await thoughts.sessions({ tags: ['x'] }, page)).toHaveLength(2);
      expect(await thoughts.patterns({ tags: ['wool'] }, page)).toHaveLength(1);
      const seqs = found.map(({ seq }) => seq);
      expect((await thoughts.firstWith(seqs, 'the migration')).size).toBe(2);
      expect(await thoughts.patterns({ text: 'yaks' }, page)).toHaveLength(1);
      expect(await thoughts.notes({ text: 'shave' }, page)).toHaveLength(1);
      expect(await targets.list({ kind: 'task', text: 'yak' }, { limit: 5 })).toHaveLength(3);
      expect(await targets.countByStatus({ kind: 'task', text: 'yak' })).toEqual({ TODO: 3 });
    });
    expect(scans(plans)).toEqual([]);
    const listed = plans.filter((plan) => /\b(sessions|knowledge|t) USING/.test(plan));
    expect(listed).toHaveLength(8);
    // Each by its whole key: the rows of a list that was found.
    for (const plan of listed) expect(plan).toMatch(/\b(seq|id|number)=\?/);
    expect(walks(plans).filter((plan) => /SEARCH (recall_\w+|events) /.test(plan))).toEqual([]);
  });

  it('[RC35] [RC36] the text of a node starts from the index, on every branch', async () => {
    const doc = DEFAULTS.docs.graph;
    const view = [{ branch: 1, after: 0, upTo: Number.MAX_SAFE_INTEGER }];
    const plans = await plansOf(async ({ graph }) => {
      const filter = { text: 'quaternions read', types: ['work'] };
      expect(await graph.nodes(view, doc, filter, { limit: 9 })).toHaveLength(NODES / 50);
      const base = [{ branch: 1, after: 0, upTo: 9 }];
      expect(await graph.nodes(base, doc, { text: 'migration' }, { limit: 9 })).toEqual([]);
    });
    expect(scans(plans)).toEqual([]);
    const versions = plans.filter((plan) => /\b(graph_versions|v) USING/.test(plan));
    expect(versions.length).toBeGreaterThan(1);
    for (const plan of versions) expect(plan).toMatch(/kind=\? AND (key|seq)=\?/);
  });

  it('[RC18] cards are counted by their ids in one statement', async () => {
    const plans = await plansOf(async ({ recall }) => {
      expect(await recall.cardsCalled(['none'])).toEqual(
        new Map([['none', { live: 0, deleted: 0 }]]),
      );
    });
    expect(scans(plans)).toEqual([]);
    expect(plans.join('\n')).toMatch(/recall_docs_cards \(workspace=\? AND <expr>=\?/);
  });

  it('[WO61] a rare text is found by its words', async () => {
    const plans = await plansOf(async ({ work }) => {
      await work.page({ project: 'p', text: 'quatern' }, { sort: 'readiness', limit: 5 });
      await work.count({ project: 'p', text: 'quatern' });
    });
    expect(scans(plans)).toEqual([]);
    expect(plans.join('\n')).toMatch(/p USING PRIMARY KEY \(workspace=\? AND space=\? AND word=\?/);
    expect(plans.join('\n')).not.toMatch(/work_nodes_readiness/);
  });
});
