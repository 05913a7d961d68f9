/**
 * `graph_query` with a project: nodes of the work graph by filter, in pages, by the rules in
 * docs/spec/work-graph.md.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, workScenes } from '../../../test/support/work-world.ts';

const SORTS = ['readiness', 'depth', 'recent', 'created'];

describe.each(MAIN_ENGINES)('graph_query of work on $name', (engine) => {
  const world = workScenes(engine);

  const idsOf = (list: readonly Shown[]) => list.map(({ id }) => id);
  const found = async (filter: object) =>
    (await world.query({ filter, sort: 'created' })).map(({ summary }) => summary);
  const count = async (filter: object) =>
    (await world.ask('graph_query', { project: 'p', filter, limit: 1 })).total;

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

  it('[WO119] a call is told the limit of its graph, and no other', async () => {
    for (const limit of [101, 500]) {
      const { error } = await world.refused('graph_query', { project: 'p', limit });
      expect(error).toBe('limit: at most 100');
    }
    const { workspace } = world;
    const reply = await world.server.call('graph_query', { workspace, limit: 201 });
    expect(reply.text).toContain('limit: at most 200');
  });

  it('[WO23] arguments of one graph are refused in a query of the other', async () => {
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

  it('[WO25] a cursor of another query, or an invalid one, is refused', async () => {
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

describe.each(MAIN_ENGINES)('work found while it changes on $name', (engine) => {
  const world = workScenes(engine);

  /** The same by every order and by the total; the ids, sorted. */
  const found = async (filter: object): Promise<string[]> => {
    const lists = await Promise.all(SORTS.map((sort) => world.query({ filter, sort })));
    const { total } = await world.ask('graph_query', { project: 'p', filter, limit: 1 });
    const [first = [], ...rest] = lists.map((nodes) => nodes.map(({ id }) => id).sort());
    for (const each of rest) expect(each).toEqual(first);
    expect(total, JSON.stringify(filter)).toBe(first.length);
    return first;
  };
  const sorted = (...ids: readonly (string | undefined)[]) => ids.map((id) => id ?? '').sort();

  it('[WO60] filters by property and ancestor stay correct through every change', async () => {
    const area = (value: string) => ({ properties: { area: value } });
    const ids = await world.plan(
      { ref: 'left' },
      { ref: 'a', parent_ref: 'left', ...area('x') },
      { ref: 'b', parent_ref: 'a', ...area('x') },
      { ref: 'c', parent_ref: 'b', ...area('y') },
      { ref: 'right', ...area('x') },
      { ref: 'd', parent_ref: 'right', ...area('x') },
    );
    const { left = '', a = '', b = '', c = '', right = '', d = '' } = ids;
    expect(await found(area('x'))).toEqual(sorted(a, b, d, right));
    expect(await found({ ancestor: left })).toEqual(sorted(a, b, c));
    expect(await found({ ancestor: world.root })).toEqual(sorted(left, a, b, c, right, d));
    expect(await found({ ancestor: left, ...area('x') })).toEqual(sorted(a, b));
    expect(await found({ properties: { area: null } })).toEqual(sorted(world.root, left));
    expect(await world.ready({ scope: right, filter: { area: 'x' } })).toEqual([d]);

    await world.restructure({ op: 'move', node_id: b, new_parent: right });
    expect(await found({ ancestor: left })).toEqual([a]);
    expect(await found({ ancestor: right })).toEqual(sorted(b, c, d));
    expect(await found({ ancestor: b })).toEqual([c]);
    expect(await world.ready({ scope: right, filter: { area: 'y' } })).toEqual([c]);

    await world.update(c, { properties: { area: 'x', priority: 5 } });
    expect(await found(area('y'))).toEqual([]);
    expect(await world.ready({ scope: right, filter: { area: 'x' } })).toEqual([c, d]);
    await world.ask('graph_next', { project: 'p', scope: right, claim: true }, ALICE);
    expect(await world.ready({ scope: right })).toEqual([d]);
    expect(await found({ ancestor: right, claimed_by: null })).toEqual(sorted(b, d));
    expect(await found({ ...area('x'), claimed_by: 'alice' })).toEqual([c]);

    await world.restructure({ op: 'merge', source: right, target: left });
    expect(await found({ ancestor: left })).toEqual(sorted(a, b, c, d));
    expect(await found(area('x')), 'left got it by the merge').toEqual(sorted(left, a, b, c, d));
    await world.restructure({ op: 'drop', node_id: b, reason: 'Done elsewhere' });
    expect(await found({ ancestor: left, resolved: true })).toEqual(sorted(b, c));
    expect(await found({ ...area('x'), resolved: false })).toEqual(sorted(left, a, d));
    expect(await found({ ancestor: left, claimed_by: null })).toEqual(sorted(a, b, c, d));
    expect(await world.server.surface.store.check()).toEqual([]);
  });

  it('[WO61] a text is found anywhere in a summary, and not after it was removed', async () => {
    const long = 'abcdefghij'.repeat(12);
    const ids = await world.plan(
      { ref: 'a', summary: 'Fix the tokenizer: read 0x1F, then "ab-cd"' },
      { ref: 'b', summary: 'Überprüfe die TOKENIZER-Tabelle 100%' },
      { ref: 'c', summary: '日本語の数字を読む' },
      { ref: 'd', summary: `Long ${long}XYZ end` },
      { ref: 'e', summary: 'a_b' },
    );
    const { a = '', b = '', c = '', d = '', e = '' } = ids;
    const by = (text: string) => found({ text });
    expect(await by('token')).toEqual(sorted(a, b));
    expect(await by('KENIZ')).toEqual(sorted(a, b));
    expect(await by('tokenizer:')).toEqual([a]);
    expect(await by('he tok')).toEqual([a]);
    expect(await by('"ab-cd"')).toEqual([a]);
    expect(await by('überpr')).toEqual([b]);
    expect(await by('100%')).toEqual([b]);
    expect(await by('語の数字')).toEqual([c]);
    expect(await by('数')).toEqual([c]);
    expect(await by('a_b')).toEqual([e]);
    expect(await by(`${long}xyz`)).toEqual([d]);
    expect(await by('ijabcdefghijabcdefghijxyz')).toEqual([d]);
    expect(await by('jxyz e')).toEqual([d]);
    expect(await by('lon gabc')).toEqual([]);
    expect(await by('nowhere')).toEqual([]);
    await world.update(a, { summary: 'Fix the parser' });
    expect(await by('tokenizer')).toEqual([b]);
    expect(await by('the parser')).toEqual([a]);
    await world.restructure({ op: 'merge', source: b, target: a });
    expect(await by('tokenizer')).toEqual([]);
    expect(await world.server.surface.store.check()).toEqual([]);
  });

  it('[WO61] every sign of a text is literal, and every letter fits in both cases', async () => {
    const signs = String.raw`a*b?c[d]e(f)g{h}i|j\k^l$m.n+o!p%q_r'##`;
    const { a = '', b = '' } = await world.plan(
      { ref: 'a', summary: `See ${signs}` },
      { ref: 'b', summary: 'ΌΛΟΣ ΣΊΣΥΦΟΣ, Straße İzmir Ёлка' },
    );
    const by = (text: string) => found({ text });
    expect(await by(signs)).toEqual([a]);
    expect(await by(signs.toUpperCase())).toEqual([a]);
    for (const sign of '*?[](){}|\\^$.+!%_') expect(await by(sign), sign).toEqual([a]);
    for (const none of ['a.*b', 'a%b', '[a-z]', 'A?B', 'e)f', '***=a']) {
      expect(await by(none), none).toEqual([]);
    }
    for (const text of ['όλος', 'Σίσυφος', 'straße', 'İZMIR', 'ёЛКА']) {
      expect(await by(text), text).toEqual([b]);
    }
  });

  it('[WO61] pages and totals are correct when many nodes contain the text', async () => {
    const many = Array.from({ length: 120 }, (_, at) => ({
      ref: `r${at}`,
      summary: `Read the ${at}th ${at % 3 === 0 ? 'vector' : 'number'}`,
      ...(at % 2 === 0 ? { properties: { area: 'x' } } : {}),
    }));
    const ids = await world.plan(...many);
    const those = (test: (request: (typeof many)[number]) => boolean) =>
      sorted(...many.filter(test).map(({ ref }) => ids[ref]));
    const has = (text: string) => those(({ summary }) => summary.toLowerCase().includes(text));
    for (const text of ['vector', 'read the', '11', '1th n', 'th v']) {
      expect(await found({ text })).toEqual(has(text));
    }
    expect(await found({ text: 'VECT', properties: { area: 'x' } })).toEqual(
      those(({ summary, properties }) => summary.includes('vect') && properties !== undefined),
    );
    const shown: Shown[] = await world.query({ filter: { text: '5th' }, sort: 'created' });
    expect(shown.map(({ summary }) => summary)).toEqual(
      many.flatMap(({ summary }) => (summary.includes('5th') ? [summary] : [])),
    );
  });
});
