/** Finding cards, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { type CardShown, thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_query on $name', (engine) => {
  const { ask } = thinkScenes(engine);

  it('[TI10] returns only cards, newest first, on every page', async () => {
    for (let n = 1; n <= 7; n++) await ask('think_card', { card: { id: `c${n}`, text: `${n}` } });
    await ask('graph_apply', { ops: [{ op: 'node_upsert', id: 'n1', type: 'file' }] });
    const seen: string[] = [];
    let cursor: number | null = null;
    do {
      const page = await ask('think_query', { limit: 3, cursor });
      seen.push(...page.cards.map((each: CardShown) => each.id));
      cursor = page.pagination.next_cursor ?? null;
    } while (cursor !== null);
    expect(seen).toEqual(['c7', 'c6', 'c5', 'c4', 'c3', 'c2', 'c1']);
  });
});
