/**
 * `think_set_status` and `think_pin` change all named cards or none, by the rules in
 * docs/spec/thinking.md.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { type CardShown, thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('marks of cards on $name', (engine) => {
  const { ask, head, refused } = thinkScenes(engine);

  it('[TI12] marks all named cards or none', async () => {
    for (const id of ['a', 'b']) await ask('think_card', { card: { id, text: id } });
    await refused('think_set_status', { targets: ['a', 'nobody'], status: 'closed' });
    await refused('think_pin', { targets: ['nobody', 'b'] });
    expect(
      (await ask('think_set_status', { targets: ['a', 'a', 'b'], status: 'closed' })).updated,
    ).toEqual(['a', 'b']);
    await ask('think_pin', { targets: ['a', 'b'] });
    const before = await head();
    await ask('think_pin', { targets: ['a', 'b'] });
    await ask('think_set_status', { targets: 'b', status: 'closed' });
    expect(await head()).toBe(before);
    expect((await ask('think_pins')).pins.map((each: CardShown) => each.id)).toEqual(['b', 'a']);
    await ask('think_pin', { targets: 'a', pinned: false });
    expect((await ask('think_pins')).pins.map((each: CardShown) => each.id)).toEqual(['b']);
  });
});
