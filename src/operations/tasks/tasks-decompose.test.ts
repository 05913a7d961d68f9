/** `tasks_decompose` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, type Shown, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_decompose on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TA3] cleans lists and requires a criterion', async () => {
    await world.ask('tasks_create', { title: 'Plan' });
    const steps = [
      { title: ' A ', success_criteria: [' x ', 'x', 'N/A', ''], tests: ['none', 't'] },
    ];
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'T', steps });
    expect((await world.target('TASK-001')).steps[0]).toMatchObject({
      title: 'A',
      success_criteria: ['x'],
      tests: ['t'],
    });
    for (const success_criteria of [[], ['none', ' ']]) {
      const bad = [{ title: 'B', success_criteria }];
      expect(await world.refused('tasks_decompose', { ...TASK, steps: bad })).toBe('INVALID_INPUT');
    }
    const blank = [{ title: ' ', success_criteria: ['x'] }];
    expect(await world.refused('tasks_decompose', { ...TASK, steps: blank })).toBe('INVALID_INPUT');
  });

  it('[TA5] keeps the ordinals of siblings, uses none again and sorts them as numbers', async () => {
    await createTask(world);
    const more = Array.from({ length: 9 }, (_, index) => ({
      title: `More ${index}`,
      success_criteria: ['x'],
    }));
    await world.ask('tasks_decompose', { ...TASK, steps: more });
    await world.ask('tasks_decompose', { ...TASK, parent: 's:1', steps: more.slice(0, 2) });
    await world.ask('tasks_delete', { ...TASK, path: 's:10' });
    await world.ask('tasks_decompose', { ...TASK, steps: more.slice(0, 1) });
    const { steps } = await world.ask('tasks_resume', TASK);
    expect(steps.map((step: Shown) => step.path)).toEqual([
      ...['s:0', 's:1', 's:1.s:0', 's:1.s:1', 's:2', 's:3', 's:4', 's:5'],
      ...['s:6', 's:7', 's:8', 's:9', 's:11'],
    ]);
  });
});
