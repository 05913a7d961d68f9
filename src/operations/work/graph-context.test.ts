/** A node of the work graph with its surroundings, by the rules in docs/spec/work-graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { workScenes } from '../../../test/support/work-world.ts';

describe.each(MAIN_ENGINES)('graph_context on $name', (engine) => {
  const world = workScenes(engine);

  it('[WO22] returns the tree below a node, down to a depth', async () => {
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

  it('[WO22] of a node that many wait for, as much is shown as an answer should have', async () => {
    const waiting = Array.from({ length: 90 }, (_, n) => ({
      ref: `n${n}`,
      summary: `${n} ${'x'.repeat(400)}`,
      depends_on: ['hub'],
    }));
    const { hub = '' } = await world.plan({ ref: 'hub' }, ...waiting);
    const told = await world.ask('graph_context', { node_id: hub });
    const size = JSON.stringify(told).length;
    expect(size).toBeLessThanOrEqual(12_000);
    expect(size).toBeGreaterThan(0.7 * 12_000);
    expect(told.warnings.map(({ code }: Shown) => code)).toEqual(['BUDGET_TRUNCATED']);
    const whole = await world.ask('graph_context', { node_id: hub, max_chars: 90_000 });
    expect(whole.depended_by).toHaveLength(90);
  });

  it('[WO22] a wide tree shows the number of children', async () => {
    await world.plan(...Array.from({ length: 60 }, (_, n) => ({ ref: `n${n}` })));
    const { children } = await world.ask('graph_context', { node_id: world.root });
    expect(children.children.length).toBeLessThan(60);
    expect(children.child_count).toBe(60);
  });

  it('[WO22] returns neighbours, whether they are satisfied, and other edges', async () => {
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

  it('[WO22] long lists of neighbours are cut and marked as truncated', async () => {
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
});
