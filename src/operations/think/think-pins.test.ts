/** The pinned cards, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { type CardShown, thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_pins on $name', (engine) => {
  const { ask } = thinkScenes(engine);

  it('[TI12] lists the pinned cards, newest first', async () => {
    for (const id of ['a', 'b', 'c']) await ask('think_card', { card: { id, text: id } });
    await ask('think_pin', { targets: ['a', 'b'] });
    expect((await ask('think_pins')).pins.map((each: CardShown) => each.id)).toEqual(['b', 'a']);
    await ask('think_pin', { targets: 'a', pinned: false });
    expect((await ask('think_pins')).pins.map((each: CardShown) => each.id)).toEqual(['b']);
  });
});
