/** Edges of the reasoning graph that have lost an end, by the rules in docs/spec/graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { edge, graphScenes, node, remove } from '../../../test/support/graph-world.ts';

describe.each(MAIN_ENGINES)('graph_validate on $name', (engine) => {
  const { apply, call } = graphScenes(engine);

  it('[GR17] lists the edges whose ends are deleted', async () => {
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
});
