/** The open cards by type, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  type CardShown,
  ONE_QUESTION,
  recordCards,
  refuteHypothesis,
  thinkScenes,
} from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_frontier on $name', (engine) => {
  const world = thinkScenes(engine);
  const { ask } = world;

  it('[TI11] returns the open cards', async () => {
    await recordCards(world);
    const open = { hypotheses: [{ id: 'h1' }], questions: [{ id: 'q1' }], tests: [] };
    expect((await ask('think_frontier')).frontier).toMatchObject(open);
    await refuteHypothesis(world);
    const { frontier } = await ask('think_frontier');
    expect(frontier).toMatchObject(ONE_QUESTION);
  });

  it('[TI84] lists each open card once: a subgoal is no question besides', async () => {
    await recordCards(world);
    const { subgoal_id } = await ask('think_subgoal_open', { question_id: 'q1' });
    const { frontier } = await ask('think_frontier', { limit_questions: 1 });
    expect(frontier.questions.map(({ id }: CardShown) => id)).toEqual(['q1']);
    expect(frontier.subgoals.map(({ id }: CardShown) => id)).toEqual([subgoal_id]);
  });
});
