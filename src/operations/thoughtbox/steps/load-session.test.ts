/** `load_context` and `session resume` load a session; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { eachInWorkspace, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('loading a session on $name', (engine) => {
  let world: ThoughtWorld;
  eachInWorkspace(engine, (given) => {
    world = given;
  });

  const about = async (sessionId: string): Promise<Shown> =>
    (await world.ask('session get', { sessionId })).session;

  it.each(['load_context', 'session resume'])(
    '[TH17] %s loads a session and answers how to continue',
    async (what) => {
      const first = await world.begin({ sessionTitle: 'First' });
      for (const n of [1, 2, 3, 4]) await world.think(`Thought ${n} ${'ä'.repeat(400)}`);
      await world.think('Aside', { branchId: 'b', branchFromThought: 2 });
      await world.think('Seven', { thoughtNumber: 7 });
      const second = await world.begin({ sessionTitle: 'Second' });
      await world.think('Elsewhere');
      const loaded = await world.ask(what, { sessionId: first });
      expect(loaded).toMatchObject({
        success: true,
        sessionId: first,
        session: { title: 'First', thoughtCount: 6, branchCount: 1 },
        branches: ['b'],
        nextThoughtNumber: 8,
        recentThoughts: [
          { thoughtNumber: 4 },
          { thoughtNumber: 1, branchId: 'b', branchFromThought: 2 },
          { thoughtNumber: 7, thought: 'Seven' },
        ],
      });
      expect(Buffer.byteLength(loaded.recentThoughts[0].thought)).toBeLessThanOrEqual(300);
      await world.ask('cipher');
      expect(await world.think('Back')).toMatchObject({ sessionId: first, thoughtNumber: 8 });
      expect((await about(second)).thoughtCount).toBe(1);
    },
  );
});
