/** An empty card of a type, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';
import { CARD_TYPES } from '../../domain/cards/card.ts';

describe.each(MAIN_ENGINES)('think_template on $name', (engine) => {
  const { ask, refused } = thinkScenes(engine);

  it('[TI3] shows a card of each type, and refuses an unknown one', async () => {
    for (const type of CARD_TYPES) {
      const shown = await ask('think_template', { type });
      expect(shown).toMatchObject({ type, template: { type, status: 'open', tags: [] } });
      expect(shown.supported_types).toEqual(CARD_TYPES);
    }
    expect(await refused('think_template', { type: 'idea' })).toContain('hypothesis');
  });

  it('[TI88] a filled template can be recorded twice, as two cards', async () => {
    const { template } = await ask('think_template', { type: 'question' });
    expect(Object.keys(template)).toEqual([
      ...['id', 'type', 'title', 'text', 'status', 'tags', 'meta'],
    ]);
    const ids = [];
    for (const title of ['Why?', 'When?']) {
      ids.push((await ask('think_card', { card: { ...template, title } })).card_id);
    }
    expect(new Set(ids).size).toBe(2);
  });
});
