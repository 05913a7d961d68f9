/** `tasks_macro_create_done` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { STEPS, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_macro_create_done on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TA49] records work that is already done', async () => {
    await world.ask('tasks_macro_start', { task_title: 'T' });
    const record = { plan: 'PLAN-001', task_title: 'Typo', steps: STEPS.slice(0, 1) };
    const made = await world.ask('tasks_macro_create_done', record);
    expect(made.bootstrap.task.id).toBe('TASK-002');
    expect((await world.target('TASK-002')).root.status).toBe('DONE');
    expect((await world.ask('tasks_focus_get')).focus).toBe('TASK-001');
    for (const steps of [STEPS, [], [{ title: 'A', success_criteria: ['x'] }]]) {
      expect(await world.refused('tasks_macro_create_done', { ...record, steps })).toBe(
        'INVALID_INPUT',
      );
    }
  });
});
