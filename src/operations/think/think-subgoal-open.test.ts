/** Opening a subgoal, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_subgoal_open on $name', (engine) => {
  const { ask, refused } = thinkScenes(engine);

  it('[TI14] opens a subgoal under an existing question', async () => {
    await ask('think_card', { card: { id: 'q1', type: 'question', title: 'Why?' } });
    await refused('think_subgoal_open', { question_id: 'q9' });
    const opened = await ask('think_subgoal_open', { question_id: 'q1', message: 'The disk?' });
    expect((await ask('think_frontier')).frontier.subgoals).toMatchObject([
      { id: opened.subgoal_id },
    ]);
    expect((await ask('graph_query')).edges).toMatchObject([
      { from: 'q1', rel: 'subgoal', to: opened.subgoal_id },
    ]);
  });
});
