/** Cards that say the same, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_nominal_merge on $name', (engine) => {
  const { ask, card, head } = thinkScenes(engine);

  it('[TI13] merges cards that say the same, once', async () => {
    const said = [
      'Why is the cache so slow today?',
      'why is the CACHE so slow, today',
      'Who did it?',
    ];
    for (const [n, title] of said.entries()) {
      await ask('think_card', { card: { id: `q${n}`, type: 'question', title } });
    }
    const { merged_groups } = await ask('think_nominal_merge');
    expect(merged_groups).toEqual([{ canonical_id: 'q0', merged_ids: ['q1'] }]);
    expect(await card('q1')).toMatchObject({ status: 'merged' });
    const before = await head();
    expect(await ask('think_nominal_merge')).toMatchObject({ merged_groups: [], applied: null });
    expect(await head()).toBe(before);
  });
});
