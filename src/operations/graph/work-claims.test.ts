/** Whose work it is and how that ends, named by the rules in docs/spec/work-graph.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, BOB, openWorkWorld, type WorkWorld } from '../../../test/support/work-world.ts';
import type { Caller } from '../../surface/caller.ts';

const TTL_MINUTES = 1;

/** Carol's claims end with her process. */
const CAROL: Caller = { agent: 'carol', role: 'write' };

describe.each(MAIN_ENGINES)('claims on $name', (engine) => {
  let world: WorkWorld;
  let present: ReadonlySet<string> | undefined;
  beforeAll(async () => {
    world = await openWorkWorld(engine, {
      claimTtlMinutes: TTL_MINUTES,
      presence: { present: () => present, endsWithProcess: (agent) => agent === 'carol' },
    });
  });
  beforeEach(() => {
    present = undefined;
    return world.next();
  });
  afterAll(() => world.close());

  const claim = async (caller = ALICE, args: object = {}) =>
    (await world.ask('graph_next', { project: 'p', claim: true, ...args }, caller)).nodes.map(
      ({ node }: Shown) => node.id,
    );

  /** Each call is a second later than the one before. */
  const wait = async (seconds: number) => {
    for (let n = 0; n < seconds; n++) await world.counts();
  };

  it('[WO40] a claim is given back, with a word to whoever comes next', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await claim();
    const hint = 'The grammar is done,\nexponents are missing';
    const told = await world.update(a, { release: true, hint: ` ${hint} ` }, ALICE);
    expect(told).toEqual({
      updated: [{ node_id: a, rev: 3 }],
      released: [{ id: a, summary: 'a' }],
    });
    const { nodes } = await world.ask('graph_next', { project: 'p', claim: true }, BOB);
    expect(nodes[0].node).toMatchObject({ id: a, properties: { _hint: hint, _claimed_by: 'bob' } });
    const { events } = await world.ask('graph_history', { node_id: a });
    expect(events[1].changes.map(({ field }: Shown) => field).sort()).toEqual([
      'properties._claimed_at',
      'properties._claimed_by',
      'properties._hint',
    ]);
  });

  it('[WO40] a hint needs no release, and goes when replaced, taken away or resolved', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const hint = async () => (await world.node(a)).properties._hint;
    await world.update(a, { hint: 'one' });
    expect(await hint()).toBe('one');
    await world.update(a, { hint: 'two' });
    expect(await hint()).toBe('two');
    await world.update(a, { properties: { _hint: null } });
    expect(await hint()).toBeUndefined();
    await world.update(a, { hint: 'three' });
    await world.resolve(a);
    expect(await hint()).toBeUndefined();
    await world.update(a, { resolved: false });
    await world.update(a, { resolved: true, hint: 'Deployed by hand' });
    expect(await hint()).toBe('Deployed by hand');
  });

  it('[WO40] a hint is a text of 1 to 1,000 characters', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    for (const hint of ['', '  ', 'x'.repeat(1_001), 7]) {
      const refusal = await world.refused('graph_update', { updates: [{ node_id: a, hint }] });
      expect(refusal).toMatchObject({ code: 'validation_error', field: 'updates.0.hint' });
    }
    await world.update(a, { hint: 'x'.repeat(1_000) });
  });

  it('[WO40] releasing what nobody holds changes nothing, also once the claim has ended', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const nothing = async () => {
      const head = await world.head();
      expect((await world.update(a, { release: true }, ALICE)).released).toEqual([]);
      const byHand = { properties: { _claimed_by: null } };
      expect((await world.update(a, byHand, ALICE)).released).toEqual([]);
      expect(await world.head()).toBe(head);
    };
    await nothing();
    await claim();
    await wait(TTL_MINUTES * 60);
    await nothing();
    expect(await world.update(a, { release: false })).not.toHaveProperty('released');
  });

  it('[WO41] all claims of the caller end by one call, in every project', async () => {
    const { a = '', b = '', c = '' } = await world.plan({ ref: 'a' }, { ref: 'b' }, { ref: 'c' });
    const other = (await world.ask('graph_open', { project: 'other' })).root.id;
    await claim(ALICE, { count: 2 });
    await claim(ALICE, { project: 'other' });
    await claim(BOB);
    const told = await world.ask('graph_update', { release: true, hint: 'Done for today' }, ALICE);
    const ids = told.released.map(({ id }: Shown) => id);
    expect(ids.sort()).toEqual([a, b, other].sort());
    for (const id of ids) {
      expect((await world.node(id)).properties).toEqual({ _hint: 'Done for today' });
    }
    expect((await world.node(c)).properties._claimed_by).toBe('bob');
    const head = await world.head();
    expect(await world.ask('graph_update', { release: true }, ALICE)).toEqual({
      updated: [],
      released: [],
    });
    expect(await world.head()).toBe(head);
  });

  it('[WO41] one node is released, or told about, without a list', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b' });
    await claim(ALICE, { count: 2 });
    const told = await world.ask('graph_update', { release: true, node_id: a }, ALICE);
    expect(told.released).toEqual([{ id: a, summary: 'a' }]);
    expect(await world.ready({}, BOB)).toEqual([a]);
    await world.ask('graph_update', { node_id: b, hint: 'Half done' }, ALICE);
    expect((await world.node(b)).properties).toMatchObject({
      _hint: 'Half done',
      _claimed_by: 'alice',
    });
  });

  it('[WO41] what is no list and no release is refused', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const field = async (args: object) => (await world.refused('graph_update', args)).field;
    expect(await field({})).toBe('updates');
    expect(await field({ node_id: a })).toBe('updates');
    expect(await field({ hint: 'For whom?' })).toBe('updates');
    expect(await field({ release: false })).toBe('updates');
    expect(await field({ updates: [{ node_id: a }], release: true })).toBe('release');
    expect(await field({ updates: [{ node_id: a }], node_id: a })).toBe('node_id');
    expect(await field({ updates: [] })).toBe('updates');
    const lost = await world.refused('graph_update', { release: true, node_id: 'nowhere' });
    expect(lost).toMatchObject({ code: 'node_not_found', field: 'node_id' });
  });

  it('[WO42] nobody writes a claim or a hint by hand', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await claim();
    const forgeries: object[] = [
      { _claimed_by: 'bob' },
      { _claimed_at: '2099-01-01T00:00:00.000Z' },
      { _claimed_by: 'alice', _claimed_at: 'soon' },
      { _claimed_until: 'ever' },
      { _hint: 'mine' },
    ];
    for (const properties of forgeries) {
      const updates = [{ node_id: a, resolved: true, properties }];
      const refusal = await world.refused('graph_update', { updates }, BOB);
      expect(refusal).toMatchObject({ code: 'validation_error', recovery: expect.any(String) });
      expect(refusal.field).toMatch(/^updates\.0\.properties\._(claimed_\w+|hint)$/);
      const nodes = [{ ref: 'x', parent_ref: world.root, summary: 'x', properties }];
      const planned = await world.refused('graph_plan', { nodes }, BOB);
      expect(planned.field).toMatch(/^nodes\.0\.properties\._(claimed_\w+|hint)$/);
    }
    const { recovery } = await world.refused('graph_update', {
      updates: [{ node_id: a, properties: { _claimed_by: 'bob' } }],
    });
    expect(recovery).toMatch(/graph_next.*claim.*graph_update.*release/);
  });

  it('[WO42] what was read may be sent back, and null releases', async () => {
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
    expect(told.released).toEqual([{ id: a, summary: 'a' }]);
    expect((await world.node(a)).properties).toEqual({ x: 2, _hint: 'Soon' });
    await claim();
    const again = (await world.node(a)).properties;
    await world.update(a, { resolved: true, properties: again }, ALICE);
    expect((await world.node(a)).properties).toEqual({ x: 2 });
  });

  it('[WO43] writing to what another holds is done and told', async () => {
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

  it('[WO43] moving, merging and dropping are told too, a few by name', async () => {
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

  it('[WO44] a claim that has ended is nobody’s in every answer', async () => {
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

  it('[WO44] a claim made by a process ends with it, however young', async () => {
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

  it('[WO44] a claim that is bound to no process outlasts it; who asks is there', async () => {
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

  it('[WO45] claims are not found by their properties', async () => {
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

  it('[WO46] of own claims the latest comes first, and stays there', async () => {
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
    expect(await world.ready({}, ALICE)).toEqual(order);
    const { late = '' } = await world.plan({ ref: 'late' });
    expect(await claim(ALICE, { count: 4 })).toEqual([...order, late]);
    expect(await claim()).toEqual([late]);
  });

  it('[WO46] asking again soon leaves no event', async () => {
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
  let world: WorkWorld;
  beforeAll(async () => {
    world = await openWorkWorld(engine, { claimTtlMinutes: TTL_MINUTES, claims: 'fenced' });
  });
  beforeEach(() => world.next());
  afterAll(() => world.close());

  it('[WO43] keep others from writing, until they end', async () => {
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
