/** `tasks_redo` by the rules in docs/spec; its order is shown with `tasks_undo`. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createTask,
  FIRST_STEP,
  setField,
  shownStep,
  TASK,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_redo on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA38] a new operation leaves nothing to redo', async () => {
    await setField(world, 'title', 'B');
    await world.ask('tasks_undo', TASK);
    await setField(world, 'priority', 'HIGH');
    expect(await world.refused('tasks_redo', TASK)).toBe('INVALID_INPUT');
    await world.ask('tasks_undo', TASK);
    await world.ask('tasks_redo', TASK);
    expect((await world.target('TASK-001')).root).toMatchObject({
      title: 'Task',
      priority: 'HIGH',
    });
  });

  it('[TA73] closes a step again only if its gate is open', async () => {
    await world.ask('tasks_verify', { ...FIRST_STEP, checkpoints: 'gate' });
    await world.ask('tasks_progress', FIRST_STEP);
    await world.ask('tasks_undo', TASK);
    await world.ask('tasks_verify', { ...FIRST_STEP, checkpoints: { tests: false } });
    expect(await world.refusal('tasks_redo', TASK)).toContain('s:0 is not confirmed: tests');
    await world.ask('tasks_verify', { ...FIRST_STEP, checkpoints: { tests: true } });
    await world.ask('tasks_redo', TASK);
    expect((await shownStep(world, 's:0')).completed).toBe(true);
  });

  it('[TA73] an undone reopening asks the gate too, and force stays force', async () => {
    await world.ask('tasks_progress', { ...FIRST_STEP, force: true });
    await world.ask('tasks_progress', { ...FIRST_STEP, completed: false });
    await world.ask('tasks_undo', TASK);
    expect(await shownStep(world, 's:0')).toMatchObject({ completed: true, forced: true });
    await world.ask('tasks_undo', TASK);
    await world.ask('tasks_redo', TASK);
    expect(await shownStep(world, 's:0')).toMatchObject({ completed: true, forced: true });
    const second = { ...TASK, path: 's:1' };
    await world.ask('tasks_close_step', { ...second, checkpoints: 'gate' });
    await world.ask('tasks_progress', { ...second, completed: false });
    await world.ask('tasks_verify', { ...second, checkpoints: { criteria: false } });
    expect(await world.refused('tasks_undo', TASK)).toBe('CHECKPOINTS_NOT_CONFIRMED');
  });
});
