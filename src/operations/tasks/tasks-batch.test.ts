/** `tasks_batch` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, FIRST_STEP, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_batch on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  const block = (path: string) => ({ tool: 'tasks_block', args: { ...TASK, path, reason: 'x' } });

  it('[TA39] an atomic batch succeeds, fails and is undone as a whole', async () => {
    const good = { atomic: true, operations: [block('s:0'), block('s:1')] };
    const done = await world.ask('tasks_batch', { ...good, compact: true });
    expect(done.operations).toEqual([
      { index: 0, tool: 'tasks_block', success: true },
      { index: 1, tool: 'tasks_block', success: true },
    ]);
    await world.ask('tasks_undo', TASK);
    const blocked = async () => (await world.target('TASK-001')).steps.map((step) => step.blocked);
    expect(await blocked()).toEqual([false, false]);
    await world.ask('tasks_redo', TASK);
    expect(await blocked()).toEqual([true, true]);
    await world.ask('tasks_undo', TASK);
    const bad = [
      { tool: 'tasks_block', args: { ...TASK, path: 's:9' } },
      { tool: 'tasks_block', args: { ...TASK, path: 'x' } },
      { tool: 'tasks_block', args: { ...TASK, path: 's:0', nope: 1 } },
      { tool: 'tasks_progress', args: FIRST_STEP },
    ];
    for (const operation of bad) {
      const operations = [block('s:1'), operation];
      const text = await world.refusal('tasks_batch', { atomic: true, operations });
      expect(text).toContain('BATCH_FAILED');
      expect(text).toContain('operations.1');
    }
    const unfit = [
      { tool: 'tasks_note', args: { ...FIRST_STEP, note: 'x' } },
      { tool: 'tasks_batch', args: { operations: [] } },
      { tool: 'tasks_block', args: { path: 's:0' } },
      { args: {} },
    ];
    for (const operation of unfit) {
      const operations = [block('s:1'), operation];
      expect(await world.refused('tasks_batch', { atomic: true, operations })).toBe(
        'INVALID_INPUT',
      );
    }
    expect(await blocked()).toEqual([false, false]);
    await world.ask('tasks_redo', TASK);
    expect(await blocked()).toEqual([true, true]);
  });

  it('[TA40] a batch that is not atomic stops at the first failure and reports it', async () => {
    const operations = [
      { name: 'tasks_note', arguments: { ...FIRST_STEP, note: 'Half way' } },
      { tool: 'tasks_done', args: FIRST_STEP },
      { tool: 'tasks_note', args: { ...FIRST_STEP, note: 'never' } },
    ];
    const reply = await world.ask('tasks_batch', { operations });
    expect(reply.operations).toHaveLength(1);
    expect(reply.failed).toMatchObject({
      index: 1,
      tool: 'tasks_done',
      error: { code: 'CHECKPOINTS_NOT_CONFIRMED' },
    });
    expect((await world.target('TASK-001')).steps[0]?.notes).toBe(1);
    const nested = { operations: [{ tool: 'tasks_batch', args: { operations } }] };
    expect(await world.refused('tasks_batch', nested)).toBe('INVALID_INPUT');
    const other = {
      operations: [{ tool: 'tasks_note', args: { workspace: 'other', ...FIRST_STEP, note: 'x' } }],
    };
    expect(await world.refused('tasks_batch', other)).toBe('BATCH_FAILED');
  });
});
