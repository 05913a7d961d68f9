/** Cards whose type is fixed by the tool, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';
import { CARD_TYPES } from '../../domain/cards/card.ts';

describe.each(MAIN_ENGINES)('think_add_* on $name', (engine) => {
  const { ask, card } = thinkScenes(engine);

  it('[TI8] decides the type of the card', async () => {
    for (const type of CARD_TYPES) {
      const { card_id } = await ask(`think_add_${type}`, { card: { type: 'note', title: type } });
      expect(await card(card_id)).toMatchObject({ type });
    }
  });
});
