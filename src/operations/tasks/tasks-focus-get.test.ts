/** `tasks_focus_get` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';
import type { Caller } from '../../surface/caller.ts';

describe.each(MAIN_ENGINES)('tasks_focus_get on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  const focusOf = async (caller: Caller) => {
    const { workspace, server } = world;
    const reply = await server.call('tasks_focus_get', { workspace }, caller);
    return JSON.parse(reply.text).result;
  };

  it('[TA10] [ID41] returns the focus of the caller, or says that it is inherited', async () => {
    const { workspace } = world;
    expect(await world.ask('tasks_focus_get')).toEqual({ workspace, focus: null });
    await world.ask('tasks_focus_set', TASK);
    const before = await world.head();
    expect(await world.ask('tasks_focus_get')).toEqual({ workspace, focus: 'TASK-001' });
    expect(await focusOf({ agent: 'newcomer', role: 'read' })).toEqual({
      workspace,
      focus: 'TASK-001',
      inherited: true,
    });
    expect(await world.head()).toBe(before);
  });
});
