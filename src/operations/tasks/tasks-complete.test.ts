/** `tasks_complete` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_complete on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA23] a task can be completed only when all its steps are closed', async () => {
    expect(await world.refused('tasks_complete', TASK)).toBe('CHECKPOINTS_NOT_CONFIRMED');
    await world.ask('tasks_complete', { ...TASK, status: 'ACTIVE' });
    for (const path of ['s:0', 's:1']) {
      await world.ask('tasks_close_step', { ...TASK, path, checkpoints: 'gate' });
    }
    expect((await world.ask('tasks_complete', TASK)).task.status).toBe('DONE');
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Bare' });
    await world.ask('tasks_complete', { task: 'TASK-002' });
    const plan = await world.ask('tasks_complete', { plan: 'PLAN-001' });
    expect([plan.plan.status, plan.event.type]).toEqual(['DONE', 'plan_updated']);
    expect(await world.refused('tasks_complete', { ...TASK, status: 'done' })).toBe(
      'INVALID_INPUT',
    );
  });
});
