/** Which nodes of the work graph come next, by the rules in docs/spec/work-graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, BOB, workScenes } from '../../../test/support/work-world.ts';
import type { Caller } from '../../surface/caller.ts';

describe.each(MAIN_ENGINES)('graph_next on $name', (engine) => {
  const world = workScenes(engine);

  const take = (caller: Caller, args: object = {}) =>
    world.ask('graph_next', { project: 'p', claim: true, ...args }, caller);

  it('[WO8] actionable: unresolved, no unresolved child, nothing unresolved before it', async () => {
    expect(await world.ready()).toEqual([]);
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
      { ref: 'word', properties: { priority: 'nine' } },
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

  it('[WO10] scope means the nodes below it, without itself', async () => {
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

  it('[WO10] filter compares all given properties', async () => {
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
    expect((await take(ALICE, { filter: { area: 'y' }, count: 9 })).nodes).toEqual([]);
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

  it('[WO11] without claim nothing is written', async () => {
    await world.plan({ ref: 'a' });
    const head = await world.head();
    await world.ready({}, ALICE);
    expect(await world.head()).toBe(head);
  });

  it('[WO13] a node comes with its ancestors, links and resolved dependencies', async () => {
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
    expect(evidence).toHaveLength(3);
    const more = await world.ask('graph_next', { project: 'p', max_chars: 20_000 });
    const refs = more.nodes[0].resolved_deps[0].evidence.map(({ ref }: Shown) => ref);
    expect(refs).toEqual(['2', '3', '4', '5', '6']);
    expect(next.node.context_links).toEqual(['b.md', 'c.md']);
    expect(Object.keys(next)).toEqual(['node', 'ancestors', 'context_links', 'resolved_deps']);
  });

  it('[WO13] links are separated by their node, and none is left out because another has it', async () => {
    const { a = '', b = '' } = await world.plan(
      { ref: 'a', context_links: ['spec.md', 'a.md'] },
      { ref: 'b', parent_ref: 'a', context_links: ['spec.md'] },
    );
    await world.update(world.root, { add_context_links: ['spec.md'] });
    const [{ node, context_links }] = (await world.ask('graph_next', { project: 'p' })).nodes;
    expect(node).toMatchObject({ id: b, context_links: ['spec.md'] });
    expect(context_links).toEqual({
      self: ['spec.md'],
      inherited: [
        { node_id: world.root, links: ['spec.md'] },
        { node_id: a, links: ['spec.md', 'a.md'] },
      ],
    });
  });

  it('[WO117] of a dependency the commit and the test come first, and the rest is counted', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b', depends_on: ['a'] });
    const piece = (type: string, ref: string) => ({ type, ref });
    const add = (...add_evidence: object[]) => world.update(a, { add_evidence }, BOB);
    await add(piece('git', 'old'), piece('git', '4f2c1d0'), piece('test', '12 passed'));
    await add(piece('note', 'n'), piece('hint', 'mind the gap'));
    await world.resolve(a);
    const dep = async (args: object = {}) => {
      const { nodes } = await world.ask('graph_next', { project: 'p', ...args });
      const [{ evidence, ...rest }] = nodes[0].resolved_deps;
      return { refs: evidence.map(({ ref }: Shown) => ref), ...rest };
    };
    expect(await dep()).toEqual({
      id: a,
      summary: 'a',
      refs: ['4f2c1d0', '12 passed', 'mind the gap'],
      evidence_omitted: 2,
      see: `recall {"id":"${a}"}`,
    });
    const all = { id: a, summary: 'a', refs: ['old', '4f2c1d0', '12 passed', 'n', 'mind the gap'] };
    expect(await dep({ max_chars: 20_000 })).toEqual(all);
    const { node } = await world.ask('graph_context', { node_id: a });
    expect(node.id).toBe(a);
    expect(node.evidence).toHaveLength(5);
    expect(await dep({ max_chars: 900 })).toMatchObject({ evidence_omitted: expect.any(Number) });
    expect(b).not.toBe('');
  });

  /** More than any reader wants. */
  const pile = async (id: string, pieces = 100, length = 2_000) => {
    for (let from = 0; from < pieces; from += 50) {
      const add_evidence = Array.from({ length: Math.min(50, pieces - from) }, (_, n) => ({
        type: 'note',
        ref: `${from + n} ${'e'.repeat(length)}`,
      }));
      await world.update(id, { add_evidence });
    }
  };

  const sizeOf = async (args: object, caller = ALICE) => {
    const call = { workspace: world.workspace, project: 'p', ...args };
    const reply = await world.server.call('graph_next', call, caller);
    expect(reply.isError, reply.text).toBe(false);
    return { text: reply.text, told: JSON.parse(reply.text) as Shown };
  };

  it('[WO48] of much evidence the newest pieces and a count are shown', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await pile(a);
    const { text } = await sizeOf({ claim: true });
    expect(text.length).toBeLessThan(2_500);
    const { told } = await sizeOf({ claim: true, max_chars: 10_000 });
    const [{ node }] = told.nodes;
    expect(node.evidence.map(({ ref }: Shown) => ref.split(' ')[0])).toEqual(['97', '98', '99']);
    expect(node.evidence_omitted).toBe(97);
    for (const { ref } of node.evidence) expect(ref).toHaveLength(2_003);
    const whole = { node_id: a, max_chars: 1_000_000 };
    expect((await world.ask('graph_context', whole)).node.evidence).toHaveLength(100);
  });

  it('[WO48] up to twenty short pieces are shown, and a long newest one whole', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await pile(a, 50, 1);
    const wide = { max_chars: 40_000 };
    expect((await sizeOf({})).told.nodes[0].node.evidence).toHaveLength(5);
    const first = (await sizeOf(wide)).told.nodes[0].node;
    expect(first.evidence).toHaveLength(20);
    expect(first.evidence_omitted).toBe(30);
    await pile(a, 1, 30_000);
    const short = (await sizeOf({})).told.nodes[0].node;
    expect(short.evidence.at(-1).ref).toHaveLength(1_000);
    const then = (await sizeOf(wide)).told.nodes[0].node;
    expect(then.evidence).toHaveLength(1);
    expect(then.evidence[0].ref).toHaveLength(30_002);
    expect(then.evidence_omitted).toBe(50);
    await world.plan({ ref: 'b', properties: { priority: 9 } });
    expect((await sizeOf({})).told.nodes[0].node).not.toHaveProperty('evidence_omitted');
  });

  it('[WO48] a claim is shown within any budget that can name it', async () => {
    const { a = '', b = '' } = await world
      .plan(
        { ref: 'done', context_links: ['done.md'] },
        {
          ref: 'a',
          summary: 'Take a',
          depends_on: ['done'],
          properties: { text: 'p'.repeat(3_000) },
          context_links: ['a.md', 'b.md'],
        },
        { ref: 'b', summary: 'Take b' },
      )
      .then(async ({ done = '', ...rest }) => {
        await pile(done, 5, 200);
        await world.resolve(done);
        return rest;
      });
    await pile(a, 30, 300);
    await world.update(a, { state: { phase: 's'.repeat(2_000) } });
    const shown: number[] = [];
    for (const max_chars of [20_000, 8_000, 3_000, 1_200, 600, 220]) {
      const { told } = await sizeOf({ claim: true, count: 2, max_chars });
      expect(told.budget.used_chars).toBeLessThanOrEqual(max_chars);
      const named = told.nodes.map(({ node: { id, summary } }: Shown) => [id, summary]);
      expect(named.sort()).toEqual(
        [
          [a, 'Take a'],
          [b, 'Take b'],
        ].sort(),
      );
      const node = told.nodes.find(({ node: { id } }: Shown) => id === a)?.node;
      const pieces = node.evidence ?? [];
      if (pieces.length > 0) expect(pieces.at(-1).ref).toMatch(/^29 /);
      if (node.evidence) expect(pieces.length + (node.evidence_omitted ?? 0)).toBe(30);
      shown.push(pieces.length);
    }
    expect(shown).toEqual([...shown].sort((x, y) => y - x));
    expect(shown[0]).toBe(20);
    expect(shown.at(-1)).toBe(0);
  });

  it('[WO49] nodes that the answer has no room for are not claimed', async () => {
    const summary = 'ä'.repeat(400);
    await world.plan({ ref: 'a', summary }, { ref: 'b', summary });
    const small = { project: 'p', claim: true, count: 2, max_chars: 1_000 };
    const refusal = await world.refused('graph_next', small, ALICE);
    expect(refusal).toMatchObject({ code: 'validation_error', field: 'max_chars' });
    const least = Number(/at least (\d+)/.exec(refusal.error)?.[1]);
    const { nodes } = await world.ask('graph_next', { ...small, max_chars: least }, ALICE);
    expect(nodes.map(({ node }: Shown) => node.summary)).toEqual([summary, summary]);
    const lines = { project: 'p', claim: true, count: 2, max_lines: 1 };
    expect((await world.refused('graph_next', lines, ALICE)).field).toBe('max_lines');
  });

  it('[WO49] nodes that are only read are left out from the end', async () => {
    const summary = 'x'.repeat(400);
    const { a = '' } = await world.plan({ ref: 'a', summary }, { ref: 'b', summary });
    const { told } = await sizeOf({ count: 2, max_chars: 600 });
    expect(told.nodes.map(({ node }: Shown) => node.id)).toEqual([a]);
    expect(told.budget.truncated).toBe(true);
    expect((await sizeOf({ count: 2, max_chars: 100 })).told.nodes).toEqual([]);
  });

  it('[WO85] without a budget an answer is small, whatever surrounds the node', async () => {
    const links = Array.from({ length: 30 }, (_, n) => `${n}-${'l'.repeat(40)}.md`);
    const line = Array.from({ length: 15 }, (_, n) => ({
      ref: `up${n}`,
      summary: 's'.repeat(900),
      context_links: [...links, 'shared.md'],
      ...(n > 0 ? { parent_ref: `up${n - 1}` } : {}),
    }));
    const deps = Array.from({ length: 11 }, (_, n) => ({ ref: `d${n}`, parent_ref: 'up14' }));
    const ids = await world.plan(...line, ...deps, {
      ref: 'a',
      parent_ref: 'up14',
      depends_on: deps.map(({ ref }) => ref),
      properties: { text: 'p'.repeat(9_000) },
      context_links: ['own.md', 'shared.md'],
    });
    await world.update(ids.a ?? '', { state: { text: 't'.repeat(9_000) } });
    for (const { ref } of deps) {
      await pile(ids[ref] ?? '', 3, 900);
      await world.resolve(ids[ref] ?? '');
    }
    const { text, told } = await sizeOf({ claim: true });
    expect(text.length).toBeLessThan(12_000);
    const [item] = told.nodes;
    expect(item).toMatchObject({ ancestors_omitted: 8, resolved_deps_omitted: 3 });
    expect(item.ancestors[0]).toMatchObject({ id: world.root });
    expect(item.ancestors.at(-1)).toMatchObject({ id: ids.up14 });
    expect(item.context_links.self).toEqual(['own.md', 'shared.md']);
    const shown = [item.context_links.self, ...item.context_links.inherited.map(linksOf)].flat();
    expect(shown).toHaveLength(20);
    expect(shown.length + item.context_links.omitted).toBe(15 * 31 + 2);
    for (const { evidence, evidence_omitted } of item.resolved_deps) {
      expect(evidence).toHaveLength(1);
      expect(evidence[0].ref).toMatch(/^2 e+\.\.\.$/);
      expect(evidence_omitted).toBe(2);
    }
  });

  it('[WO82] says what others changed at a node that the caller holds', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await take(ALICE);
    expect((await take(ALICE)).nodes[0]).not.toHaveProperty('changed');
    await world.update(a, { add_evidence: [{ type: 'note', ref: 'seen' }], state: 1 }, BOB);
    await world.update(a, { summary: 'A' }, BOB);
    await world.connect(a, world.root, 'relates_to');
    const [{ changed }] = (await take(ALICE)).nodes;
    expect(changed).toEqual(['bob: state, evidence, summary', 'tester: edge_added']);
    await world.update(a, { state: 2 }, ALICE);
    expect((await take(ALICE)).nodes[0]).not.toHaveProperty('changed');
  });
});

function linksOf({ links }: Shown): string[] {
  return links;
}
