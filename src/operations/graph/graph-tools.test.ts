/** Graphs through the tools on real stores, named by the rules in docs/spec/graph.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { headsOf } from '../../../test/support/journal.ts';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';

let server: TestSurface;
let scenes = 0;
let workspace = '';

/** Each case in a workspace of its own. */
function scene(): void {
  workspace = `scene-${++scenes}`;
}

async function call(tool: string, args: object = {}) {
  const { result, error } = JSON.parse((await server.call(tool, { workspace, ...args })).text);
  return error ?? result;
}

const head = async () => (await headsOf(server.surface.store))[workspace] ?? 0;

const node = (id: string, more: object = {}) => ({ op: 'node_upsert', id, type: 'idea', ...more });
const edge = (from: string, to: string, more: object = {}) => ({
  ...{ op: 'edge_upsert', from, rel: 'supports', to, ...more },
});
const unlink = (from: string, to: string) => ({ op: 'edge_delete', from, rel: 'supports', to });
const remove = (id: string) => ({ op: 'node_delete', id });

const apply = (ops: readonly object[], branch = 'main') => call('graph_apply', { branch, ops });

const idsIn = (found: { nodes: { id: string }[] }) => found.nodes.map((each) => each.id);
const query = (args: object = {}) => call('graph_query', { branch: 'main', ...args });
const ids = async (args: object = {}): Promise<string[]> => idsIn(await query(args));
const titles = async (branch: string) => {
  const { nodes } = await query({ branch });
  return Object.fromEntries(
    nodes.map((each: { id: string; title: string }) => [each.id, each.title]),
  );
};

