/** A target with its notes and trace, by the rules in docs/spec/task-views.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('export on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TV29] an export has the target with its metadata', async () => {
    await createTask(world);
    await world.ask('tasks_complete', { ...TASK, status: 'ACTIVE' });
    const { revision, createdMs, updatedMs } = await world.target('TASK-001');
    const exported = await world.ask('export', { target: 'TASK-001' });
    expect(exported.target).toEqual({
      id: 'TASK-001',
      kind: 'task',
      revision,
      parent: 'PLAN-001',
      title: 'Task',
      status: 'ACTIVE',
      created_at_ms: createdMs,
      updated_at_ms: updatedMs,
    });
    expect(exported.trace.entries.at(-1)).toMatchObject({ event_type: 'task_completed' });
    const plan = await world.ask('export', { target: 'PLAN-001' });
    expect(plan.target).not.toHaveProperty('parent');
  });

  it('[TV29] [CA19] without a target it is about the focus, and is refused without one', async () => {
    await createTask(world);
    expect(await world.refused('export', {})).toBe('INVALID_INPUT');
    await world.ask('tasks_focus_set', TASK);
    expect((await world.ask('export', {})).target).toMatchObject({ id: 'TASK-001' });
  });
});
