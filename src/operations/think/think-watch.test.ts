/** Cards and trace side by side, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  type CardShown,
  ONE_QUESTION,
  recordCards,
  refuteHypothesis,
  thinkScenes,
} from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_watch on $name', (engine) => {
  const world = thinkScenes(engine);
  const { ask } = world;

  it('[TI11] returns the newest cards, those that are open, and the last trace entries', async () => {
    await recordCards(world);
    await refuteHypothesis(world);
    const watch = await ask('think_watch', { trace_statement_max_bytes: 3 });
    expect(watch.trace.entries).toHaveLength(3);
    expect(watch.candidates.map((each: CardShown) => each.id)).toEqual(['h1', 'e1', 'q1']);
    expect(watch.frontier).toMatchObject(ONE_QUESTION);
    const last = await ask('think_watch', { limit_candidates: 1, trace_limit_steps: 1 });
    expect(last).toMatchObject({
      candidates: [{ id: 'h1' }],
      trace: { entries: [{ title: 'Seen' }] },
    });
  });
});
