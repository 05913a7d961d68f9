/** `tasks_macro_finish` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { STEPS, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_macro_finish on $name', (engine) => {
  const world = useTaskWorld(engine);

  const start = (args: object = {}) => world.ask('tasks_macro_start', { task_title: 'T', ...args });

  it('[TA49] completes with a handoff', async () => {
    await start({ steps: STEPS.slice(0, 1) });
    expect(await world.refused('tasks_macro_finish')).toBe('CHECKPOINTS_NOT_CONFIRMED');
    await world.ask('tasks_macro_close_step');
    const done = await world.ask('tasks_macro_finish', { handoff_max_chars: 400 });
    expect([done.task, done.status]).toEqual(['TASK-001', 'DONE']);
    expect(done.handoff.budget.used_chars).toBeLessThanOrEqual(400);
    const plan = await world.ask('tasks_macro_finish', { plan: 'PLAN-001' });
    expect(plan.handoff.handoff).toHaveProperty('remaining');
  });
});
