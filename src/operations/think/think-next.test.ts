/** The card to continue with, and what is open, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { type CardShown, thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_next on $name', (engine) => {
  const { ask } = thinkScenes(engine);

  it('[TI11] returns the open cards, and the one to continue with', async () => {
    expect((await ask('think_next')).candidate).toBeNull();
    await ask('think_card', { card: { id: 'q1', type: 'question', title: 'Why?' } });
    await ask('think_card', { card: { id: 'h1', type: 'hypothesis', title: 'Cold' } });
    await ask('think_card', { card: { id: 'e1', type: 'evidence', title: 'Seen' } });
    expect((await ask('think_next')).candidate.id).toBe('h1');
    await ask('think_set_status', { targets: ['h1'], status: 'refuted' });
    expect((await ask('think_next')).candidate.id).toBe('q1');
    const { frontier } = await ask('think_frontier');
    expect(frontier).toMatchObject({ hypotheses: [], questions: [{ id: 'q1' }], tests: [] });
    const pack = await ask('think_pack');
    expect(pack.candidates.map((each: CardShown) => each.id)).toEqual(['h1', 'e1', 'q1']);
    const watch = await ask('think_watch', { trace_statement_max_bytes: 3 });
    expect(watch.trace.entries).toHaveLength(3);
  });
});
