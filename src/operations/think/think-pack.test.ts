/** The newest cards and the open ones, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  type CardShown,
  ONE_QUESTION,
  recordCards,
  refuteHypothesis,
  thinkScenes,
} from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_pack on $name', (engine) => {
  const world = thinkScenes(engine);
  const { ask } = world;

  it('[TI11] returns the newest cards, and those that are open', async () => {
    await recordCards(world);
    await refuteHypothesis(world);
    const pack = await ask('think_pack');
    expect(pack.candidates.map((each: CardShown) => each.id)).toEqual(['h1', 'e1', 'q1']);
    expect(pack.stats).toMatchObject({ cards: 3 });
    expect(pack.frontier).toMatchObject(ONE_QUESTION);
    expect(await ask('think_pack', { limit_candidates: 1 })).toMatchObject({
      candidates: [{ id: 'h1' }],
      truncated: true,
    });
  });
});
