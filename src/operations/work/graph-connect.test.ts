/** Edges of the work graph, by the rules in docs/spec/work-graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { workScenes } from '../../../test/support/work-world.ts';

describe.each(MAIN_ENGINES)('graph_connect on $name', (engine) => {
  const world = workScenes(engine);

  it('[WO17] adds the valid edges and lists the rejected ones with the reason', async () => {
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
      [a, 'nowhere', 'node_not_found'],
      ['nobody', a, 'node_not_found'],
      [a, other, 'cross_project_edge'],
      [a, b, 'parent_edges_not_allowed'],
      [a, c, 'edge_not_found'],
    ]);
    expect(answer.rejected[1].path).toEqual([c, a, b, c]);
    expect(answer.rejected[3].node_id).toBe('nowhere');
    expect(await world.ready()).toEqual([c]);
    expect(await world.node(a)).toMatchObject({ rev: 1 });
  });

  it('[WO102] an end that was merged away is rejected with the node that it is part of', async () => {
    const { a = '', b = '', c = '' } = await world.plan({ ref: 'a' }, { ref: 'b' }, { ref: 'c' });
    await world.restructure({ op: 'merge', source: a, target: b });
    expect((await world.connect(c, ` ${a} `)).rejected).toEqual([
      { from: c, to: a, reason: 'node_not_found', node_id: a, merged_into: b },
    ]);
    expect(await world.connect(` ${c}`, b), 'ids are trimmed').toEqual({ applied: 1 });
  });

  it('[WO17] a dependency blocks at once, and its removal unblocks', async () => {
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
