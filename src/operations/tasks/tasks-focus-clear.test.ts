/** `tasks_focus_clear` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_focus_clear on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA10] clears the focus once, and names the one before', async () => {
    await world.ask('tasks_focus_set', TASK);
    expect((await world.ask('tasks_focus_clear')).previous).toBe('TASK-001');
    expect((await world.ask('tasks_focus_get')).focus).toBeNull();
    const before = await world.head();
    expect((await world.ask('tasks_focus_clear')).previous).toBeNull();
    expect(await world.head()).toBe(before);
  });
});
