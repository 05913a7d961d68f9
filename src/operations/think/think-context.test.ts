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
    expect(context.truncated).toBe(true);
    expect(context.cards.map((each: CardShown) => each.id)).toEqual(['c7', 'c6']);
  });

  it('[TI83] counts all cards by type, and next_cursor leads through them', async () => {
    for (let n = 1; n <= 5; n++) await ask('think_card', { card: { id: `c${n}`, text: `${n}` } });
    await ask('think_card', { card: { id: 'd1', type: 'decision', text: 'so' } });
    await ask('branch_create', { name: 'idea' });
    await ask('think_set_status', { ref: 'idea', targets: 'c1', status: 'closed' });
    await ask('graph_apply', { branch: 'idea', ops: [{ op: 'node_delete', id: 'c2' }] });
    await ask('think_card', { branch: 'idea', card: { id: 'd2', type: 'decision', text: 'no' } });
    const seen: string[] = [];
    let cursor: unknown = null;
    do {
      const page = await ask('think_context', { branch: 'idea', limit_cards: 2, cursor });
      expect(page.stats).toEqual({ cards: 6, by_type: { decision: 2, note: 4 } });
      seen.push(...page.cards.map((each: CardShown) => each.id));
      cursor = page.pagination.next_cursor ?? null;
      expect(page.truncated).toBe(cursor !== null);
    } while (cursor !== null);
    expect(seen).toEqual(['d2', 'c1', 'd1', 'c5', 'c4', 'c3']);
  });
});
