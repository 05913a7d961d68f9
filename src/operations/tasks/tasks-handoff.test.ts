/** `tasks_handoff` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_handoff on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TV7] the handoff of a plan names the newest tasks', async () => {
    const { id: plan } = await world.ask('tasks_create', { title: 'Plan' });
    const made: string[] = [];
    for (const title of ['A', 'B', 'C']) {
      const { id } = await world.ask('tasks_create', { parent: plan, title });
      await world.ask('tasks_complete', { task: id });
      made.push(`${id} — ${title}`);
    }
    const { handoff, totals } = await world.ask('tasks_handoff', { plan, limit: 2 });
    expect(handoff.done).toEqual(made.slice(1));
    expect(totals.done).toBe(3);
  });

  it('[TV7] a handoff keeps to its limit and shows the totals', async () => {
    const steps = Array.from({ length: 5 }, (_, n) => ({ title: `${n}`, success_criteria: ['x'] }));
    await world.ask('tasks_decompose', { ...TASK, steps });
    for (const path of ['s:0', 's:1', 's:2']) {
      await world.ask('tasks_progress', { ...TASK, path, force: true });
    }
    const { handoff, totals } = await world.ask('tasks_handoff', { ...TASK, limit: 2 });
    expect(handoff.done).toEqual(['s:1 Second', 's:2 0']);
    expect(handoff.remaining).toEqual(['s:3 1', 's:4 2']);
    expect(handoff.risks).toHaveLength(2);
    expect(totals).toEqual({ done: 3, remaining: 7, risks: 8 });
    const whole = await world.ask('tasks_handoff', TASK);
    expect(whole.handoff.risks).toContain('s:0 was forced without criteria, tests');
  });
});
