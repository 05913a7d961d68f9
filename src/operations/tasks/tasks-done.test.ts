/** `tasks_done` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, FIRST_STEP, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_done on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TA15] criteria and tests are always required', async () => {
    await createTask(world, [{ title: 'Bare', success_criteria: ['x'] }]);
    expect(await world.refused('tasks_done', FIRST_STEP)).toBe('CHECKPOINTS_NOT_CONFIRMED');
    await world.ask('tasks_verify', { ...FIRST_STEP, checkpoints: { criteria: true } });
    const half = await world.refusal('tasks_done', FIRST_STEP);
    expect(half).toContain('s:0 is not confirmed: tests"');
    await world.ask('tasks_verify', { ...FIRST_STEP, checkpoints: { tests: { confirmed: true } } });
    expect((await world.ask('tasks_done', FIRST_STEP)).event.type).toBe('step_done');
  });
});
