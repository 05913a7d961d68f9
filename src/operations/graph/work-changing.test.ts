/** Changing and connecting work, named by the rules in docs/spec/work-graph.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, BOB, openWorkWorld, type WorkWorld } from '../../../test/support/work-world.ts';

describe.each(MAIN_ENGINES)('changing work on $name', (engine) => {
  let world: WorkWorld;
  beforeAll(async () => {
    world = await openWorkWorld(engine);
  });
  beforeEach(() => world.next());
  afterAll(() => world.close());

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

  it('[WO14] what changes nothing raises no rev and leaves no event', async () => {
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

  it('[WO14] wrong types are refused, and none is bent into place', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const bad: readonly object[] = [
      { resolved: 1 },
      { resolved: 'true' },
      { resolved: null },
      { summary: 7 },
      { summary: '' },
      { summary: ' \t' },
      { summary: 'a\nb' },
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

  it('[WO15] tells who waited and is ready now, and nobody else', async () => {
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
    expect(idsOf((await world.resolve(b)).newly_actionable)).toEqual([both, part]);
    expect(await world.update(b, { resolved: false })).not.toHaveProperty('newly_actionable');
    expect(idsOf((await world.resolve(b)).newly_actionable)).toEqual([both, part]);
    expect(idsOf((await world.resolve(part)).newly_actionable)).toEqual([whole]);
    const all = ['one', 'both', 'whole', 'free'].map((ref) => ids[ref] ?? '');
    expect(idsOf((await world.resolve(...all)).newly_actionable)).toEqual([world.root]);
  });

  it('[WO15] a batch is judged by its end, over several projects', async () => {
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

  it('[WO15] many at once are told by the first of them and by their number', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await world.plan(...Array.from({ length: 70 }, (_, n) => ({ ref: `n${n}`, depends_on: [a] })));
    const { newly_actionable, newly_actionable_total } = await world.resolve(a);
    expect(newly_actionable).toHaveLength(50);
    expect(newly_actionable_total).toBe(70);
  });

  it('[WO17] connects what it can and tells the rest', async () => {
    const { a = '', b = '', c = '' } = await world.plan({ ref: 'a' }, { ref: 'b' }, { ref: 'c' });
    const other = (await world.ask('graph_open', { project: 'other' })).root.id;
    const depends = { type: 'depends_on' };
    const answer = await world.ask('graph_connect', {
      edges: [
        { from: a, to: b, ...depends },
        { from: b, to: c, ...depends },
        { from: a, to: b, ...depends },
        { from: c, to: a, ...depends },
        { from: a, to: a, ...depends },
        { from: a, to: 'nowhere', ...depends },
        { from: 'nobody', to: a, ...depends },
        { from: a, to: other, type: 'relates_to' },
        { from: a, to: b, type: 'parent' },
        { from: a, to: c, type: 'relates_to', remove: true },
        { from: c, to: a, type: 'relates_to' },
        { from: a, to: c, type: 'relates_to' },
        { from: a, to: a, type: 'relates_to' },
      ],
    });
    expect(answer.applied).toBe(5);
    const reasons = answer.rejected.map(({ from, to, reason }: Shown) => [from, to, reason]);
    expect(reasons).toEqual([
      [a, b, 'duplicate_edge'],
      [c, a, 'cycle_detected'],
      [a, a, 'cycle_detected'],
      [a, 'nowhere', 'node_not_found: nowhere'],
      ['nobody', a, 'node_not_found: nobody'],
      [a, other, 'cross_project_edge'],
      [a, b, expect.stringMatching(/^parent_edges_not_allowed/)],
      [a, c, 'edge_not_found'],
    ]);
    expect(answer.rejected[1].path).toEqual([c, a, b, c]);
    expect(await world.ready()).toEqual([c]);
    expect(await world.node(a)).toMatchObject({ rev: 1 });
  });

  it('[WO17] a dependency blocks at once, and its removal frees', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b' });
    expect(await world.connect(a, b)).toEqual({ applied: 1 });
    expect(await world.counts()).toMatchObject({ blocked: 1, actionable: 1 });
    const removal = { from: a, to: b, type: 'depends_on', remove: true };
    expect(await world.ask('graph_connect', { edges: [removal] })).toEqual({ applied: 1 });
    expect(await world.counts()).toMatchObject({ blocked: 0, actionable: 2 });
    await world.resolve(b);
    await world.connect(a, b);
    expect(await world.ready()).toEqual([a]);
    const again = await world.ask('graph_connect', {
      edges: [removal, { ...removal, remove: false }, removal, removal],
    });
    expect(again).toMatchObject({ applied: 3, rejected: [{ reason: 'edge_not_found' }] });
    const edge = { from: a, to: b, type: 'depends_on' };
    for (const bad of [{ type: '' }, { type: 7 }, { remove: 'yes' }, { from: 1 }, { to: null }]) {
      const refusal = await world.refused('graph_connect', { edges: [{ ...edge, ...bad }] });
      expect(refusal.code, JSON.stringify(bad)).toBe('validation_error');
    }
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
