/**
 * Changing nodes of the work graph: fields, evidence, released claims and hints, by the rules in
 * docs/spec/work-graph.md.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, BOB, openWorkWorld, workScenes } from '../../../test/support/work-world.ts';

const TTL_MINUTES = 1;

describe.each(MAIN_ENGINES)('graph_update on $name', (engine) => {
  const world = workScenes(engine);

  const idsOf = (list: readonly Shown[] = []) => list.map(({ id }) => id);

  it('[WO14] merges properties, adds links once, then removes, and signs evidence', async () => {
    const { a = '' } = await world.plan({
      ref: 'a',
      properties: { keep: 1, gone: { x: 1 }, deep: { a: 1, b: 2 } },
      context_links: ['one', 'two'],
    });
    const { updated } = await world.update(
      a,
      {
        summary: '  New  ',
        state: 'any',
        properties: { gone: null, deep: { c: 3 }, fresh: [1, null] },
        add_context_links: ['two', 'three', 'three', 'four'],
        remove_context_links: ['one', 'four', 'never'],
        add_evidence: [{ type: 'git', ref: 'abc' }],
      },
      BOB,
    );
    expect(updated).toEqual([{ node_id: a, rev: 2 }]);
    expect(await world.node(a)).toMatchObject({
      rev: 2,
      summary: 'New',
      state: 'any',
      properties: { keep: 1, deep: { c: 3 }, fresh: [1, null] },
      context_links: ['two', 'three'],
      evidence: [{ type: 'git', ref: 'abc', agent: 'bob', timestamp: expect.any(String) }],
      created_by: 'tester',
    });
  });

  it('[WO14] an update that changes nothing keeps the rev and writes no event', async () => {
    const { a = '' } = await world.plan({
      ref: 'a',
      properties: { o: { x: 1, y: [1] } },
      context_links: ['one'],
    });
    const head = await world.head();
    const nothing = {
      resolved: false,
      summary: ' a ',
      properties: { o: { y: [1], x: 1 }, absent: null },
      add_context_links: ['one', 'x'],
      remove_context_links: ['x'],
      add_evidence: [],
    };
    expect((await world.update(a, nothing)).updated).toEqual([{ node_id: a, rev: 1 }]);
    expect((await world.update(a, {})).updated).toEqual([{ node_id: a, rev: 1 }]);
    expect(await world.head()).toBe(head);
    await world.resolve(a);
    const resolved = await world.head();
    const again = await world.resolve(a);
    expect(again).toMatchObject({ updated: [{ node_id: a, rev: 2 }], newly_actionable: [] });
    expect(await world.head()).toBe(resolved);
  });

  it('[WO14] changes all nodes or none', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b' });
    const updates = [
      { node_id: a, resolved: true, add_evidence: [{ type: 'note', ref: 'done' }] },
      { node_id: 'nowhere', summary: 'x' },
    ];
    const refusal = await world.refused('graph_update', { updates });
    expect(refusal).toMatchObject({ code: 'node_not_found', node_id: 'nowhere' });
    expect(refusal.field).toBe('updates.1.node_id');
    expect(await world.node(a)).toMatchObject({ rev: 1, resolved: false, evidence: [] });
    const twice = [
      { node_id: a, summary: 'x' },
      { node_id: b, summary: 'y' },
      { node_id: a, summary: 'z' },
    ];
    expect((await world.ask('graph_update', { updates: twice })).updated).toEqual([
      { node_id: a, rev: 2 },
      { node_id: b, rev: 2 },
      { node_id: a, rev: 3 },
    ]);
  });

  it('[WO14] wrong types are refused, not converted', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const bad: readonly object[] = [
      { resolved: 1 },
      { resolved: 'true' },
      { summary: 7 },
      { summary: '' },
      { summary: ' \t' },
      { summary: '\n\u202e\n' },
      { summary: 'x'.repeat(16_001) },
      { properties: 'str' },
      { properties: ['x'] },
      { add_context_links: 'ab' },
      { add_context_links: [7] },
      { remove_context_links: 'ab' },
      { add_evidence: { type: 'git', ref: 'x' } },
      { add_evidence: [{ type: 'git' }] },
      { add_evidence: [{ type: ' ', ref: 'x' }] },
      { add_evidence: [{ type: 'git', ref: ' ' }] },
      { add_evidence: [{ type: 'git', ref: 'x', agent: 'me' }] },
      { rev: 5 },
      { parent: world.root },
      { node_id: 7 },
    ];
    for (const change of bad) {
      const refusal = await world.refused('graph_update', { updates: [{ node_id: a, ...change }] });
      expect(refusal.code, JSON.stringify(change)).toBe('validation_error');
      expect(refusal.field, JSON.stringify(change)).toMatch(/^updates\.0\./);
    }
    expect((await world.refused('graph_update', { updates: [] })).field).toBe('updates');
    expect(await world.node(a)).toMatchObject({ rev: 1, summary: 'a', resolved: false });
  });

  it('[WO14] properties may be named like anything', async () => {
    const properties = { constructor: 1, toString: { valueOf: 2 }, hasOwnProperty: null, '': 'e' };
    const { a = '' } = await world.plan({ ref: 'a', properties: { constructor: 0 } }, { ref: 'b' });
    await world.update(a, { properties });
    const { hasOwnProperty: _gone, ...kept } = properties;
    expect((await world.node(a)).properties).toEqual(kept);
    expect(await world.ready({ filter: { constructor: 1, 'toString.valueOf': 2 } })).toEqual([a]);
    const state = [null, true, 1.5, 'x', [], {}, { a: [{}] }];
    for (const each of state) {
      await world.update(a, { state: each });
      expect((await world.node(a)).state).toEqual(each);
    }
  });

  it('[WO15] reports the nodes that waited and are ready now, and no others', async () => {
    const ids = await world.plan(
      { ref: 'part' },
      { ref: 'a', parent_ref: 'part' },
      { ref: 'b', parent_ref: 'part' },
      { ref: 'one', depends_on: ['a'] },
      { ref: 'both', depends_on: ['a', 'b'] },
      { ref: 'whole', depends_on: ['part'] },
      { ref: 'free' },
    );
    const { part = '', a = '', b = '', one = '', both = '', whole = '' } = ids;
    const plain = await world.update(a, { summary: 'still open' });
    expect(plain).not.toHaveProperty('newly_actionable');
    expect((await world.resolve(a)).newly_actionable).toEqual([{ id: one, summary: 'one' }]);
    expect((await world.resolve(a)).newly_actionable).toEqual([]);
    expect(idsOf((await world.resolve(b)).newly_actionable)).toEqual([part, both]);
    expect(await world.update(b, { resolved: false })).not.toHaveProperty('newly_actionable');
    expect(idsOf((await world.resolve(b)).newly_actionable)).toEqual([part, both]);
    expect(idsOf((await world.resolve(part)).newly_actionable)).toEqual([whole]);
    const all = ['one', 'both', 'whole', 'free'].map((ref) => ids[ref] ?? '');
    expect(idsOf((await world.resolve(...all)).newly_actionable)).toEqual([world.root]);
  });

  it('[WO15] a batch is judged by its final state, over several projects', async () => {
    const {
      a = '',
      b = '',
      c = '',
    } = await world.plan(
      { ref: 'a' },
      { ref: 'b', depends_on: ['a'] },
      { ref: 'c', depends_on: ['b'] },
    );
    const other = (await world.ask('graph_open', { project: 'other' })).root.id;
    const [x, y] = (
      await world.ask('graph_plan', {
        nodes: [
          { ref: 'x', parent_ref: other, summary: 'x' },
          { ref: 'y', parent_ref: other, summary: 'y', depends_on: ['x'] },
        ],
      })
    ).created.map(({ id }: Shown) => id);
    expect(idsOf((await world.resolve(a, b, x)).newly_actionable)).toEqual([c, y]);
    // Taken up again and freed in one call: it did not wait before.
    await world.update(a, { resolved: false });
    const updates = [
      { node_id: b, resolved: false },
      { node_id: a, resolved: true },
    ];
    expect(idsOf((await world.ask('graph_update', { updates })).newly_actionable)).toEqual([]);
  });

  it('[WO15] of many nodes the first are listed and all are counted', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await world.plan(...Array.from({ length: 70 }, (_, n) => ({ ref: `n${n}`, depends_on: [a] })));
    const { newly_actionable, newly_actionable_total } = await world.resolve(a);
    expect(newly_actionable).toHaveLength(50);
    expect(newly_actionable_total).toBe(70);
  });
});

describe.each(MAIN_ENGINES)('release and hint on $name', (engine) => {
  const world = workScenes(engine, { claimTtlMinutes: TTL_MINUTES });

  const claim = async (caller = ALICE, args: object = {}) =>
    (await world.ask('graph_next', { project: 'p', claim: true, ...args }, caller)).nodes.map(
      ({ node }: Shown) => node.id,
    );

  /** Each call is a second later than the one before. */
  const wait = async (seconds: number) => {
    for (let n = 0; n < seconds; n++) await world.counts();
  };

  it('[WO40] a claim is released with a hint for the next agent', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await claim();
    const hint = 'The grammar is done,\nexponents are missing';
    const told = await world.update(a, { release: true, hint: ` ${hint} ` }, ALICE);
    expect(told).toEqual({
      updated: [{ node_id: a, rev: 3 }],
      released: [{ id: a, summary: 'a', now: 'free' }],
    });
    const { nodes } = await world.ask('graph_next', { project: 'p', claim: true }, BOB);
    expect(nodes[0].node).toMatchObject({ id: a, properties: { _hint: hint, _claimed_by: 'bob' } });
    const { events } = await world.ask('graph_history', { node_id: a });
    expect(events[1].changes.map(({ field }: Shown) => field).sort()).toEqual([
      'properties._claimed_at',
      'properties._claimed_by',
      'properties._hint',
      'properties._released_by',
    ]);
  });

  it('[WO40] a hint needs no release, and ends when it is replaced, removed or its node is resolved', async () => {
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

  it('[WO40] releasing an unclaimed node changes nothing, also once the claim has ended', async () => {
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
    const there = { project: 'other', nodes: [{ summary: 'Other' }] };
    const other = (await world.ask('graph_plan', there)).created[0].id;
    await claim(ALICE, { count: 2 });
    await claim(ALICE, { project: 'other' });
    await claim(BOB);
    const told = await world.ask('graph_update', { release: true, hint: 'Done for today' }, ALICE);
    const ids = told.released.map(({ id }: Shown) => id);
    expect(ids.sort()).toEqual([a, b, other].sort());
    for (const id of ids) {
      const kept = { _hint: 'Done for today', _released_by: 'alice' };
      expect((await world.node(id)).properties).toEqual(kept);
    }
    expect((await world.node(c)).properties._claimed_by).toBe('bob');
    const head = await world.head();
    expect(await world.ask('graph_update', { release: true }, ALICE)).toEqual({
      updated: [],
      released: [],
    });
    expect(await world.head()).toBe(head);
  });

  it('[WO41] one node is released, or given a hint, without a list', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b' });
    await claim(ALICE, { count: 2 });
    const told = await world.ask('graph_update', { release: true, node_id: a }, ALICE);
    expect(told.released).toEqual([{ id: a, summary: 'a', now: 'free' }]);
    expect(await world.ready({}, BOB)).toEqual([a]);
    await world.ask('graph_update', { node_id: b, hint: 'Half done' }, ALICE);
    expect((await world.node(b)).properties).toMatchObject({
      _hint: 'Half done',
      _claimed_by: 'alice',
    });
  });

  it('[WO41] a call with neither updates nor release is refused', async () => {
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
});

describe.each(MAIN_ENGINES)('evidence on resolve on $name', (engine) => {
  it.each([
    ['warn', [{ code: 'EVIDENCE_MISSING' }]],
    ['off', undefined],
  ] as const)('[WO16] %s', async (evidenceOnResolve, warnings) => {
    const world = await openWorkWorld(engine, { evidenceOnResolve });
    try {
      await world.next();
      const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b' });
      const told = await world.resolve(a);
      if (warnings) expect(told.warnings).toMatchObject(warnings);
      else expect(told).not.toHaveProperty('warnings');
      const shown = { resolved: true, add_evidence: [{ type: 'test', ref: 'green' }] };
      expect(await world.update(b, shown)).not.toHaveProperty('warnings');
      expect(await world.resolve(a)).not.toHaveProperty('warnings');
    } finally {
      await world.close();
    }
  });

  it('[WO16] require', async () => {
    const world = await openWorkWorld(engine, { evidenceOnResolve: 'require' });
    try {
      await world.next();
      const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b' });
      const add_evidence = [{ type: 'test', ref: 'green' }];
      await world.update(a, { add_evidence }, ALICE);
      const updates = [
        { node_id: a, resolved: true },
        { node_id: b, resolved: true },
      ];
      const refusal = await world.refused('graph_update', { updates });
      expect(refusal).toMatchObject({ code: 'evidence_required', node_id: b });
      expect(await world.resolve(a)).not.toHaveProperty('warnings');
      await world.update(b, { resolved: true, add_evidence });
      await world.update(b, { resolved: false });
      expect((await world.resolve(b)).updated).toEqual([{ node_id: b, rev: 4 }]);
      const { details } = await world.restructure({ op: 'drop', node_id: world.root, reason: 'x' });
      expect(details).toMatchObject([{ op: 'drop', node_id: world.root }]);
    } finally {
      await world.close();
    }
  });
});
