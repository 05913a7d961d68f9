/** Closing a subgoal, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_subgoal_close on $name', (engine) => {
  const { ask, card, refused } = thinkScenes(engine);

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
});
