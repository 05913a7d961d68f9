/** The status of cards, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_set_status on $name', (engine) => {
  const { ask, card, head, refused } = thinkScenes(engine);

  it('[TI12] marks all named cards or none', async () => {
    for (const id of ['a', 'b']) await ask('think_card', { card: { id, text: id } });
    await refused('think_set_status', { targets: ['a', 'nobody'], status: 'closed' });
    expect(
      (await ask('think_set_status', { targets: ['a', 'a', 'b'], status: 'closed' })).updated,
    ).toEqual(['a', 'b']);
    for (const id of ['a', 'b']) expect(await card(id)).toMatchObject({ status: 'closed' });
    const before = await head();
    await ask('think_set_status', { targets: 'b', status: 'closed' });
    expect(await head()).toBe(before);
  });
});
