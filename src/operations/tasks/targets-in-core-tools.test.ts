/** Plans and tasks in the answers of `status` and `export`. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('targets in status and export on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TV28] status shows the task in focus, else the newest, else how to start', async () => {
    const shown = async () => {
      const [state = '', ...more] = await world.plainLines('status');
      expect(more).toHaveLength(1);
      return [state, ...more];
    };
    expect((await shown())[1]).toBe('tasks_macro_start task_title="<fill: what to do>"');
    await createTask(world);
    await world.ask('tasks_focus_set', TASK);
    const [state, next] = await shown();
    expect(state).toContain('ready checkout=main | focus TASK-001 — Task (TODO) | last event=');
    expect(next).toBe('tasks_snapshot target=TASK-001');
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Newer' });
    await world.ask('tasks_focus_clear');
    expect((await shown())[1]).toBe('tasks_snapshot target=TASK-002');
    await world.ask('tasks_delete', { task: 'TASK-002' });
    expect((await shown())[1]).toBe('tasks_snapshot target=TASK-001');
    await world.ask('tasks_delete', { task: 'TASK-001' });
    expect((await shown())[1]).toContain('tasks_macro_start');
  });

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
});
