/** Edges of the reasoning graph that have lost an end, by the rules in docs/spec/graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { edge, graphScenes, node } from '../../../test/support/graph-world.ts';

describe.each(MAIN_ENGINES)('graph_validate on $name', (engine) => {
  const { apply, call, enter } = graphScenes(engine);

  it('[GR17] lists the edges that lack an end, as an older memory may have them', async () => {
    await apply([node('b'), edge('b', 'b')]);
    expect(await call('graph_validate', { branch: 'main' })).toMatchObject({ ok: true });
    const place = { entity: 'branch:1', branch: 1, doc: 'graph' };
    for (const [from, to] of [
      ['b', 'a'],
      ['a', 'b'],
    ] as const) {
      const payload = { edge: { from, rel: 'supports', to } };
      await enter({ type: 'graph_edge_upserted', ...place, payload });
    }
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
