/** Edges between cards, by the rules in docs/spec/graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_link on $name', (engine) => {
  const { ask, refused } = thinkScenes(engine);

  it('[GR8] links two cards, and neither to one that does not exist', async () => {
    for (const id of ['q1', 'h1']) await ask('think_card', { card: { id, text: id } });
    const edge = { from: 'h1', rel: 'answers', to: 'q1' };
    for (const lost of [{ from: 'nobody' }, { to: 'nobody' }]) {
      expect(await refused('think_link', { ...edge, ...lost })).toContain('nobody');
    }
    const linked = await ask('think_link', { ...edge, message: 'Seen', meta: { sure: true } });
    expect(linked).toMatchObject({ branch: 'main', edge, applied: { edges_upserted: 1 } });
    expect((await ask('graph_query')).edges).toMatchObject([
      { ...edge, meta: { message: 'Seen', sure: true } },
    ]);
  });
});
