/**
 * One turn of work after the other: resolve and take the next, give back, and what answers say of
 * other agents, by the rules in docs/spec/work-graph.md.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, BOB, workScenes } from '../../../test/support/work-world.ts';

const DONE = { resolved: true, add_evidence: [{ type: 'git', ref: '4f2c1d0 done' }] };

describe.each(MAIN_ENGINES)('turns of work on $name', (engine) => {
  const world = workScenes(engine);

  const claim = async (caller = ALICE, args: object = {}) =>
    (await world.ask('graph_next', { project: 'p', claim: true, ...args }, caller)).nodes[0]?.node
      .id;

  const finish = (node_id: string, args: object = {}, caller = ALICE) =>
    world.ask('graph_update', { node_id, ...DONE, next: true, ...args }, caller);

  const codes = ({ warnings = [] }: Shown) => warnings.map(({ code }: Shown) => code);

  it('[WO81] one node is updated without a list, by the same fields', async () => {
    const { a = '' } = await world.plan({ ref: 'a', context_links: ['old'] });
    const told = await world.ask('graph_update', {
      node_id: ` ${a} `,
      summary: 'A',
      state: 'begun',
      properties: { x: 1 },
      add_context_links: ['new'],
      remove_context_links: ['old'],
      add_evidence: [{ type: 'note', ref: 'seen' }],
    });
    expect(told).toEqual({ updated: [{ node_id: a, rev: 2 }] });
    expect(await world.node(a)).toMatchObject({
      summary: 'A',
      state: 'begun',
      properties: { x: 1 },
      context_links: ['new'],
      evidence: [{ ref: 'seen' }],
    });
    const field = async (args: object) => (await world.refused('graph_update', args)).field;
    expect(await field({ updates: [{ node_id: a }], state: 1 })).toBe('state');
    expect(await field({ resolved: true })).toBe('updates');
    expect(await field({ release: true, resolved: true })).toBe('node_id');
    expect(await field({ node_id: a, resolved: 'yes' })).toBe('resolved');
  });

  it('[WO81] next resolves and claims the next node in one transaction', async () => {
    const {
      a = '',
      b = '',
      c = '',
      d = '',
    } = await world.plan(
      { ref: 'a', properties: { priority: 2 } },
      { ref: 'b', depends_on: ['a'], context_links: ['b.md'] },
      { ref: 'c', properties: { priority: 1 } },
      { ref: 'd', depends_on: ['a'] },
    );
    expect(await claim()).toBe(a);
    expect(await claim(BOB)).toBe(c);
    const told = await finish(a);
    expect(told).toEqual({
      updated: [{ node_id: a, rev: 3 }],
      newly_actionable: [{ id: d, summary: 'd' }],
      nodes: [
        {
          node: { id: b, rev: 2, summary: 'b' },
          claimed_until: expect.stringMatching(/^\d{4}-.+Z$/),
          context_links: { self: ['b.md'] },
          resolved_deps: [{ id: a, summary: 'a' }],
        },
      ],
    });
    expect((await world.node(b)).properties._claimed_by).toBe('alice');
    const theirs = { type: 'git', ref: '4f2c1d0 done', agent: 'alice' };
    const [{ node, resolved_deps: deps }] = (await finish(c, {}, BOB)).nodes;
    expect(node.id).toBe(d);
    expect(deps).toEqual([{ id: a, summary: 'a', evidence: [theirs] }]);
    const head = await world.head();
    const waits = await finish(b);
    expect(await world.head()).toBe(head + 1);
    expect(waits).toMatchObject({ nodes: [], waiting: { claimed: [{ id: d, by: 'bob' }] } });
    const last = await finish(d, {}, BOB);
    expect(last.nodes[0]).toMatchObject({ node: { id: world.root }, note: expect.any(String) });
    expect(await finish(world.root, {}, BOB)).toMatchObject({ waiting: { resolved: 'all' } });
  });

  it('[WO81] next takes scope and filter as graph_next does, and one project', async () => {
    const {
      a = '',
      b = '',
      c = '',
      d = '',
    } = await world.plan(
      { ref: 'a' },
      { ref: 'b', properties: { area: 'x' } },
      { ref: 'c' },
      { ref: 'd', parent_ref: 'c' },
    );
    const next = async (args: object) => (await finish(a, args)).nodes[0]?.node.id;
    expect(await next({ scope: c })).toBe(d);
    await world.ask('graph_update', { node_id: d, release: true }, ALICE);
    expect(await next({ filter: { area: 'x' } })).toBe(b);
    const none = await finish(a, { filter: { area: 'y' } });
    expect(none).toMatchObject({ nodes: [], waiting: { unresolved: 0, free_in_project: 1 } });
    expect(none.next_call).toMatchObject({ tool: 'graph_next' });
    const other = await world.ask('graph_plan', { project: 'q', nodes: [{ summary: 'Q' }] });
    const refused = async (args: object) => {
      const { code, field } = await world.refused('graph_update', args, ALICE);
      return `${code} ${field}`;
    };
    const both = [a, other.created[0].id].map((node_id) => ({ node_id, state: 1 }));
    expect(await refused({ updates: both, next: true })).toBe('validation_error next');
    expect(await refused({ node_id: a, ...DONE, scope: c })).toBe('validation_error scope');
    expect(await refused({ node_id: a, ...DONE, filter: {} })).toBe('validation_error filter');
    const lost = { node_id: a, state: 2, next: true, scope: 'nowhere' };
    expect(await refused(lost)).toBe('node_not_found scope');
    const claimed = { node_id: a, state: 2, next: true, filter: { _claimed_by: 'bob' } };
    expect(await refused(claimed)).toBe('validation_error filter._claimed_by');
    expect(await refused({ release: true, node_id: 'nowhere', next: true })).toBe(
      'node_not_found node_id',
    );
  });

  it('[WO82] a holder is told what others changed since its last change', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await claim();
    expect(codes(await world.update(a, { state: 1 }, ALICE))).toEqual([]);
    await world.update(a, { add_evidence: [{ type: 'note', ref: 'mind the sign' }] }, BOB);
    const { warnings } = await world.update(a, { state: 2 }, ALICE);
    expect(warnings).toMatchObject([
      { code: 'NODE_CHANGED', message: expect.stringContaining('bob: evidence') },
    ]);
    expect(codes(await world.update(a, { state: 3 }, ALICE))).toEqual([]);
  });

  it('[WO82] also when its claim was ended or its node resolved meanwhile', async () => {
    const { a = '', b = '', c = '' } = await world.plan({ ref: 'a' }, { ref: 'b' }, { ref: 'c' });
    await claim();
    await world.update(a, DONE, BOB);
    const late = await world.update(a, DONE, ALICE);
    expect(late.warnings[0].message).toContain('bob: resolved');
    expect(await claim()).toBe(b);
    await world.update(b, { release: true }, BOB);
    const freed = await world.update(b, { state: 1 }, ALICE);
    expect(freed.warnings[0].message).toContain('bob: claim');
    await world.update(c, { state: 1 }, BOB);
    expect(codes(await world.update(c, { state: 2 }, ALICE)), 'it never held it').toEqual([]);
    expect(codes(await world.update(a, { resolved: true }, BOB))).toEqual(['NODE_CHANGED']);
    expect(codes(await world.update(a, { state: 7 }, BOB))).toEqual([]);
  });

  it('[WO83] resolving before parts or dependencies are done is accepted and reported', async () => {
    const ids = await world.plan(
      { ref: 'part' },
      { ref: 'x', parent_ref: 'part' },
      { ref: 'y', parent_ref: 'part' },
      { ref: 'after', depends_on: ['part', 'x'] },
      { ref: 'free', depends_on: ['after'] },
    );
    const { part = '', x = '', y = '', after = '', free = '' } = ids;
    const early = await world.update(after, DONE);
    expect(early.warnings).toMatchObject([
      {
        code: 'RESOLVED_EARLY',
        message: `${after} is resolved with 2 open dependencies (${part}, ${x})`,
      },
    ]);
    expect(early.newly_actionable).toEqual([{ id: free, summary: 'free' }]);
    const whole = await world.update(world.root, DONE);
    expect(whole.warnings[0].message).toContain('4 open parts');
    const updates = [part, x].map((node_id) => ({ node_id, ...DONE }));
    const { warnings } = await world.ask('graph_update', { updates });
    expect(warnings).toMatchObject([{ message: `${part} is resolved with 1 open part (${y})` }]);
    expect(codes(await world.update(y, DONE))).toEqual([]);
    expect(codes(await world.update(part, DONE)), 'it was resolved before').toEqual([]);
  });

  it('[WO86] claims, releases and hints leave a node its place', async () => {
    const { a = '', b = '', c = '' } = await world.plan({ ref: 'a' }, { ref: 'b' }, { ref: 'c' });
    expect(await claim()).toBe(a);
    const hint = { release: true, hint: 'Half done' };
    await world.update(a, { ...hint, add_evidence: [{ type: 'note', ref: 'half' }] }, ALICE);
    await world.update(b, { hint: 'Mind the sign' });
    expect(await world.ready({}, BOB)).toEqual([a, b, c]);
    const recent = await world.query({ sort: 'recent' });
    expect(recent.map(({ id }) => id)).toEqual([c, b, a, world.root]);
    await world.update(a, { state: 1 }, BOB);
    expect(await world.ready({}, BOB)).toEqual([b, c, a]);
  });

  it('[WO87] whoever gave a node back gets it after all other work, until it is claimed', async () => {
    const {
      a = '',
      b = '',
      c = '',
    } = await world.plan({ ref: 'a', properties: { priority: 9 } }, { ref: 'b' }, { ref: 'c' });
    expect(await claim()).toBe(a);
    const given = { node_id: a, release: true, hint: 'Too hard', next: true };
    const told = await world.ask('graph_update', given, ALICE);
    expect(told).toMatchObject({
      released: [{ id: a, now: 'free' }],
      nodes: [{ node: { id: b } }],
    });
    expect(await world.ready({}, ALICE), 'only a claim passes it over').toEqual([a, b, c]);
    expect(await world.ready({}, BOB)).toEqual([a, c]);
    expect(await world.ready({ count: 1 }, BOB)).toEqual([a]);
    await world.update(b, DONE, ALICE);
    await world.update(c, DONE, ALICE);
    expect(await claim(), 'nothing else is left').toBe(a);
    expect((await world.node(a)).properties).not.toHaveProperty('_released_by');
    await world.update(a, { release: true }, BOB);
    const { properties } = await world.node(a);
    expect(properties, 'bob did not hold it').toEqual({ priority: 9, _hint: 'Too hard' });
  });
});
