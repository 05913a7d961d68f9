/** Two branches of the reasoning graph compared, by the rules in docs/spec/graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { edge, graphScenes, node, remove } from '../../../test/support/graph-world.ts';

describe.each(MAIN_ENGINES)('graph_diff on $name', (engine) => {
  const { apply, call } = graphScenes(engine);

  it('[GR18] returns what differs between two branches, deletions too, in both directions', async () => {
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
