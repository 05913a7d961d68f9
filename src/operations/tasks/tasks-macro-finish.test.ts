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

  it('[TA84] says that a part got more room than was asked for', async () => {
    const [, ...lines] = await world.lines('tasks_macro_start', {
      ...{ task_title: 'T', steps: STEPS.slice(0, 1), resume_max_chars: 0 },
    });
    expect(lines.join()).toContain('BUDGET_MIN_CLAMPED resume_max_chars was raised to 2');
    const closed = await world.lines('tasks_macro_close_step', { resume_max_chars: 1 });
    expect(closed.join()).toContain('BUDGET_MIN_CLAMPED');
    const { structured } = await world.reply('tasks_macro_finish', { handoff_max_chars: 0 });
    const codes = (structured.warnings as { code: string }[]).map(({ code }) => code);
    expect(codes).toEqual(['BUDGET_MIN_CLAMPED', 'BUDGET_TRUNCATED']);
  });
});
