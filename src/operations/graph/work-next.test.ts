/** Which work is next, and whose it is, named by the rules in docs/spec/work-graph.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, BOB, openWorkWorld, type WorkWorld } from '../../../test/support/work-world.ts';

const TTL_MINUTES = 1;

describe.each(MAIN_ENGINES)('next work on $name', (engine) => {
  let world: WorkWorld;
  beforeAll(async () => {
    world = await openWorkWorld(engine, { claimTtlMinutes: TTL_MINUTES });
  });
  beforeEach(() => world.next());
  afterAll(() => world.close());

  const claim = async (caller = ALICE, args: object = {}) =>
    (await world.ask('graph_next', { project: 'p', claim: true, ...args }, caller)).nodes.map(
      ({ node }: Shown) => node.id,
    );

  it('[WO8] actionable: unresolved, no unresolved child, nothing unresolved before it', async () => {
    expect(await world.ready()).toEqual([world.root]);
    const {
      a = '',
      b = '',
      c = '',
    } = await world.plan(
      { ref: 'a' },
      { ref: 'b', parent_ref: 'a' },
      { ref: 'c', depends_on: ['b'] },
    );
    expect(await world.ready()).toEqual([b]);
    await world.resolve(b);
    expect(await world.ready()).toEqual([a, c]);
    await world.resolve(a, c);
    expect(await world.ready()).toEqual([world.root]);
    await world.resolve(world.root);
    expect(await world.ready()).toEqual([]);
    await world.update(b, { resolved: false });
    expect(await world.ready()).toEqual([b]);
    const late = await world.plan({ ref: 'late', parent_ref: b, depends_on: [c] });
    expect(await world.ready()).toEqual([late.late]);
  });

  it('[WO9] ranks by priority, depth, least recent update, then age', async () => {
    const ids = await world.plan(
      { ref: 'old' },
      { ref: 'young' },
      { ref: 'low', properties: { priority: -1 } },
      { ref: 'word', properties: { priority: '9' } },
      { ref: 'half', properties: { priority: 0.5 } },
      { ref: 'part' },
      { ref: 'deep', parent_ref: 'part' },
      { ref: 'high', properties: { priority: 10 } },
      { ref: 'list', properties: { priority: [99] } },
    );
    const named = async () => {
      const ready = await world.ready();
      return ready.map((id) => Object.keys(ids).find((ref) => ids[ref] === id));
    };
    const rest = ['half', 'deep', 'old', 'young', 'word', 'list', 'low'];
    expect(await named()).toEqual(['high', ...rest]);
    await world.update(ids.old ?? '', { add_evidence: [{ type: 'note', ref: 'seen' }] });
    expect(await named()).toEqual([
      ...['high', 'half', 'deep', 'young', 'word', 'list', 'old', 'low'],
    ]);
    await world.update(ids.high ?? '', { properties: { priority: null } });
    expect((await named()).at(-2)).toBe('high');
    const { nodes } = await world.ask('graph_next', { project: 'p', count: 2 });
    expect(nodes.map(({ node }: Shown) => node.id)).toEqual([ids.half, ids.deep]);
  });

  it('[WO10] scope means what is below, without itself', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b', parent_ref: 'a' });
    expect(await world.ready({ scope: a })).toEqual([b]);
    expect(await world.ready({ scope: b })).toEqual([]);
    await world.resolve(b);
    expect(await world.ready({ scope: a })).toEqual([]);
    expect(await world.ready({ scope: world.root })).toEqual([a]);
    const other = (await world.ask('graph_open', { project: 'other' })).root.id;
    for (const scope of ['nowhere', other]) {
      const refusal = await world.refused('graph_next', { project: 'p', scope });
      expect(refusal).toMatchObject({ code: 'node_not_found', node_id: scope, field: 'scope' });
    }
    expect((await world.refused('graph_next', { project: 'P' })).code).toBe('project_not_found');
    expect((await world.refused('graph_next')).field).toBe('project');
  });

  it('[WO10] filter compares properties, all of them', async () => {
    const { a = '', b = '' } = await world.plan(
      { ref: 'a', properties: { area: 'x', hot: true, deep: { n: 1 }, none: null } },
      { ref: 'b', properties: { area: 'x', hot: false } },
    );
    expect(await world.ready({ filter: { area: 'x' } })).toEqual([a, b]);
    expect(await world.ready({ filter: { hot: true } })).toEqual([a]);
    expect(await world.ready({ filter: { hot: false } })).toEqual([b]);
    expect(await world.ready({ filter: { hot: 'true' } })).toEqual([]);
    expect(await world.ready({ filter: { hot: 1 } })).toEqual([]);
    expect(await world.ready({ filter: { area: 'x', 'deep.n': 1 } })).toEqual([a]);
    expect(await world.ready({ filter: { deep: { n: 1 } } })).toEqual([a]);
    expect(await world.ready({ filter: { deep: null } })).toEqual([b]);
    expect(await world.ready({ filter: { none: null } })).toEqual([a, b]);
    expect(await claim(ALICE, { filter: { area: 'y' }, count: 9 })).toEqual([]);
  });

  it('[WO8] a count is a whole number from 1 to 50, and types are strict', async () => {
    for (const count of [0, 1.5, -1, 51, '2', Number.MAX_VALUE]) {
      const refusal = await world.refused('graph_next', { project: 'p', count });
      expect(refusal).toMatchObject({ code: 'validation_error', field: 'count' });
    }
    const bad = [
      { claim: 'yes' },
      { claim: 1 },
      { filter: 'x' },
      { filter: [] },
      { scope: 7 },
      { scope: ' ' },
      { project: 7 },
    ];
    for (const args of bad) {
      const refusal = await world.refused('graph_next', { project: 'p', ...args });
      expect(refusal.code, JSON.stringify(args)).toBe('validation_error');
    }
  });

  it('[WO11] a claim is written, and others skip it', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b' });
    const { nodes } = await world.ask('graph_next', { project: 'p', claim: true }, ALICE);
    const { node } = nodes[0];
    expect(node).toMatchObject({ id: a, rev: 2, properties: { _claimed_by: 'alice' } });
    expect(node.properties._claimed_at).toBe(node.updated_at);
    expect(await world.ready({}, BOB)).toEqual([b]);
    expect(await claim(BOB, { count: 5 })).toEqual([b]);
    expect(await claim(BOB, { count: 5 })).toEqual([b]);
    expect(await world.ready()).toEqual([]);
    const { events } = await world.ask('graph_history', { node_id: a });
    expect(events[0]).toMatchObject({ action: 'updated', agent: 'alice' });
  });

  it('[WO11] without claim nothing is written', async () => {
    await world.plan({ ref: 'a' });
    const head = await world.head();
    await world.ready({}, ALICE);
    expect(await world.head()).toBe(head);
  });

  it('[WO11] many at once never get the same node', async () => {
    await world.plan(...Array.from({ length: 24 }, (_, n) => ({ ref: `n${n}` })));
    const callers = [ALICE, BOB, { ...ALICE, agent: 'c' }, { ...ALICE, agent: 'd' }];
    const taken = await Promise.all(callers.flatMap((caller) => [claim(caller, { count: 6 })]));
    const all = taken.flat();
    expect(all).toHaveLength(24);
    expect(new Set(all).size).toBe(24);
    for (const [n, caller] of callers.entries()) {
      const own = await world.query({ filter: { claimed_by: caller.agent }, limit: 100 });
      expect(own.map(({ id }) => id).sort()).toEqual([...(taken[n] ?? [])].sort());
    }
  });

  it('[WO11] a claim lasts until it is as old as configured', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const at = Date.parse(
      (await world.ask('graph_next', { project: 'p', claim: true }, ALICE)).nodes[0].node.properties
        ._claimed_at,
    );
    let seen: string[] = [];
    let calls = 0;
    while (seen.length === 0) {
      seen = await world.ready({}, BOB);
      calls += 1;
    }
    // Each call is a second later than the one before.
    expect(calls).toBe(TTL_MINUTES * 60);
    expect(seen).toEqual([a]);
    expect(await claim(BOB)).toEqual([a]);
    const { properties } = await world.node(a);
    expect(properties._claimed_by).toBe('bob');
    expect(Date.parse(properties._claimed_at) - at).toBeGreaterThan(TTL_MINUTES * 60_000);
    expect(await world.ready({}, ALICE)).toEqual([]);
  });

  it('[WO12] own claims come first and are renewed', async () => {
    const { low = '', high = '' } = await world.plan(
      { ref: 'low' },
      { ref: 'high', properties: { priority: 5 } },
    );
    expect(await claim(ALICE, { filter: { priority: null } })).toEqual([low]);
    const first = (await world.node(low)).properties._claimed_at;
    for (let n = 0; n < 8; n++) await world.ready({}, BOB);
    expect(await claim()).toEqual([low]);
    expect((await world.node(low)).properties._claimed_at > first).toBe(true);
    expect(await world.ready({ count: 2 }, ALICE)).toEqual([low, high]);
    expect(await world.ready({ count: 2 }, BOB)).toEqual([high]);
    for (let n = 0; n < 40; n++) await world.ready({}, BOB);
    await claim();
    for (let n = 0; n < 40; n++) expect(await world.ready({}, BOB)).toEqual([high]);
  });

  it('[WO12] resolving and dropping end a claim; taking it back brings none', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a', properties: { x: 1 } }, { ref: 'b' });
    expect(await claim(ALICE, { count: 2 })).toEqual([a, b]);
    await world.resolve(a);
    expect((await world.node(a)).properties).toEqual({ x: 1 });
    await world.restructure({ op: 'drop', node_id: b, reason: 'No' });
    expect((await world.node(b)).properties).toEqual({});
    await world.update(a, { resolved: false });
    await world.update(b, { resolved: false });
    expect(await world.ready({}, BOB)).toEqual([a, b]);
    expect(await world.query({ filter: { claimed_by: 'alice' } })).toEqual([]);
  });

  it('[WO12] a claim can be given back by hand', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await claim();
    await world.update(a, { properties: { _claimed_by: null, _claimed_at: null } }, ALICE);
    expect(await claim(BOB)).toEqual([a]);
  });

  it('[WO13] a node comes with its ancestors, links, and what was done before it', async () => {
    const ids = await world.plan(
      { ref: 'part', context_links: ['part.md'] },
      { ref: 'bare', parent_ref: 'part' },
      { ref: 'a', parent_ref: 'bare' },
      { ref: 'b', parent_ref: 'bare', depends_on: ['a'], context_links: ['b.md', 'c.md'] },
    );
    const { part = '', bare = '', a = '', b = '' } = ids;
    await world.update(world.root, { add_context_links: ['root.md'] });
    const many = Array.from({ length: 7 }, (_, n) => ({ type: 'note', ref: `${n}` }));
    await world.update(a, { resolved: true, add_evidence: many }, BOB);
    const { nodes } = await world.ask('graph_next', { project: 'p' });
    const [next] = nodes;
    expect(next.node.id).toBe(b);
    expect(next.ancestors).toEqual([
      { id: world.root, summary: 'Goal' },
      { id: part, summary: 'part' },
      { id: bare, summary: 'bare' },
    ]);
    expect(next.context_links).toEqual({
      self: ['b.md', 'c.md'],
      inherited: [
        { node_id: world.root, links: ['root.md'] },
        { node_id: part, links: ['part.md'] },
      ],
    });
    expect(next.resolved_deps).toMatchObject([{ id: a, summary: 'a' }]);
    const [{ evidence }] = next.resolved_deps;
    expect(evidence.at(-1)).toEqual({
      type: 'note',
      ref: '6',
      agent: 'bob',
      timestamp: expect.any(String),
    });
    expect(evidence.map(({ ref }: Shown) => ref)).toEqual(['2', '3', '4', '5', '6']);
    expect(Object.keys(next)).toEqual(['node', 'ancestors', 'context_links', 'resolved_deps']);
  });
});
