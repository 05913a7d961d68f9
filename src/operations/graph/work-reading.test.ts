/** Reading the work graph: nodes, queries, pages; named by the rules in docs/spec/work-graph.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, openWorkWorld, type WorkWorld } from '../../../test/support/work-world.ts';

const SORTS = ['readiness', 'depth', 'recent', 'created'];

describe.each(MAIN_ENGINES)('reading work on $name', (engine) => {
  let world: WorkWorld;
  beforeAll(async () => {
    world = await openWorkWorld(engine);
  });
  beforeEach(() => world.next());
  afterAll(() => world.close());

  const idsOf = (list: readonly Shown[]) => list.map(({ id }) => id);
  const found = async (filter: object) =>
    (await world.query({ filter, sort: 'created' })).map(({ summary }) => summary);
  const count = async (filter: object) =>
    (await world.ask('graph_query', { project: 'p', filter, limit: 1 })).total;

  it('[WO22] gives the tree below a node, to a depth', async () => {
    const ids = await world.plan(
      { ref: 'a' },
      { ref: 'b', parent_ref: 'a' },
      { ref: 'c', parent_ref: 'b' },
      { ref: 'd', parent_ref: 'c' },
      { ref: 'e', parent_ref: 'a' },
    );
    const { a = '', b = '', c = '', d = '', e = '' } = ids;
    await world.update(e, { state: 'mine', resolved: true });
    const tree = async (depth?: number) =>
      (await world.ask('graph_context', { node_id: a, ...(depth === undefined ? {} : { depth }) }))
        .children;
    const own = (ref: string, id: string) => ({ id, summary: ref, resolved: false });
    const done = { ...own('e', e), resolved: true, state: 'mine' };
    expect(await tree(0)).toEqual({ ...own('a', a), child_count: 2 });
    const near = { ...own('b', b), child_count: 1 };
    expect(await tree(1)).toEqual({ ...own('a', a), children: [near, done] });
    const deeper = { ...own('b', b), children: [{ ...own('c', c), child_count: 1 }] };
    expect(await tree()).toEqual({ ...own('a', a), children: [deeper, done] });
    expect((await tree(10)).children[0].children[0].children).toEqual([own('d', d)]);
    for (const depth of [-1, 11, 1.5, '2']) {
      expect((await world.refused('graph_context', { node_id: a, depth })).field).toBe('depth');
    }
  });

  it('[WO22] a wide tree tells how many there are', async () => {
    await world.plan(...Array.from({ length: 60 }, (_, n) => ({ ref: `n${n}` })));
    const { children } = await world.ask('graph_context', { node_id: world.root });
    expect(children.children.length).toBeLessThan(60);
    expect(children.child_count).toBe(60);
  });

  it('[WO22] gives neighbours, whether satisfied, and other edges', async () => {
    const {
      a = '',
      b = '',
      c = '',
      d = '',
    } = await world.plan(
      { ref: 'a', depends_on: ['b', 'c'] },
      { ref: 'b' },
      { ref: 'c' },
      { ref: 'd', depends_on: ['a'] },
    );
    await world.resolve(b);
    await world.connect(d, a, 'supports');
    await world.connect(a, c, 'relates_to');
    const context = await world.ask('graph_context', { node_id: ` ${a} ` });
    expect(context.ancestors).toEqual([{ id: world.root, summary: 'Goal', resolved: false }]);
    expect(context.depends_on.map(({ node, satisfied }: Shown) => [node.id, satisfied])).toEqual([
      [b, true],
      [c, false],
    ]);
    expect(context.depends_on[0].node).toEqual(await world.node(b));
    expect(context.depended_by).toEqual([{ node: await world.node(d), satisfied: false }]);
    expect(new Set(context.related)).toEqual(
      new Set([
        { from: a, to: c, type: 'relates_to' },
        { from: d, to: a, type: 'supports' },
      ]),
    );
    await world.resolve(a);
    const { depended_by } = await world.ask('graph_context', { node_id: a });
    expect(depended_by[0].satisfied).toBe(true);
    expect(await world.ask('graph_context', { node_id: b })).not.toHaveProperty('related');
  });

  it('[WO22] long lists of neighbours are cut, and say so', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const many = (count: number) =>
      world.plan(...Array.from({ length: count }, (_, n) => ({ ref: `n${n}`, depends_on: [a] })));
    await many(100);
    const whole = await world.ask('graph_context', { node_id: a, max_chars: 500_000 });
    expect(whole.depended_by).toHaveLength(100);
    expect(whole).not.toHaveProperty('truncated');
    await many(1);
    const cut = await world.ask('graph_context', { node_id: a, max_chars: 500_000 });
    expect(cut.depended_by).toHaveLength(100);
    expect(cut.truncated).toBe(true);
  });

  it('[WO23] filters, and false negates', async () => {
    const {
      a = '',
      b = '',
      d = '',
    } = await world.plan(
      { ref: 'a' },
      { ref: 'b', parent_ref: 'a' },
      { ref: 'c', depends_on: ['b'] },
      { ref: 'd' },
    );
    await world.update(d, { resolved: true, add_evidence: [{ type: 'git-commit', ref: '1' }] });
    await world.ask('graph_next', { project: 'p', claim: true }, ALICE);
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{}, ['Goal', 'a', 'b', 'c', 'd']],
      [{ resolved: true }, ['d']],
      [{ resolved: false }, ['Goal', 'a', 'b', 'c']],
      [{ is_leaf: true }, ['b', 'c', 'd']],
      [{ is_leaf: false }, ['Goal', 'a']],
      [{ is_actionable: true }, ['b']],
      [{ is_actionable: false }, ['Goal', 'a', 'c', 'd']],
      [{ is_blocked: true }, ['c']],
      [{ is_blocked: false }, ['Goal', 'a', 'b', 'd']],
      [{ is_leaf: true, is_blocked: false }, ['b', 'd']],
      [{ is_leaf: null, resolved: null, text: null }, ['Goal', 'a', 'b', 'c', 'd']],
      [{ ancestor: a }, ['b']],
      [{ ancestor: world.root }, ['a', 'b', 'c', 'd']],
      [{ ancestor: b }, []],
      [{ has_evidence_type: 'git-commit' }, ['d']],
      [{ has_evidence_type: 'git' }, []],
      [{ claimed_by: 'alice' }, ['b']],
      [{ claimed_by: 'bob' }, []],
      [{ claimed_by: null }, ['Goal', 'a', 'c', 'd']],
    ];
    for (const [filter, summaries] of cases) {
      expect(await found(filter), JSON.stringify(filter)).toEqual(summaries);
      expect(await count(filter), JSON.stringify(filter)).toBe(summaries.length);
    }
    const [first] = await world.query({ filter: { text: 'B' } });
    expect(Object.keys(first)).toEqual([
      'id',
      'summary',
      'resolved',
      'parent',
      'depth',
      'properties',
    ]);
    expect(first).toMatchObject({ id: b, parent: a, depth: 2 });
    expect(first.properties._claimed_by).toBe('alice');
  });

  it('[WO23] in text every character means itself, whatever the case', async () => {
    await world.plan(
      { ref: '1', summary: '100% done' },
      { ref: '2', summary: 'snake_case' },
      { ref: '3', summary: 'snakeXcase' },
      { ref: '4', summary: 'ÄRGER mit Straße' },
      { ref: '5', summary: "back\\slash 'quote' !bang" },
    );
    expect(await found({ text: '%' })).toEqual(['100% done']);
    expect(await found({ text: 'E_C' })).toEqual(['snake_case']);
    expect(await found({ text: '0%' })).toEqual(['100% done']);
    expect(await found({ text: 'ärger' })).toEqual(['ÄRGER mit Straße']);
    expect(await found({ text: 'STRAßE' })).toEqual(['ÄRGER mit Straße']);
    for (const text of ['k\\s', "'quote'", '!b', 'h ']) {
      expect(await found({ text }), text).toEqual(["back\\slash 'quote' !bang"]);
    }
    expect(await found({ text: '\\' })).toHaveLength(1);
    expect(await found({ text: 'D%e' })).toEqual([]);
  });

  it('[WO23] arguments of the one graph are refused for the other', async () => {
    const foreign: readonly object[] = [
      { types: ['note'] },
      { text: 'a' },
      { ids: [] },
      { branch: 'main' },
      { doc: 'graph' },
      { status: 'open' },
      { tags_any: ['x'] },
      { include_edges: false },
      { edges_limit: 5 },
    ];
    for (const args of foreign) {
      const refusal = await world.refused('graph_query', { project: 'p', ...args });
      expect(refusal).toMatchObject({ code: 'validation_error', field: Object.keys(args)[0] });
    }
    const { workspace } = world;
    for (const args of [{ filter: {} }, { sort: 'depth' }]) {
      const reply = await world.server.call('graph_query', { workspace, ...args });
      expect(reply.refusal, reply.text).toBe('INVALID_INPUT');
    }
    const bad: readonly object[] = [
      { sort: 'best' },
      { limit: 101 },
      { limit: 0 },
      { limit: 1.5 },
      { filter: { resolved: 1 } },
      { filter: { is_leaf: 'no' } },
      { filter: { properties: 'x' } },
      { filter: { text: 7 } },
      { filter: { claimed_by: 7 } },
      { filter: { unknown: true } },
      { filter: 'x' },
    ];
    for (const args of bad) {
      const refusal = await world.refused('graph_query', { project: 'p', ...args });
      expect(refusal.code, JSON.stringify(args)).toBe('validation_error');
    }
    const other = (await world.ask('graph_open', { project: 'other' })).root.id;
    for (const ancestor of ['nowhere', other]) {
      const refusal = await world.refused('graph_query', { project: 'p', filter: { ancestor } });
      expect(refusal).toMatchObject({ code: 'node_not_found', node_id: ancestor });
    }
    const unknown = await world.refused('graph_query', { project: 'q' });
    expect(unknown).toMatchObject({ code: 'project_not_found', projects: ['other', 'p'] });
  });

  it('[WO24] matches any JSON value in properties', async () => {
    const long = 'x'.repeat(5_000);
    const values = { n: 1, f: 1.5, t: true, s: 'a', list: [1, { b: 2 }], o: { x: 1, y: { z: 0 } } };
    await world.plan(
      { ref: 'a', properties: { ...values, nil: null, long, 'a.b': 7, ['k'.repeat(500)]: 1 } },
      { ref: 'b', properties: { n: '1', t: 'true', o: { y: { z: 0 } } } },
    );
    const matches: readonly object[] = [
      ...Object.entries(values).map(([name, value]) => ({ [name]: value })),
      { o: { y: { z: 0 }, x: 1 } },
      { 'o.x': 1 },
      { 'a.b': 7 },
      { long },
      { ['k'.repeat(500)]: 1 },
      { n: 1.0, t: true },
    ];
    for (const properties of matches) {
      const said = JSON.stringify(properties).slice(0, 80);
      expect(await found({ properties }), said).toEqual(['a']);
    }
    expect(await found({ properties: { 'o.y.z': 0 } })).toEqual(['a', 'b']);
    expect(await found({ properties: { nil: null } })).toEqual(['Goal', 'a', 'b']);
    expect(await found({ properties: { n: null } })).toEqual(['Goal']);
    const none = [{ n: 2 }, { t: 1 }, { list: [1] }, { o: { x: 1 } }, { '%': 1 }, { long: 'x' }];
    for (const properties of none) expect(await found({ properties })).toEqual([]);
  });

  it('[WO26] every sort has its order', async () => {
    const ids = await world.plan(
      { ref: 'blocked', depends_on: ['deep'] },
      { ref: 'part' },
      { ref: 'deep', parent_ref: 'part' },
      { ref: 'high', properties: { priority: 3 } },
      { ref: 'done', properties: { priority: 9 } },
    );
    await world.resolve(ids.done ?? '');
    await world.update(ids.deep ?? '', { state: 1 });
    const order = async (sort?: string) =>
      (await world.query({ sort, limit: 2 })).map(({ summary }) => summary);
    const readiness = ['high', 'deep', 'part', 'Goal', 'blocked', 'done'];
    expect(await order('readiness')).toEqual(readiness);
    expect(await order()).toEqual(readiness);
    expect(await order('recent')).toEqual(['deep', 'done', 'high', 'part', 'blocked', 'Goal']);
    expect(await order('created')).toEqual(['Goal', 'blocked', 'part', 'deep', 'high', 'done']);
    expect(await order('depth')).toEqual(['Goal', 'blocked', 'part', 'high', 'done', 'deep']);
  });

  it.each(SORTS)('[WO25] pages by %s are complete', async (sort) => {
    await world.plan(
      ...Array.from({ length: 30 }, (_, n) => ({ ref: `n${n}`, properties: { priority: n % 3 } })),
    );
    const all = idsOf(await world.query({ sort, limit: 100 }));
    expect(all).toHaveLength(31);
    for (const limit of [1, 4, 30, 31]) {
      expect(idsOf(await world.query({ sort, limit })), `pages of ${limit}`).toEqual(all);
    }
    const { total } = await world.ask('graph_query', { project: 'p', sort, limit: 4 });
    expect(total).toBe(31);
  });

  it.each(SORTS)('[WO25] pages by %s miss nothing while others write', async (sort) => {
    const ids = Object.values(
      await world.plan(...Array.from({ length: 24 }, (_, n) => ({ ref: `n${n}` }))),
    );
    const changes = [
      (n: number) => world.resolve(ids[n] ?? ''),
      (n: number) => world.update(ids[23 - n] ?? '', { properties: { priority: n - 5 } }),
      (n: number) =>
        world.restructure({ op: 'move', node_id: ids[10], new_parent: ids[n + 11] ?? world.root }),
      (n: number) => world.plan({ ref: 'late', parent_ref: ids[n] ?? world.root }),
      (n: number) => world.ask('graph_next', { project: 'p', claim: true, count: n + 1 }, ALICE),
    ];
    let n = 0;
    const read = await world.query({ sort }, async () => {
      await changes[n % changes.length]?.(n);
      n += 1;
    });
    expect(n).toBeGreaterThan(5);
    const seen = new Set(idsOf(read));
    const missed = [world.root, ...ids].filter((id) => !seen.has(id));
    expect(missed).toEqual([]);
    if (sort === 'created') expect(seen.size).toBe(read.length);
  });

  it('[WO25] a cursor of another question, or none of ours, is refused', async () => {
    await world.plan(...Array.from({ length: 9 }, (_, n) => ({ ref: `n${n}` })));
    const page = { project: 'p', limit: 2, sort: 'depth', filter: { resolved: false } };
    const { next_cursor } = await world.ask('graph_query', page);
    await world.ask('graph_open', { project: 'q' });
    const others: readonly object[] = [
      { sort: 'recent' },
      { filter: {} },
      { filter: { resolved: false, text: 'n' } },
      { project: 'q' },
    ];
    for (const args of others) {
      const refusal = await world.refused('graph_query', { ...page, ...args, cursor: next_cursor });
      expect(refusal).toMatchObject({ code: 'validation_error', field: 'cursor' });
    }
    const spoilt = [`${next_cursor}x`, `x${next_cursor}`, next_cursor.slice(1), '', '|', 'W10.', 7];
    for (const cursor of [...spoilt, 'garbage', '2026-01-05T09:00:00.000Z|abc', '....']) {
      const refusal = await world.refused('graph_query', { ...page, cursor });
      expect(refusal.field, String(cursor)).toBe('cursor');
    }
    expect((await world.ask('graph_query', { ...page, cursor: next_cursor })).nodes).toHaveLength(
      2,
    );
    expect((await world.ask('graph_query', { ...page, cursor: null })).nodes).toHaveLength(2);
  });
});
