/** `tasks_history` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createTask,
  FIRST_STEP,
  type Shown,
  setField,
  TASK,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_history on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA41] lists operations, newest first', async () => {
    await setField(world, 'title', 'B');
    await world.ask('tasks_block', { ...FIRST_STEP, reason: 'x' });
    await world.ask('tasks_undo', TASK);
    await world.ask('tasks_delete', { ...TASK, path: 's:1' });
    const { operations } = await world.ask('tasks_history', TASK);
    expect(
      operations.map((each: Shown) => [each.intent, each.path, each.undoable, each.undone]),
    ).toEqual([
      ['step_delete', 's:1', false, false],
      ['step_block_set', 's:0', true, true],
      ['task_detail_patch', null, true, false],
    ]);
    expect(operations[2]).toMatchObject({
      before: [{ part: 'root', fields: { title: 'Task' } }],
      after: [{ part: 'root', fields: { title: 'B' } }],
    });
    const page = await world.ask('tasks_history', { limit: 1 });
    const next = await world.ask('tasks_history', {
      limit: 1,
      cursor: page.pagination.next_cursor,
    });
    expect(next.operations[0].intent).toBe('step_block_set');
  });

  it('[TA81] what changed only what is gone cannot be undone', async () => {
    await setField(world, 'title', 'B');
    await world.ask('tasks_block', { ...FIRST_STEP, reason: 'x' });
    await world.ask('tasks_delete', FIRST_STEP);
    const undoable = async () =>
      (await world.ask('tasks_history', TASK)).operations.map((each: Shown) => each.undoable);
    expect(await undoable()).toEqual([false, false, true]);
    await world.ask('tasks_delete', { target: 'TASK-001' });
    expect(await undoable()).toEqual([false, false, false, false]);
  });
});
