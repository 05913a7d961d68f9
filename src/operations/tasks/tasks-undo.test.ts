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
    expect(await world.refused('tasks_undo', { ...TASK, expected_revision: 1 })).toBe(
      'REVISION_MISMATCH',
    );
  });

  const SECOND_STEP = { ...TASK, path: 's:1' };
  const titleOf = async () => (await world.target('TASK-001')).root.title;

  it('[TA74] passes over operations on what was deleted', async () => {
    await setField(world, 'title', 'B');
    await world.ask('tasks_block', { ...SECOND_STEP, reason: 'x' });
    await world.ask('tasks_delete', SECOND_STEP);
    await world.ask('tasks_undo', TASK);
    expect(await titleOf()).toBe('Task');
    await world.ask('tasks_redo', TASK);
    expect(await titleOf()).toBe('B');
    await world.ask('tasks_undo', TASK);
    expect(await world.refused('tasks_undo', TASK)).toBe('INVALID_INPUT');
  });

  it('[TA74] undoes what is left of a batch', async () => {
    const block = (path: string) => ({ tool: 'tasks_block', args: { ...TASK, path } });
    await world.ask('tasks_batch', { atomic: true, operations: [block('s:0'), block('s:1')] });
    await world.ask('tasks_delete', SECOND_STEP);
    await world.ask('tasks_undo', TASK);
    expect((await world.target('TASK-001')).steps.map((step) => step.blocked)).toEqual([false]);
  });

  it('[TA74] leads past an operation that was changed since', async () => {
    await setField(world, 'title', 'B');
    await setField(world, 'description', 'why');
    await world.ask('tasks_edit', { ...TASK, description: 'because' });
    const refusal = JSON.parse(await world.refusal('tasks_undo', TASK));
    expect(refusal.error.code).toBe('REVISION_MISMATCH');
    const [{ target, params }] = refusal.suggestions;
    expect([target, params.skip]).toEqual(['tasks_undo', true]);
    await world.ask(target, params);
    expect((await world.target('TASK-001')).root).toMatchObject({
      title: 'Task',
      description: 'because',
    });
    const last = JSON.parse(await world.refusal('tasks_undo', TASK));
    expect(last.suggestions).toMatchObject([{ target: 'tasks_history' }]);
    expect(await world.refused('tasks_undo', { ...TASK, skip: true })).toBe('INVALID_INPUT');
  });

  it('[TA74] leads past a dependency that no longer exists', async () => {
    const depend = (op: string) => ({
      ...TASK,
      ops: [{ op, field: 'depends_on', value: 'TASK-002' }],
    });
    await setField(world, 'title', 'B');
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Other' });
    await world.ask('tasks_patch', depend('append'));
    await world.ask('tasks_patch', depend('remove'));
    await world.ask('tasks_delete', { target: 'TASK-002' });
    const refusal = JSON.parse(await world.refusal('tasks_undo', TASK));
    expect(refusal.error.code).toBe('UNKNOWN_ID');
    const [{ target, params }] = refusal.suggestions;
    await world.ask(target, params);
    expect((await world.target('TASK-001')).root.depends_on).toEqual([]);
  });
});
