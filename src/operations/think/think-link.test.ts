/** Edges between cards, by the rules in docs/spec/graph.md and thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_link on $name', (engine) => {
  const { ask, head, refused } = thinkScenes(engine);

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

  it('[TI86] the same link again changes nothing; another message does', async () => {
    for (const id of ['q1', 'h1']) await ask('think_card', { card: { id, text: id } });
    const link = { from: ' h1', rel: 'answers', to: 'q1', meta: { a: 1, b: 2 } };
    await ask('think_link', link);
    const before = await head();
    const again = await ask('think_link', { ...link, meta: { b: 2, a: 1 } });
    expect(again).toMatchObject({ applied: { edges_upserted: 0, last_seq: null } });
    expect(await head()).toBe(before);
    const other = await ask('think_link', { ...link, message: 'Seen' });
    expect(other).toMatchObject({ applied: { edges_upserted: 1, last_seq: before + 1 } });
  });

  it('[TI87] a refusal speaks of the arguments of the call', async () => {
    await ask('think_card', { card: { id: 'q1', text: 'q1' } });
    const link = { from: 'q1', rel: 'answers', to: 'q1' };
    expect(await refused('think_link', { ...link, to: 'nobody' })).toContain(
      '"UNKNOWN_ID","message":"to: no card \\"nobody\\" on main"',
    );
    expect(await refused('think_link', { ...link, rel: 'a|b' })).toContain('"rel: must not');
    const reserved = { from: 'task:TASK-001', rel: 'x', to: 'task:TASK-002' };
    expect(await refused('think_link', reserved)).toContain('"from, to: ids that begin with');
  });
});
