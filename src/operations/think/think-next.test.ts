/** The card to continue with, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { recordCards, refuteHypothesis, thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_next on $name', (engine) => {
  const world = thinkScenes(engine);
  const { ask } = world;

  it('[TI11] returns the open card to continue with', async () => {
    expect((await ask('think_next')).candidate).toBeNull();
    await recordCards(world);
    expect((await ask('think_next')).candidate.id).toBe('h1');
    await refuteHypothesis(world);
    expect((await ask('think_next')).candidate.id).toBe('q1');
  });
});
