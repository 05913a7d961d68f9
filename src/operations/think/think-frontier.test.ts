/** The open cards by type, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
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
});
