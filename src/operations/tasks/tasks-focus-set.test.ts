/** `tasks_focus_set` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_focus_set on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  const focus = async () => (await world.ask('tasks_focus_get')).focus;

  it('[TA10] sets the focus to an existing target, and names the one before', async () => {
    expect(await world.refused('tasks_focus_set', { target: 'TASK-009' })).toBe('UNKNOWN_ID');
    expect(await world.refused('tasks_focus_set', {})).toBe('INVALID_INPUT');
    expect(await focus()).toBeNull();
    const set = await world.ask('tasks_focus_set', { target: 'TASK-001' });
    expect([set.focus, set.previous]).toEqual(['TASK-001', null]);
    expect(await focus()).toBe('TASK-001');
    const moved = await world.ask('tasks_focus_set', { plan: 'PLAN-001' });
    expect([moved.focus, moved.previous]).toEqual(['PLAN-001', 'TASK-001']);
    expect(await world.refused('tasks_focus_set', { ...TASK, plan: 'PLAN-001' })).toBe(
      'INVALID_INPUT',
    );
  });
});
