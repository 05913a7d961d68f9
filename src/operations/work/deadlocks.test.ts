/** Nodes of work that would wait for each other, by the rules in docs/spec/work-graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { workScenes } from '../../../test/support/work-world.ts';
import { deadlockLines } from '../../cli/doctor.ts';
import { workNodeId } from '../../domain/work/work-id.ts';
import { DEPENDS_ON } from '../../domain/work/work-node.ts';

describe.each(MAIN_ENGINES)('deadlocks on $name', (engine) => {
  const world = workScenes(engine);

  /** Two parts, A and B, with a part each; a1 depends on B. */
  const twoParts = () =>
    world.plan(
      { ref: 'A' },
      { ref: 'B' },
      { ref: 'a1', parent_ref: 'A', depends_on: ['B'] },
      { ref: 'b1', parent_ref: 'B' },
    );

  /** As programs before this check stored it. */
  const storeEdge = (from: string, to: string) => {
    const { workspace } = world;
    const edge = { from, to, type: DEPENDS_ON };
    return world.server.surface.store.write({ workspace, agent: 'old', nowMs: 1 }, (tx) =>
      tx.append([
        { type: 'work_connected', entity: workNodeId(from), payload: { project: 'p', edge } },
      ]),
    );
  };

  it('[WO114] an edge that closes a circle through parts is rejected with its path', async () => {
    const { A = '', B = '', a1 = '', b1 = '' } = await twoParts();
    expect(await world.connect(b1, A)).toEqual({
      applied: 0,
      rejected: [
        {
          from: b1,
          to: A,
          reason: 'cycle_detected',
          path: [b1, A, a1, B, b1],
          cycle: `${b1} -> ${A} ⊃ ${a1} -> ${B} ⊃ ${b1}`,
        },
      ],
    });
    expect((await world.connect(B, a1)).rejected).toMatchObject([{ path: [B, a1, B] }]);
    expect((await world.connect(B, A)).rejected[0].cycle).toBe(`${B} -> ${A} ⊃ ${a1} -> ${B}`);
    expect(await world.connect(A, B), 'A waits for B anyway').toEqual({ applied: 1 });
  });

  it('[WO114] parts do not wait for what their parent depends on', async () => {
    const {
      A = '',
      b1 = '',
      a2 = '',
    } = await world.plan(
      { ref: 'A', depends_on: ['B'] },
      { ref: 'B' },
      { ref: 'b1', parent_ref: 'B' },
      { ref: 'a2', parent_ref: 'A' },
    );
    expect(await world.ready()).toEqual([b1, a2]);
    expect(await world.connect(b1, a2)).toEqual({ applied: 1 });
    expect((await world.connect(b1, A)).applied).toBe(0);
  });

  it('[WO114] a plan is refused by ref, with the batch and the nodes that exist', async () => {
    const { A = '', B = '' } = await world.plan({ ref: 'A' }, { ref: 'B', depends_on: ['A'] });
    const plan = (...nodes: object[]) => world.refused('graph_plan', { nodes });
    const own = await plan(
      { ref: 'C', parent_ref: world.root, summary: 'C' },
      { ref: 'D', parent_ref: world.root, summary: 'D' },
      { ref: 'c', parent_ref: 'C', summary: 'c', depends_on: ['D'] },
      { ref: 'd', parent_ref: 'D', summary: 'd', depends_on: ['C'] },
    );
    expect(own).toMatchObject({ code: 'cycle_detected', path: ['C', 'c', 'D', 'd', 'C'] });
    expect(own.error).toContain('C ⊃ c -> D ⊃ d -> C');
    expect(own.recovery).toMatch(/remove a dependency/);
    const deep = await plan(
      { ref: 'mid', parent_ref: A, summary: 'mid' },
      { ref: 'low', parent_ref: 'mid', summary: 'low', depends_on: [B] },
    );
    expect(deep, 'levels between are left out').toMatchObject({
      path: ['mid', 'low', B, A, 'mid'],
    });
    await world.resolve(B);
    await world.plan({ ref: 'low', parent_ref: A, depends_on: [B] });
  });

  it('[WO114] a move and a merge are refused, and their part of the path is named', async () => {
    const {
      top = '',
      part = '',
      mid = '',
      last = '',
    } = await world.plan(
      { ref: 'top' },
      { ref: 'part', parent_ref: 'top', depends_on: ['mid'] },
      { ref: 'mid', depends_on: ['last'] },
      { ref: 'last' },
    );
    const refused = (operation: object) =>
      world.refused('graph_restructure', { operations: [operation] });
    const moved = await refused({ op: 'move', node_id: top, new_parent: last });
    expect(moved).toMatchObject({ code: 'cycle_detected', path: [last, part, mid, last] });
    expect(moved.error).toContain(`operations.0: a cycle: ${last} ⊃ ${part} -> ${mid} -> ${last}`);
    const merged = await refused({ op: 'merge', source: top, target: last });
    expect(merged).toMatchObject({ code: 'cycle_detected', path: [last, part, mid, last] });
    await world.resolve(mid);
    await world.restructure({ op: 'move', node_id: top, new_parent: last });
  });

  it('[WO114] what is resolved does not wait, and is not opened again into a circle', async () => {
    const { A = '', B = '', a1 = '', b1 = '' } = await twoParts();
    await world.resolve(B);
    expect(await world.connect(b1, A)).toEqual({ applied: 1 });
    const open = { node_id: B, resolved: false };
    const refusal = await world.refused('graph_update', { updates: [open] });
    expect(refusal).toMatchObject({ code: 'cycle_detected', path: [B, b1, A, a1, B] });
    expect(refusal.error).toContain('updates.0.resolved: ');
    await world.ask('graph_update', { updates: [open, { node_id: b1, resolved: true }] });
    expect(await world.ready(), 'all updates count').toEqual([B]);
  });

  it('[WO115] a deadlock that is stored already is named, with the call that ends it', async () => {
    const { A = '', B = '', a1 = '', b1 = '' } = await twoParts();
    await storeEdge(b1, A);
    const { waiting, next_call } = await world.ask('graph_next', { project: 'p', claim: true });
    expect(waiting).toMatchObject({ blocked: 2, deadlock: { path: expect.any(Array) } });
    expect(new Set(waiting.deadlock.path)).toEqual(new Set([A, B, a1, b1]));
    expect(waiting.deadlock.cycle).toContain(' ⊃ ');
    expect(waiting.deadlock.nodes).toContainEqual({ id: a1, summary: 'a1' });
    const { store } = world.server.surface;
    expect(await store.check(), 'it is no damage').toEqual([]);
    const [line, ...others] = (await deadlockLines(store)).filter((each) =>
      each.includes(`Work of ${world.workspace},`),
    );
    expect(others).toEqual([]);
    expect(line).toMatch(/waits for itself: .+ This ends it: waymark call graph_connect '/);
    expect(line).toContain(`--workspace ${world.workspace}`);
    expect(await world.plan({ ref: 'c', depends_on: [a1] }), 'work goes on').toHaveProperty('c');
    expect(JSON.stringify(next_call)).toContain('graph_connect');
    await world.ask(next_call.tool, next_call.args);
    expect((await world.ask('graph_next', { project: 'p' })).nodes).toHaveLength(1);
    expect((await deadlockLines(store)).join()).not.toContain(`Work of ${world.workspace},`);
  });

  it('[WO116] what waits for a node is read, and not what is below it', async () => {
    const many = Array.from({ length: 400 }, (_, n) => ({ ref: `n${n}`, parent_ref: 'B' }));
    const {
      A = '',
      B = '',
      n7 = '',
    } = await world.plan({ ref: 'A', depends_on: ['B'] }, { ref: 'B' }, ...many);
    const waits = await world.server.surface.store.read(world.workspace, (tx) =>
      tx.work.waitsBetween([A], [n7]),
    );
    expect(new Set(waits.map(({ from, to, isPart }) => `${from} ${to} ${isPart}`))).toEqual(
      new Set([
        `${B} ${n7} true`,
        `${A} ${B} false`,
        `${world.root} ${A} true`,
        `${world.root} ${B} true`,
      ]),
    );
  });

  it('[WO116] the smaller side is read: what waits for one node, or what the other waits for', async () => {
    const waiting = Array.from({ length: 200 }, (_, n) => ({ ref: `w${n}`, depends_on: ['hub'] }));
    const below = Array.from({ length: 200 }, (_, n) => ({ ref: `b${n}`, parent_ref: 'big' }));
    const ids = await world.plan(
      ...[{ ref: 'hub' }, { ref: 'leaf' }, { ref: 'big' }, { ref: 'one', depends_on: ['leaf'] }],
      ...waiting,
      ...below,
    );
    const between = (from: string, to: string) =>
      world.server.surface.store.read(world.workspace, (tx) =>
        tx.work.waitsBetween([ids[from] ?? ''], [ids[to] ?? '']),
      );
    expect(await between('one', 'hub')).toEqual([{ from: ids.one, to: ids.leaf, isPart: false }]);
    expect(await between('big', 'leaf')).toHaveLength(3);
    expect((await between('big', 'hub')).length, 'both are large').toBeGreaterThan(200);
  });

  it('[WO114] [WO116] a deadlock is found where both sides are large', async () => {
    const chain = Array.from({ length: 200 }, (_, n) => ({
      ref: `c${n}`,
      ...(n === 0 ? {} : { depends_on: [`c${n - 1}`] }),
    }));
    const parts = Array.from({ length: 100 }, (_, n) => ({ ref: `p${n}`, parent_ref: 'c0' }));
    const ids = await world.plan(...chain, ...parts, { ref: 'x' });
    const connect = (from: string, to: string) =>
      world.ask('graph_connect', {
        edges: [{ from: ids[from], to: ids[to], type: 'depends_on' }],
      });
    expect((await connect('p9', 'c199')).rejected).toMatchObject([{ reason: 'cycle_detected' }]);
    expect((await connect('p9', 'x')).applied).toBe(1);
    expect((await connect('x', 'c199')).rejected).toMatchObject([{ reason: 'cycle_detected' }]);
    const move = { op: 'move', node_id: ids.c199, new_parent: ids.p9 };
    const refused = await world.refused('graph_restructure', { operations: [move] });
    expect(JSON.stringify(refused)).toContain('cycle_detected');
  });
});
