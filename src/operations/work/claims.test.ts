/**
 * Which agent holds a node of the work graph and how its claim ends: a rule of `graph_next`,
 * `graph_update`, `graph_plan` and `graph_restructure` together, by the rules in
 * docs/spec/work-graph.md.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, BOB, workScenes } from '../../../test/support/work-world.ts';
import type { Caller } from '../../surface/caller.ts';

const TTL_MINUTES = 1;

/** Carol's claims end with her process. */
const CAROL: Caller = { agent: 'carol', role: 'write' };

describe.each(MAIN_ENGINES)('claims on $name', (engine) => {
  let present: ReadonlySet<string> | undefined;
  const world = workScenes(engine, {
    claimTtlMinutes: TTL_MINUTES,
    presence: { present: () => present, endsWithProcess: (agent) => agent === 'carol' },
  });
  beforeEach(() => {
    present = undefined;
  });

  const claim = async (caller = ALICE, args: object = {}) =>
    (await world.ask('graph_next', { project: 'p', claim: true, ...args }, caller)).nodes.map(
      ({ node }: Shown) => node.id,
    );

  /** Each call is a second later than the one before. */
  const wait = async (seconds: number) => {
    for (let n = 0; n < seconds; n++) await world.counts();
  };

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

  it('[WO12] claims of the caller come first and are renewed', async () => {
    const { low = '', high = '' } = await world.plan(
      { ref: 'low' },
      { ref: 'high', properties: { priority: 5 } },
    );
    expect(await claim(ALICE, { filter: { priority: null } })).toEqual([low]);
    const first = (await world.node(low)).properties._claimed_at;
    for (let n = 0; n < 8; n++) await world.ready({}, BOB);
    expect(await claim()).toEqual([low]);
    expect((await world.node(low)).properties._claimed_at > first).toBe(true);
    expect(await world.ready({ count: 2 }, BOB)).toEqual([high]);
    for (let n = 0; n < 40; n++) await world.ready({}, BOB);
    await claim();
    for (let n = 0; n < 40; n++) expect(await world.ready({}, BOB)).toEqual([high]);
  });

  it('[WO104] without claim the order is the ranking alone, whoever asks', async () => {
    const {
      low = '',
      high = '',
      back = '',
    } = await world.plan(
      { ref: 'low' },
      { ref: 'high', properties: { priority: 5 } },
      { ref: 'back', properties: { priority: 9 } },
    );
    expect(await claim(ALICE, { filter: { priority: 9 } })).toEqual([back]);
    await world.update(back, { release: true }, ALICE);
    expect(await claim(ALICE, { filter: { priority: null } })).toEqual([low]);
    expect(await world.ready({}, ALICE)).toEqual([back, high, low]);
    expect(await world.ready({ filter: { priority: null } }, ALICE)).toEqual([low]);
    expect(await world.ready({}, BOB)).toEqual([back, high]);
    expect(await claim(ALICE), 'with claim, what it holds').toEqual([low]);
  });

  it('[WO12] resolving and dropping end a claim; reopening does not restore it', async () => {
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

  it('[WO12] a claim can be released through properties', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await claim();
    await world.update(a, { properties: { _claimed_by: null, _claimed_at: null } }, ALICE);
    expect(await claim(BOB)).toEqual([a]);
  });

  it('[WO42] no caller writes a claim or a hint through properties', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await claim();
    const forgeries: object[] = [
      { _claimed_by: 'bob' },
      { _claimed_at: '2099-01-01T00:00:00.000Z' },
      { _claimed_by: 'alice', _claimed_at: 'soon' },
      { _claimed_until: 'ever' },
      { _hint: 'mine' },
      { _released_by: 'alice' },
    ];
    for (const properties of forgeries) {
      const updates = [{ node_id: a, resolved: true, properties }];
      const refusal = await world.refused('graph_update', { updates }, BOB);
      expect(refusal).toMatchObject({ code: 'validation_error', recovery: expect.any(String) });
      expect(refusal.field).toMatch(/^updates\.0\.properties\._(claimed_\w+|hint|released_by)$/);
      const nodes = [{ ref: 'x', parent_ref: world.root, summary: 'x', properties }];
      const planned = await world.refused('graph_plan', { nodes }, BOB);
      expect(planned.field).toMatch(/^nodes\.0\.properties\._(claimed_\w+|hint|released_by)$/);
    }
    const { recovery } = await world.refused('graph_update', {
      updates: [{ node_id: a, properties: { _claimed_by: 'bob' } }],
    });
    expect(recovery).toMatch(/graph_next.*claim.*graph_update.*release/);
  });

  it('[WO42] properties may be sent back as they were read, and null releases', async () => {
    const { a = '' } = await world.plan({ ref: 'a', properties: { x: 1 } });
    await claim();
    await world.update(a, { hint: 'Soon' }, ALICE);
    const { properties } = await world.node(a);
    const head = await world.head();
    await world.update(a, { properties }, ALICE);
    expect(await world.head()).toBe(head);
    await world.update(a, { properties: { ...properties, x: 2 } }, ALICE);
    expect((await world.node(a)).properties).toEqual({ ...properties, x: 2 });
    const told = await world.update(a, { properties: { _claimed_at: null } }, ALICE);
    expect(told.released).toEqual([{ id: a, summary: 'a', now: 'free' }]);
    const kept = { x: 2, _hint: 'Soon', _released_by: 'alice' };
    expect((await world.node(a)).properties).toEqual(kept);
    await claim();
    const again = (await world.node(a)).properties;
    await world.update(a, { resolved: true, properties: again }, ALICE);
    expect((await world.node(a)).properties).toEqual({ x: 2 });
  });

  it('[WO43] a write to a node of another agent succeeds with a warning', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await claim();
    const since = (await world.node(a)).properties._claimed_at;
    expect(await world.update(a, { state: 1 }, ALICE)).not.toHaveProperty('warnings');
    const told = await world.update(a, { state: 2 }, BOB);
    expect(told.warnings).toEqual([
      {
        code: 'CLAIM_HELD',
        message: `${a} is held by alice since ${since}`,
        recovery: expect.any(String),
      },
    ]);
    expect(await world.update(a, { state: 2 }, BOB)).not.toHaveProperty('warnings');
    const done = await world.update(a, { resolved: true }, BOB);
    expect(done.warnings.map(({ code }: Shown) => code)).toEqual([
      'EVIDENCE_MISSING',
      'CLAIM_HELD',
    ]);
    expect((await world.node(a)).properties).toEqual({});
    expect(await world.update(a, { state: 3 }, BOB)).not.toHaveProperty('warnings');
  });

  it('[WO43] moving, merging and dropping warn too, for a few nodes by name', async () => {
    const parts = Array.from({ length: 7 }, (_, n) => ({ ref: `n${n}`, parent_ref: 'top' }));
    const ids = await world.plan({ ref: 'top' }, { ref: 'free' }, ...parts);
    const [top = '', free = '', first = '', second = ''] = Object.values(ids);
    await claim(ALICE, { count: 50, scope: top });
    const codes = async (...operations: object[]) =>
      (await world.ask('graph_restructure', { operations }, BOB)).warnings?.length ?? 0;
    expect(await codes({ op: 'move', node_id: first, new_parent: top })).toBe(0);
    expect(await codes({ op: 'move', node_id: first, new_parent: world.root })).toBe(1);
    expect(await codes({ op: 'move', node_id: free, new_parent: top })).toBe(0);
    expect(await codes({ op: 'merge', source: free, target: second })).toBe(1);
    const drop = { op: 'drop', node_id: world.root, reason: 'No' };
    const { warnings } = await world.ask('graph_restructure', { operations: [drop] }, BOB);
    expect(warnings).toHaveLength(6);
    expect(warnings[5].message).toMatch(/^2 more/);
  });

  it('[WO44] a claim that has ended appears in no answer', async () => {
    const { a = '', b = '' } = await world.plan(
      { ref: 'a', summary: 'alpha' },
      { ref: 'b', depends_on: ['a'] },
    );
    await claim();
    const seen = async () => {
      const [listed] = await world.query({ filter: { text: 'alpha' } });
      const context = await world.ask('graph_context', { node_id: b });
      const onboard = await world.ask('graph_onboard', { project: 'p' }, BOB);
      const [ready] = (await world.ask('graph_next', { project: 'p' }, ALICE)).nodes;
      return [
        listed?.properties,
        (await world.node(a)).properties,
        context.depends_on[0].node.properties,
        ready.node.properties,
        onboard.claimed?.[0] ?? {},
      ].map(({ _claimed_by: holder, by }) => holder ?? by);
    };
    expect(await seen()).toEqual(Array(5).fill('alice'));
    await wait(TTL_MINUTES * 60);
    expect(await seen()).toEqual(Array(5).fill(undefined));
    expect((await world.node(a)).properties).toEqual({});
    expect(await world.query({ filter: { claimed_by: 'alice' } })).toEqual([]);
    expect(await world.query({ filter: { claimed_by: null, text: 'alpha' } })).toHaveLength(1);
    expect(await world.update(a, { state: 1 }, BOB)).not.toHaveProperty('warnings');
  });

  it('[WO44] a claim bound to a process ends with it, however young', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    present = new Set(['alice', 'bob', 'carol']);
    expect(await claim(CAROL)).toEqual([a]);
    // What else is written to the node leaves the claim with its process.
    await world.update(a, { properties: { x: 1 } }, CAROL);
    expect(await world.ready({}, BOB)).toEqual([]);
    present = new Set(['bob']);
    expect((await world.node(a)).properties).toEqual({ x: 1 });
    expect(await world.query({ filter: { claimed_by: 'carol' } })).toEqual([]);
    expect((await world.ask('graph_onboard', { project: 'p' }, BOB)).claimed).toBeUndefined();
    expect(await world.update(a, { state: 1 }, BOB)).not.toHaveProperty('warnings');
    expect(await claim(BOB)).toEqual([a]);
    expect((await world.node(a)).properties._claimed_by).toBe('bob');
  });

  it('[WO44] a claim bound to no process outlasts it, and the caller counts as present', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b' });
    expect(await claim(ALICE)).toEqual([a]);
    expect(await claim(CAROL)).toEqual([b]);
    present = new Set();
    expect(await claim(CAROL)).toEqual([b]);
    expect((await world.node(a)).properties._claimed_by).toBe('alice');
    // Nobody looks any more: time alone counts.
    present = undefined;
    expect(await world.ready({}, BOB)).toEqual([]);
  });

  it('[WO45] claims cannot be found by their properties', async () => {
    const way = { code: 'validation_error', recovery: expect.stringContaining('claimed_by') };
    for (const name of ['_claimed_by', '_claimed_at', '_claimed_by.x']) {
      const filter = { [name]: 'alice' };
      const next = await world.refused('graph_next', { project: 'p', filter });
      expect(next).toMatchObject({ ...way, field: `filter.${name}` });
      const args = { project: 'p', filter: { properties: filter } };
      const query = await world.refused('graph_query', args);
      expect(query).toMatchObject({ ...way, field: `filter.properties.${name}` });
    }
  });

  it('[WO46] the latest claim of the caller comes first and stays first', async () => {
    const {
      a = '',
      b = '',
      c = '',
    } = await world.plan(
      { ref: 'a', properties: { priority: 3, n: 1 } },
      { ref: 'b', properties: { priority: 2, n: 2 } },
      { ref: 'c', properties: { priority: 1, n: 3 } },
    );
    for (const n of [3, 1, 2]) await claim(ALICE, { filter: { n } });
    const order = [b, a, c];
    for (let n = 0; n < 3; n++) {
      expect(await claim()).toEqual([b]);
      expect(await claim(ALICE, { count: 3 })).toEqual(order);
      await wait(7);
    }
    expect(await claim(ALICE, { count: 9 })).toEqual(order);
    const { late = '' } = await world.plan({ ref: 'late' });
    expect(await claim(ALICE, { count: 4 })).toEqual([...order, late]);
    expect(await claim()).toEqual([late]);
  });

  it('[WO46] asking again soon writes no event', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await claim();
    const head = await world.head();
    expect(await claim()).toEqual([a]);
    expect(await claim()).toEqual([a]);
    expect(await world.head()).toBe(head);
    await wait(5);
    expect(await claim()).toEqual([a]);
    expect(await world.head()).toBe(head + 1);
  });
});

