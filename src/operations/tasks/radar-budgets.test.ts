/** What the small views of a task keep in a budget, by the rules in docs/spec. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';
import type { Shown } from '../../../test/support/task-world.ts';

const PARTS = ['now', 'why', 'verify', 'next', 'blockers'] as const;
const SIZES = Array.from({ length: 45 }, (_, n) => 300 + 60 * n);

describe('a radar in a budget', () => {
  let server: TestSurface;

  beforeAll(async () => {
    server = await openTestSurface({ defaultWorkspace: 'home' });
    const words = (n: number) => 'Größe und mehr '.repeat(n);
    const steps = Array.from({ length: 5 }, (_, n) => ({
      title: `Step ${n} ${words(3)}`,
      success_criteria: [words(12), `${n} is seen`],
      tests: ['npm test'],
      blockers: [`Blocker ${n} ${words(9)}`],
    }));
    await server.call('tasks_macro_start', { task_title: 'T', description: words(20), steps });
    for (let n = 0; n < 6; n++) {
      await server.call('tasks_note', { task: 'TASK-001', path: 's:0', note: words(n) });
      const card = { id: `d${n}`, type: 'decision', text: words(n) };
      await server.call('think_card', { target: 'TASK-001', card });
    }
  });
  afterAll(() => server.close());

  const read = async (tool: string, max_chars?: number): Promise<Shown> => {
    const cap = max_chars === undefined ? {} : { max_chars };
    const { text } = await server.call(tool, { target: 'TASK-001', ...cap });
    return { ...JSON.parse(text).result, text };
  };
  const first = (part: string | readonly string[]) => (typeof part === 'string' ? part : part[0]);

  it.each(['tasks_radar', 'tasks_context_pack', 'tasks_resume_pack', 'tasks_handoff'])(
    '[TV59] %s keeps an entry of each part, as far as 120 bytes of each fit',
    async (tool) => {
      const whole = await read(tool);
      const least = Object.fromEntries(
        PARTS.map((part) => [part, first(whole.radar[part])?.slice(0, 110)]),
      );
      const { done, remaining, risks } = whole.handoff ?? {};
      const beside = whole.handoff ? JSON.stringify([done[0], remaining[0], risks[0]]).length : 0;
      const needed = Buffer.byteLength(JSON.stringify({ radar: least })) + beside + 150;
      for (const size of SIZES) {
        const { radar, budget, text } = await read(tool, size);
        const room = size - (Buffer.byteLength(text) - budget.used_chars);
        if (Math.max(room, Math.min(600, size)) < needed) continue;
        for (const part of PARTS) {
          expect(first(radar[part])?.length, `${part} in ${size}`).toBeGreaterThan(10);
        }
      }
    },
  );

  it('[TV59] uses the room that it has', async () => {
    const whole = Buffer.byteLength((await read('tasks_radar')).text);
    const { budget, radar, steps, text } = await read('tasks_radar', whole - 8);
    expect(Buffer.byteLength(text)).toBeGreaterThan(0.7 * whole);
    expect(budget.truncated).toBe(true);
    expect(steps ?? {}).not.toHaveProperty('missing_criteria');
    for (const part of PARTS) expect(radar[part]?.length).toBeGreaterThan(0);
  });
});
