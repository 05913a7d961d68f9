/** Notes, trace and cards of one scope in one answer, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('context_pack on $name', (engine) => {
  const { ask } = thinkScenes(engine);

  it('[TI15] returns notes, trace and cards of a scope in one answer', async () => {
    await ask('think_card', {
      card: { id: 'd1', type: 'decision', title: 'A table', tags: ['blocker'] },
    });
    await ask('think_card', { card: { id: 'e1', type: 'evidence', title: 'Seen' } });
    await ask('notes_commit', { content: 'A note.' });
    const pack = await ask('context_pack');
    expect(pack).toMatchObject({
      branch: 'main',
      docs: { notes: 'notes', trace: 'trace', graph: 'graph' },
      signals: { blockers: [{ id: 'd1' }], decisions: [{ id: 'd1' }], evidence: [{ id: 'e1' }] },
      stats: { notes_count: 1, trace_count: 2, cards: 2 },
    });
  });

  it('[TI83] counts everything, whatever the limits', async () => {
    for (const type of ['decision', 'decision', 'evidence', 'note']) {
      await ask('think_card', { card: { type, title: type, tags: ['blocker'] } });
    }
    for (const content of ['one', 'two']) await ask('notes_commit', { content });
    const few = { notes_limit: 1, trace_limit: 1, limit_cards: 1, decisions_limit: 1 };
    const pack = await ask('context_pack', { ...few, evidence_limit: 1, blockers_limit: 1 });
    expect(pack.signals.stats).toEqual({ blockers: 4, decisions: 2, evidence: 1 });
    expect(pack.stats).toMatchObject({ notes_count: 2, trace_count: 4, cards: 4 });
    expect((await ask('think_pack', { limit_candidates: 1 })).stats.cards).toBe(4);
  });
});