/** So mixed that no index can make it shorter. */
function mixed(length: number): string {
  const at = (index: number) => 0x4e00 + ((index * index * 7919 + index * 104_729) % 20_000);
  return Array.from({ length }, (_, index) => String.fromCharCode(at(index))).join('');
}

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  beforeAll(async () => {
    server = await openTestSurface({ engine });
  });
  afterAll(() => server.close());

  describe('graph_apply', () => {
    it('[GR4] tells what it did, and later operations see the earlier ones', async () => {
      scene();
      const ops = [node('a'), node('b'), edge('a', 'b'), remove('a'), node('a'), edge('a', 'a')];
      expect(await apply(ops)).toEqual({
        branch: 'main',
        doc: 'graph',
        applied: { nodes_upserted: 3, nodes_deleted: 1, edges_upserted: 2, edges_deleted: 1 },
        last_seq: 8,
        last_ts_ms: expect.any(Number),
      });
      const { nodes, edges } = await query();
      expect([nodes.length, edges.length]).toEqual([2, 1]);
    });

    it.each([
      ['an unknown end', [node('a'), edge('a', 'x')], 'ops.1.to'],
      ['an end deleted before', [node('a'), node('b'), remove('b'), edge('a', 'b')], 'ops.3.to'],
      ['a node that is not there', [node('a'), remove('x')], 'ops.1.id'],
      ['a node deleted twice', [node('a'), remove('a'), remove('a')], 'ops.2.id'],
      ['an edge that is not there', [node('a'), node('b'), unlink('a', 'b')], 'ops.2'],
    ])('[GR4] [GR7] [GR8] %s refuses the whole batch', async (_what, ops, field) => {
      scene();
      await call('init');
      const before = await head();
      const error = await apply(ops);
      expect(error).toMatchObject({ code: 'INVALID_INPUT' });
      expect(error.message).toMatch(new RegExp(`^${field}: `));
      expect(await head()).toBe(before);
      expect((await query({ include_deleted: true })).nodes).toEqual([]);
    });

    it('[GR5] [GR6] replaces the whole state, and makes a version of a repeat too', async () => {
      scene();
      const full = { title: 'T', text: 'X', status: 'open', tags: ['t'], meta: { a: 1 } };
      await apply([node('a', full), node('b'), edge('a', 'b', { meta: { w: 1 } })]);
      await apply([node('a'), edge('a', 'b')]);
      const place = { deleted: false, last_ts_ms: expect.any(Number) };
      const shown = await query({ ids: ['a', 'b'] });
      expect(shown.nodes[0]).toEqual({ id: 'a', type: 'idea', tags: [], last_seq: 5, ...place });
      const bare = { from: 'a', rel: 'supports', to: 'b', last_seq: 6, ...place };
      expect(shown.edges).toEqual([bare]);
      expect((await apply([node('a')])).last_seq).toBe(7);
      expect((await query({ ids: ['a'] })).nodes[0].last_seq).toBe(7);
    });

    it('[GR7] a deleted node takes its edges along, inherited ones too', async () => {
      scene();
      const ring = [edge('a', 'b'), edge('b', 'c'), edge('c', 'a'), edge('a', 'a')];
      await apply([node('a'), node('b'), node('c'), ...ring]);
      await call('branch_create', { name: 'idea' });
      const { applied } = await apply([remove('a')], 'idea');
      expect(applied).toMatchObject({ nodes_deleted: 1, edges_deleted: 3 });
      const pairs = (found: { edges: { from: string; to: string }[] }) =>
        found.edges.map((each) => each.from + each.to).sort();
      expect(pairs(await query({ branch: 'idea' }))).toEqual(['bc']);
      expect(pairs(await query())).toEqual(['aa', 'ab', 'bc', 'ca']);
    });

    it.each(['task:TASK-001', 'step:STEP-1', 'work:x', '  task:y'])(
      '[GR3] %j is kept for its own tools',
      async (id) => {
        scene();
        await call('init');
        for (const op of [node(id), remove(id), edge(id, 'step:x'), unlink('task:x', id)]) {
          expect(await apply([op]), JSON.stringify(op)).toMatchObject({ code: 'INVALID_INPUT' });
        }
        expect(await apply([node('my task:1'), node('Task:2'), node('tasks')])).toMatchObject({
          applied: { nodes_upserted: 3 },
        });
      },
    );

    it('[GR3] anyone may link to a reserved node', async () => {
      scene();
      await call('init');
      const task = { id: 'task:TASK-001', type: 'task', tags: [] };
      await server.surface.store.write({ workspace, agent: 'a', nowMs: 0 }, (tx) =>
        tx.append([
          ...[{ entity: 'branch:1', branch: 1, doc: 'graph' }].map((place) => ({
            ...{ type: 'graph_node_upserted' as const, ...place, payload: { node: task } },
          })),
        ]),
      );
      const links = [edge('a', task.id), edge(task.id, 'a'), unlink('a', task.id)];
      expect(await apply([node('a'), ...links])).toMatchObject({
        applied: { edges_upserted: 2, edges_deleted: 1 },
      });
      expect(await apply([edge(task.id, task.id)])).toMatchObject({ code: 'INVALID_INPUT' });
    });

    it.each([
      [{ op: 'node_upsert', id: 'a' }, 'ops.0.type'],
      [{ op: 'node_upsert', type: 'idea' }, 'ops.0.id'],
      [{ ...node('a'), rel: 'x' }, 'ops.0.rel'],
      [{ ...remove('a'), title: 'x' }, 'ops.0.title'],
      [{ op: 'edge_upsert', from: 'a', to: 'b' }, 'ops.0.rel'],
      [{ ...unlink('a', 'b'), meta: {} }, 'ops.0.meta'],
      [node(' '), 'ops.0.id'],
      [node('a|b'), 'ops.0.id'],
      [node('a\nb'), 'ops.0.id'],
      [node('x'.repeat(257)), 'ops.0.id'],
      [node('a', { type: 'x'.repeat(129) }), 'ops.0.type'],
      [edge('a', 'b', { rel: 'r|s' }), 'ops.0.rel'],
      [node('a', { tags: ['a|b'] }), 'ops.0.tags'],
    ])('[GR1] [GR2] [GR9] %j is refused by name', async (op, field) => {
      scene();
      const error = await apply([op]);
      expect(error.code).toBe('INVALID_INPUT');
      expect(error.message).toMatch(new RegExp(`^${field}: `));
    });

    it('[GR10] the longest names are stored and found', async () => {
      scene();
      const [a, b] = [mixed(256), `${mixed(255)}b`];
      const doc = mixed(128);
      const long = { type: mixed(128), tags: [mixed(128)] };
      const link = { op: 'edge_upsert', from: a, rel: mixed(128), to: b };
      const args = { branch: 'main', doc };
      const ops = [node(a, { ...long, title: mixed(5_000) }), node(b, long), link];
      expect(await call('graph_apply', { ...args, ops })).toHaveProperty('applied');
      const found = await query({ ...args, types: [mixed(128)], tags_all: [mixed(128)] });
      expect([idsIn(found), found.edges.length]).toEqual([[b, a], 1]);
    });

    it('[GR1] [GR10] a status of any length is stored or refused, never a failure', async () => {
      scene();
      expect(await apply([node('a', { status: mixed(128) })])).toHaveProperty('applied');
      expect(await ids({ status: mixed(128) })).toEqual(['a']);
      const long = await apply([node('b', { status: mixed(5_000) })]);
      expect(long).toMatchObject({ code: 'INVALID_INPUT' });
    });
  });

  describe('graph_query', () => {
    it('[GR12] finds text literally, whatever the case, in every script', async () => {
      scene();
      await apply([
        node('percent', { title: '100% sure', text: 'a_b' }),
        node('plain', { title: '100 sure', text: 'axb' }),
        node('greek', { text: 'ΌΣΟ Größe ЯБЛОКО' }),
        node('slash', { text: 'C:\\temp !x' }),
      ]);
      const cases: [string, string[]][] = [
        ['100%', ['percent']],
        ['A_B', ['percent']],
        ['%', ['percent']],
        ['_', ['percent']],
        ['SURE', ['plain', 'percent']],
        ['GRÖSSE', []],
        ['gröẞe', ['greek']],
        ['яблоко', ['greek']],
        ['c:\\TEMP', ['slash']],
        ['!X', ['slash']],
        ['\\', ['slash']],
        ["'", []],
      ];
      for (const [text, expected] of cases) expect(await ids({ text }), text).toEqual(expected);
    });

    it('[GR2] [GR12] compares whole tags, spelled as they may be', async () => {
      scene();
      await apply([
        node('a', { tags: [' Red', 'red', 'BLUE', '', 'a_b'] }),
        node('b', { tags: ['redder'] }),
        node('c', { tags: ['blue', 'axb'] }),
        node('d'),
      ]);
      expect((await query({ ids: ['a'] })).nodes[0].tags).toEqual(['a_b', 'blue', 'red']);
      expect(await ids({ tags_any: ['RED '] })).toEqual(['a']);
      expect(await ids({ tags_any: ['red', 'redder'] })).toEqual(['b', 'a']);
      expect(await ids({ tags_all: ['red', 'blue'] })).toEqual(['a']);
      expect(await ids({ tags_any: ['a_b'] })).toEqual(['a']);
      expect(await ids({ tags_any: ['%'] })).toEqual([]);
      expect(await ids({ tags_all: ['blue'], tags_any: ['axb', 'redder'] })).toEqual(['c']);
    });

    it('[GR11] all filters must match; empty lists match nothing', async () => {
      scene();
      await apply([
        node('a', { type: 'test', status: 'open', title: 'one' }),
        node('b', { type: 'test', status: 'Open', title: 'one' }),
        node('c', { status: 'open', title: 'one' }),
        node('d', { type: 'test', status: 'open', title: 'two' }),
      ]);
      const filter = { types: ['test', 'none'], status: 'open', text: 'one' };
      expect(await ids(filter)).toEqual(['a']);
      expect(await ids({ ...filter, ids: ['b', 'd'] })).toEqual([]);
      expect(await ids()).toEqual(['d', 'c', 'b', 'a']);
      for (const name of ['ids', 'types', 'tags_any'])
        expect(await ids({ [name]: [] })).toEqual([]);
    });

    it('[GR13] leaves deleted nodes and edges out unless asked for them', async () => {
      scene();
      await apply([node('a', { title: 'x' }), node('b'), edge('a', 'b'), remove('a')]);
      expect(await query()).toMatchObject({ nodes: [{ id: 'b', deleted: false }], edges: [] });
      const all = await query({ include_deleted: true });
      const place = { last_ts_ms: expect.any(Number), deleted: true };
      expect(all.nodes[0]).toEqual({ id: 'a', last_seq: 6, ...place });
      const gone = { from: 'a', rel: 'supports', to: 'b', last_seq: 5, ...place };
      expect(all.edges).toEqual([gone]);
      expect(await ids({ include_deleted: true, types: ['idea'] })).toEqual(['b']);
      expect(await ids({ include_deleted: true, ids: ['a'] })).toEqual(['a']);
      await apply([node('a')]);
      expect(await ids({ include_deleted: true })).toEqual(['a', 'b']);
    });

    it('[GR14] shows the edges between the nodes of the page, the newest of them', async () => {
      scene();
      await apply([
        node('a'),
        node('b'),
        node('c'),
        edge('a', 'b'),
        edge('b', 'c'),
        edge('c', 'b'),
      ]);
      const ends = (found: { edges: { from: string; to: string }[] }) =>
        found.edges.map((each) => each.from + each.to);
      const page = await query({ limit: 2 });
      expect([idsIn(page), ends(page)]).toEqual([
        ['c', 'b'],
        ['cb', 'bc'],
      ]);
      const one = await query({ edges_limit: 1 });
      expect([ends(one), one.truncated]).toEqual([['cb'], true]);
      const three = await query({ edges_limit: 3 });
      expect([ends(three), three.truncated]).toEqual([['cb', 'bc', 'ab'], false]);
      expect(await query({ edges_limit: 0 })).toMatchObject({ edges: [], truncated: true });
      expect(await query({ include_edges: false })).toMatchObject({ edges: [], truncated: false });
    });

    it('[GR15] pages while nodes change show no older version and lose none', async () => {
      scene();
      const names = Array.from({ length: 9 }, (_, index) => `n${index}`);
      await apply(names.map((id) => node(id, { title: 'old' })));
      await call('branch_create', { name: 'idea' });
      const first = await query({ branch: 'idea', limit: 3 });
      expect(idsIn(first)).toEqual(['n8', 'n7', 'n6']);
      await apply([node('n4', { title: 'new' }), node('n7', { title: 'new' })], 'idea');
      await apply([remove('n3')], 'idea');
      await apply([node('n2', { title: 'later on main' })], 'main');
      const seen: string[] = [];
      let cursor = first.pagination.next_cursor;
      while (cursor !== undefined) {
        const page = await query({ branch: 'idea', limit: 2, cursor });
        expect(page.nodes.every((each: { title: string }) => each.title === 'old')).toBe(true);
        seen.push(...idsIn(page));
        cursor = page.pagination.next_cursor;
      }
      expect(seen).toEqual(['n5', 'n2', 'n1', 'n0']);
    });

    it('[GR16] a branch sees its base as it was, with nearer changes on top', async () => {
      scene();
      await apply(['a', 'b', 'c', 'd'].map((id) => node(id, { title: 'main' })));
      await call('branch_create', { name: 'one' });
      await apply([node('b', { title: 'one' }), remove('c')], 'one');
      await apply([node('a', { title: 'main later' }), remove('d')]);
      await call('branch_create', { name: 'two', from: 'one' });
      await apply([node('c', { title: 'one again' }), remove('b')], 'one');
      await apply([node('d', { title: 'two' })], 'two');
      await call('branch_create', { name: 'three', from: 'two' });
      expect(await titles('three')).toEqual({ a: 'main', b: 'one', d: 'two' });
      expect(await titles('two')).toEqual({ a: 'main', b: 'one', d: 'two' });
      expect(await titles('one')).toEqual({ a: 'main', c: 'one again', d: 'main' });
      expect(await titles('main')).toEqual({ a: 'main later', b: 'main', c: 'main' });
      expect(await ids({ branch: 'three', text: 'main' })).toEqual(['a']);
      expect(await ids({ branch: 'three', include_deleted: true })).toEqual(['d', 'c', 'b', 'a']);
      expect(await query({ branch: 'three', doc: 'other' })).toMatchObject({ nodes: [] });
    });
  });

  describe('graph_validate and graph_diff', () => {
    it('[GR17] names the edges whose ends are gone', async () => {
      scene();
      await apply([node('a'), node('b')]);
      await call('branch_create', { name: 'idea' });
      await apply([edge('a', 'b'), edge('b', 'a'), edge('b', 'b')], 'idea');
      await apply([remove('a')]);
      expect(await call('graph_validate', { branch: 'idea' })).toMatchObject({ ok: true });
      await call('graph_merge', { from: 'idea', into: 'main' });
      const found = await call('graph_validate', { branch: 'main' });
      expect(found).toMatchObject({ ok: false, stats: { nodes: 1, edges: 3 }, truncated: false });
      expect(found.errors.map((each: { key: string }) => each.key)).toEqual([
        ...['a|supports|b', 'b|supports|a'],
      ]);
      expect(found.errors[0]).toMatchObject({ code: 'EDGE_ENDPOINT_MISSING', kind: 'edge' });
      const short = await call('graph_validate', { branch: 'main', max_errors: 1 });
      expect([short.errors.length, short.truncated, short.ok]).toEqual([1, true, false]);
    });

    it('[GR18] gives what one branch has otherwise, deletions too, both ways', async () => {
      scene();
      await apply([node('a'), node('b'), node('c'), edge('a', 'b')]);
      await call('branch_create', { name: 'idea' });
      await apply([node('c', { title: 'x' }), remove('a'), node('n')], 'idea');
      await apply([node('b', { meta: { p: 1, q: 2 } }), node('m')]);
      await apply([node('b', { meta: { q: 2, p: 1 } }), node('gone'), remove('gone')], 'idea');
      const diff = async (from: string, to: string) => {
        const { changes } = await call('graph_diff', { from, to });
        return changes.map((each: { id?: string; to: { deleted: boolean } }) => [
          each.id ?? 'edge',
          each.to.deleted,
        ]);
      };
      expect(await diff('main', 'idea')).toEqual([
        ['n', false],
        ['a', true],
        ['edge', true],
        ['c', false],
      ]);
      expect(await diff('idea', 'main')).toEqual([
        ['m', false],
        ['edge', false],
        ['c', false],
        ['a', false],
      ]);
      expect(await diff('idea', 'idea')).toEqual([]);
      const { changes } = await call('graph_diff', { from: 'main', to: 'idea', limit: 3 });
      const key = { from: 'a', rel: 'supports', to: 'b' };
      expect(changes[2]).toMatchObject({ kind: 'edge', key, to: { ...key, deleted: true } });
    });
  });
});
