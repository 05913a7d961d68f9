/** Pinning cards, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_pin on $name', (engine) => {
  const { ask, card, head, refused } = thinkScenes(engine);

  it('[TI12] takes at least one card', async () => {
    await refused('think_pin', { targets: [] });
    await refused('think_set_status', { targets: [], status: 'x' });
  });

  it('[TI12] marks all named cards or none', async () => {
    for (const id of ['a', 'b']) await ask('think_card', { card: { id, text: id } });
    await refused('think_pin', { targets: ['nobody', 'b'] });
    await ask('think_pin', { targets: ['a', 'b'] });
    for (const id of ['a', 'b']) expect(await card(id)).toMatchObject({ tags: ['pinned'] });
    const before = await head();
    await ask('think_pin', { targets: ['a', 'b'] });
    expect(await head()).toBe(before);
    await ask('think_pin', { targets: 'a', pinned: false });
    expect(await card('a')).toMatchObject({ tags: [] });
    expect(await card('b')).toMatchObject({ tags: ['pinned'] });
  });
});
