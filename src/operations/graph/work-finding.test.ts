/** Finding work by property, place and text while it changes, by the rules in docs/spec/work-graph.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, openWorkWorld, type WorkWorld } from '../../../test/support/work-world.ts';

const SORTS = ['readiness', 'depth', 'recent', 'created'];

describe.each(MAIN_ENGINES)('finding work on $name', (engine) => {
  let world: WorkWorld;
  beforeAll(async () => {
    world = await openWorkWorld(engine);
  });
  beforeEach(() => world.next());
  afterAll(() => world.close());

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

  it('[WO60] what is found by property and place stays true through every change', async () => {
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
    expect(await found(area('x'))).toEqual(sorted(a, b, c, d));
    await world.restructure({ op: 'drop', node_id: b, reason: 'Done elsewhere' });
    expect(await found({ ancestor: left, resolved: true })).toEqual(sorted(b, c));
    expect(await found({ ...area('x'), resolved: false })).toEqual(sorted(a, d));
    expect(await found({ ancestor: left, claimed_by: null })).toEqual(sorted(a, b, c, d));
    expect(await world.server.surface.store.check()).toEqual([]);
  });

  it('[WO61] a text is found wherever it stands in a summary, and no longer when it is gone', async () => {
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

  it('[WO61] where many have the text, pages and totals are the same as of few', async () => {
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