describe.each(MAIN_ENGINES)('fenced claims on $name', (engine) => {
  const world = workScenes(engine, { claimTtlMinutes: TTL_MINUTES, claims: 'fenced' });

  it('[WO43] prevent other agents from writing until they end', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b' });
    await world.ask('graph_next', { project: 'p', claim: true }, ALICE);
    const at = Date.parse((await world.node(a)).properties._claimed_at);
    const until = new Date(at + TTL_MINUTES * 60_000).toISOString();
    const updates = (change: object) => ({
      updates: [
        { node_id: b, state: 1 },
        { node_id: a, ...change },
      ],
    });
    for (const change of [{ state: 1 }, { resolved: true }, { release: true }, { hint: 'Mine' }]) {
      expect(await world.refused('graph_update', updates(change), BOB)).toMatchObject({
        code: 'claim_held',
        field: 'updates.1.node_id',
        node_id: a,
        claimed_by: 'alice',
        until,
      });
    }
    const operations: object[] = [
      { op: 'move', node_id: a, new_parent: b },
      { op: 'merge', source: a, target: b },
      { op: 'merge', source: b, target: a },
      { op: 'drop', node_id: world.root, reason: 'No' },
    ];
    for (const operation of operations) {
      const args = { operations: [operation] };
      expect((await world.refused('graph_restructure', args, BOB)).code).toBe('claim_held');
    }
    await world.connect(b, a);
    await world.update(a, { state: 1 }, ALICE);
    await world.update(a, { release: true }, ALICE);
    expect(await world.update(a, { state: 2 }, BOB)).not.toHaveProperty('warnings');
  });
});

describe.each(MAIN_ENGINES)('a claim time of 0 on $name', (engine) => {
  const world = workScenes(engine, { claimTtlMinutes: 0 });

  it('[WO118] switches claims off, and says so to who claims', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    for (const caller of [ALICE, BOB]) {
      const { nodes, warnings } = await world.ask(
        'graph_next',
        { project: 'p', claim: true },
        caller,
      );
      expect(nodes.map(({ node }: Shown) => node.id)).toEqual([a]);
      expect(nodes[0]).not.toHaveProperty('claimed_until');
      expect(warnings).toMatchObject([{ code: 'CLAIMS_OFF' }]);
    }
    expect(await world.ask('graph_next', { project: 'p' })).not.toHaveProperty('warnings');
  });
});
