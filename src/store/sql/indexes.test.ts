/**
 * The indexes by which work and tasks are found: filled for older memories, and used without scans.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { makeOlder } from '../../../test/support/older-memory.ts';
import { fill, idOf, NODES, plansOf, scans, sorts } from '../../../test/support/query-plans.ts';
import { openStore } from '../open-store.ts';
import type { Store, TargetFilter, WorkFilter } from '../port.ts';

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

  it('[WO116] what waits for a node is found by index', async () => {
    const many = Array.from({ length: 70 }, (_, n) => idOf(n));
    const plans = await plansOf(({ work }) => work.waitsBetween([idOf(21)], many));
    for (const index of ['work_edges_back', 'work_edges_ends', 'work_nodes_parent']) {
      expect(plans.some((plan) => plan.includes(index) || /work_edges_1/.test(plan))).toBe(true);
    }
    expect(scans(plans).filter((plan) => !/^SCAN (r|reached|way|given)\b/.test(plan))).toEqual([]);
  });

  it('[WO17] what a node depends on is found by index', async () => {
    const plans = await plansOf(async ({ work, targets }) => {
      await work.dependenciesFrom([idOf(21)]);
      await targets.dependenciesBelow(['TASK-001']);
    });
    expect(plans.some((plan) => plan.includes('from_id=?'))).toBe(true);
    expect(scans(plans).filter((plan) => !/^SCAN reached\b/.test(plan))).toEqual([]);
    const joined = plans.filter((plan) => /\b(?:more|next)\b/.test(plan));
    expect(joined).toHaveLength(2);
    for (const plan of joined) expect(plan).toMatch(/(?:from_id|\bid)=\?/);
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
