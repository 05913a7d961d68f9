/** The newest cards, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { type CardShown, thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_context on $name', (engine) => {
  const { ask } = thinkScenes(engine);

  it('[TI10] returns only cards, newest first', async () => {
    for (let n = 1; n <= 7; n++) await ask('think_card', { card: { id: `c${n}`, text: `${n}` } });
    await ask('graph_apply', { ops: [{ op: 'node_upsert', id: 'n1', type: 'file' }] });
    const context = await ask('think_context', { limit_cards: 2 });
    expect(context).toMatchObject({ stats: { cards: 2, by_type: { note: 2 } }, truncated: true });
    expect(context.cards.map((each: CardShown) => each.id)).toEqual(['c7', 'c6']);
  });
});
