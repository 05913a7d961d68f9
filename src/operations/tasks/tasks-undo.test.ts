/** `tasks_undo`, and `tasks_redo` in the same order, by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createTask,
  FIRST_STEP,
  setField,
  TASK,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_undo on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA36] undo and redo work as a stack', async () => {
    for (const title of ['B', 'C']) await setField(world, 'title', title);
    await world.ask('tasks_block', { ...FIRST_STEP, reason: 'x' });
    const titles: string[] = [];
    const go = async (tool: string) => {
      await world.ask(tool, TASK);
      titles.push(
        `${(await world.target('TASK-001')).root.title}${(await world.target('TASK-001')).steps[0]?.blocked}`,
      );
    };
    for (const tool of ['tasks_undo', 'tasks_undo', 'tasks_undo']) await go(tool);
    expect(await world.refused('tasks_undo', TASK)).toBe('INVALID_INPUT');
    for (const tool of ['tasks_redo', 'tasks_redo', 'tasks_redo']) await go(tool);
    expect(await world.refused('tasks_redo', TASK)).toBe('INVALID_INPUT');
    expect(titles).toEqual(['Cfalse', 'Bfalse', 'Taskfalse', 'Bfalse', 'Cfalse', 'Ctrue']);
    expect((await world.target('TASK-001')).revision).toBe(3 + 3 + 6);
  });

  it('[TA37] refuses to undo over a later change', async () => {
    await setField(world, 'title', 'B');
    await world.ask('tasks_edit', { ...TASK, title: 'C' });
    expect(await world.refused('tasks_undo', TASK)).toBe('REVISION_MISMATCH');
    await world.ask('tasks_edit', { ...TASK, title: 'B' });
    await world.ask('tasks_undo', TASK);
    expect((await world.target('TASK-001')).root.title).toBe('Task');
    await world.ask('tasks_edit', { ...TASK, title: 'D' });
    expect(await world.refused('tasks_redo', TASK)).toBe('REVISION_MISMATCH');
    await world.ask('tasks_block', FIRST_STEP);
    await world.ask('tasks_delete', FIRST_STEP);
    expect(await world.refused('tasks_undo', TASK)).toBe('REVISION_MISMATCH');
    expect(await world.refused('tasks_undo', { ...TASK, expected_revision: 1 })).toBe(
      'REVISION_MISMATCH',
    );
  });
});
