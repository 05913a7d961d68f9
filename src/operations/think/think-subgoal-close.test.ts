/** Closing a subgoal, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_subgoal_close on $name', (engine) => {
  const { ask, card, head, refused } = thinkScenes(engine);

  it('[TI14] closes a subgoal, and links what it returns', async () => {
    await ask('think_card', { card: { id: 'q1', type: 'question', title: 'Why?' } });
    const opened = await ask('think_subgoal_open', { question_id: 'q1', message: 'The disk?' });
    await refused('think_subgoal_close', { subgoal_id: 'q1' });
    await refused('think_subgoal_close', { subgoal_id: opened.subgoal_id, return_card: {} });
    const closed = await ask('think_subgoal_close', {
      subgoal_id: opened.subgoal_id,
      return_card: 'It is fine.',
    });
    expect(await card(opened.subgoal_id)).toMatchObject({ status: 'closed' });
    const { edges } = await ask('graph_query');
    expect(edges.map(({ rel, to }: { rel: string; to: string }) => [rel, to])).toEqual([
      ['return', closed.return_card_id],
      ['subgoal', opened.subgoal_id],
    ]);
  });

  it('[TI86] the same return again changes nothing', async () => {
    await ask('think_card', { card: { id: 'q1', type: 'question', title: 'Why?' } });
    const { subgoal_id } = await ask('think_subgoal_open', { question_id: 'q1' });
    const first = await ask('think_subgoal_close', { subgoal_id, return_card: 'It is fine.' });
    const before = await head();
    for (const more of [{ return_card: 'It is fine.' }, {}]) {
      const again = await ask('think_subgoal_close', { subgoal_id, ...more });
      expect(again).toMatchObject({ status: 'closed' });
      expect(again.return_card_id).toBe('return_card' in more ? first.return_card_id : null);
      expect(await head()).toBe(before);
    }
    const other = await ask('think_subgoal_close', { subgoal_id, return_card: 'It is not.' });
    expect(other.return_card_id).not.toBe(first.return_card_id);
  });
});
