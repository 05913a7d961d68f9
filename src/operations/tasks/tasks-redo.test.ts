/** `tasks_redo` by the rules in docs/spec; its order is shown with `tasks_undo`. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, setField, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

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
});
