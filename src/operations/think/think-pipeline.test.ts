/** Several linked cards in one call, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_pipeline on $name', (engine) => {
  const { ask, refused } = thinkScenes(engine);

  it('[TI9] records all stages in order, or nothing', async () => {
    const told = await ask('think_pipeline', {
      frame: 'Which queue?',
      test: { id: 't1', title: 'Try both' },
      decision: { title: 'A table', text: 'It is there.' },
      status: { decision: 'accepted' },
    });
    const ids = told.cards.map((each: { card_id: string }) => each.card_id);
    expect(told.cards.map((each: { stage: string }) => each.stage)).toEqual([
      'frame',
      'test',
      'decision',
    ]);
    const { edges } = await ask('graph_query');
    expect(edges.map(({ from, to }: { from: string; to: string }) => [from, to])).toEqual([
      [ids[2], 't1'],
      ['t1', ids[0]],
    ]);
    const { entries } = await ask('show', { doc: 'notes' });
    expect(entries).toMatchObject([
      { title: 'Decision', content: `${ids[2]}: A table. It is there.` },
    ]);
    await refused('think_pipeline', {});
    await refused('think_pipeline', { frame: 'x', status: { decision: 'accepted' } });
    await refused('think_pipeline', { frame: 'x', status: { frame: ' ' } });
    await refused('think_pipeline', { frame: 'x', decision: { title: 3 } });
  });
});
