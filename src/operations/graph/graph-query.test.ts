/**
 * `graph_query` of the reasoning graph: nodes by filter, their edges, pages and branches, by the
 * rules in docs/spec/graph.md.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { edge, graphScenes, idsIn, node, remove } from '../../../test/support/graph-world.ts';

describe.each(MAIN_ENGINES)('graph_query on $name', (engine) => {
  const { apply, call, ids, query } = graphScenes(engine);

  const titles = async (branch: string) => {
    const { nodes } = await query({ branch });
    return Object.fromEntries(
      nodes.map((each: { id: string; title: string }) => [each.id, each.title]),
    );
  };

  it('[GR12] [RC121] [RC122] finds words in every script, and signs as they are typed', async () => {
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
      ['ябл', ['greek']],
      ['блоко', []],
      ['temp C', ['slash']],
      ['SURE', ['plain', 'percent']],
      ['GRÖSSE', ['greek']],
      ['gröẞe', ['greek']],
      ['яблоко', ['greek']],
      ['c:\\TEMP', ['slash']],
      ['!X', ['slash']],
      ['\\', ['slash']],
      ["'", []],
    ];
    for (const [text, expected] of cases) expect(await ids({ text }), text).toEqual(expected);
  });

  it('[RC121] finds common words as they were typed, in pages and with other filters', async () => {
    await apply([
      node('ask', { type: 'question', title: 'Can we do it', text: 'with redis' }),
      node('no', { title: 'Redis', text: 'We can not.' }),
      node('late', { type: 'question', title: 'When can we do it?' }),
    ]);
    expect(await ids({ text: 'can we do it' })).toEqual(['late', 'ask']);
    expect(await ids({ text: 'not' })).toEqual(['no']);
    expect(await ids({ text: 'can', types: ['question'] })).toEqual(['late', 'ask']);
    expect(await ids({ text: 'a' })).toEqual([]);
    const first = await query({ text: 'can', limit: 2 });
    expect([idsIn(first), first.pagination.has_more]).toEqual([['late', 'no'], true]);
    expect(await ids({ text: 'can', cursor: first.pagination.next_cursor })).toEqual(['ask']);
    const cards = await call('think_query', { text: 'can we do it' });
    expect(cards.cards.map(({ id }: { id: string }) => id)).toEqual(['late', 'ask']);
  });

  it('[GR2] [GR12] compares whole tags, in any spelling', async () => {
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
    await apply([node('e', { tags: ['red', 'blue'], title: 'Sky' }), node('f', { title: 'Sky' })]);
    expect(await ids({ text: 'sky', tags_any: ['RED', 'x'] })).toEqual(['e']);
    expect(await ids({ text: 'sky', tags_all: ['red', 'blue'] })).toEqual(['e']);
    expect(await ids({ text: 'sky', tags_all: ['red', 'green'] })).toEqual([]);
    expect(await ids({ tags_all: ['blue'], tags_any: ['axb', 'redder'] })).toEqual(['c']);
  });

  it('[GR11] all filters must match; empty lists match nothing', async () => {
    await apply([
      node('a', { type: 'test', status: 'open', title: 'one' }),
      node('b', { type: 'test', status: 'Open', title: 'one' }),
      node('c', { status: 'open', title: 'one' }),
      node('d', { type: 'test', status: 'open', title: 'two' }),
    ]);
    const filter = { types: ['test', 'none'], status: 'open', text: 'one' };
    expect(await ids(filter)).toEqual(['a']);
    expect(await ids({ ...filter, ids: ['b', 'd'] })).toEqual([]);
    expect(await ids({ ...filter, ids: ['a', 'd'] })).toEqual(['a']);
    for (const name of ['ids', 'types', 'tags_any']) {
      expect(await ids({ text: 'one', [name]: [] })).toEqual([]);
    }
    expect(await ids()).toEqual(['d', 'c', 'b', 'a']);
    for (const name of ['ids', 'types', 'tags_any']) expect(await ids({ [name]: [] })).toEqual([]);
  });

  it('[GR13] leaves deleted nodes and edges out unless include_deleted is set', async () => {
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
    await apply([node('a'), node('b'), node('c'), edge('a', 'b'), edge('b', 'c'), edge('c', 'b')]);
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

  it('[RC36] [GR16] a branch finds the words of the version that it sees', async () => {
    await apply([node('a', { text: 'first apple' }), node('b', { text: 'first pear' })]);
    await call('branch_create', { name: 'idea' });
    await apply([node('a', { text: 'second cherry' }), remove('b')]);
    await apply([node('c', { text: 'first plum' })], 'idea');
    const found = async (text: string) => [
      await ids({ branch: 'main', text }),
      await ids({ branch: 'idea', text }),
    ];
    expect(await found('apples')).toEqual([[], ['a']]);
    expect(await found('cherry')).toEqual([['a'], []]);
    expect(await found('pear')).toEqual([[], ['b']]);
    expect(await found('first')).toEqual([[], ['c', 'b', 'a']]);
    expect(await found('first cherry')).toEqual([[], []]);
    await apply([node('a', { status: 'open', text: 'third' })], 'idea');
    expect(await found('apples')).toEqual([[], []]);
    await apply([node('a', { status: 'done', text: 'first apple' })]);
    expect(await found('apple')).toEqual([['a'], []]);
    const page = await query({ branch: 'idea', text: 'first', limit: 1 });
    const { next_cursor: cursor } = page.pagination;
    expect(idsIn(await query({ branch: 'idea', text: 'first', cursor }))).toEqual(['b']);
  });
});
