/** `tasks_batch` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createTask,
  FIRST_STEP,
  type Shown,
  TASK,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

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

  it('[TA70] an operation of a batch takes the focus, as a single call would', async () => {
    await world.ask('tasks_focus_set', TASK);
    const bare = { tool: 'tasks_block', args: { path: 's:0' } };
    await world.ask('tasks_batch', { atomic: true, operations: [bare, block('s:1')] });
    const { steps } = await world.target('TASK-001');
    expect(steps.map((step) => step.blocked)).toEqual([true, true]);
    await world.ask('tasks_focus_clear');
    expect(await world.refused('tasks_batch', { atomic: true, operations: [bare] })).toBe(
      'BATCH_FAILED',
    );
  });

  it('[TA40] a batch that is not atomic stops at the first failure and reports it', async () => {
    const operations = [
      { name: 'tasks_note', arguments: { ...FIRST_STEP, note: 'Half way' } },
      { tool: 'tasks_done', args: FIRST_STEP },
      { tool: 'tasks_note', args: { ...FIRST_STEP, note: 'never' } },
    ];
    const call = { workspace: world.workspace, operations, call_id: 'half' };
    const reply = await world.server.call('tasks_batch', call);
    expect([reply.isError, reply.refusal]).toEqual([true, 'BATCH_FAILED']);
    const { success, result, error, suggestions } = reply.structured as Shown;
    expect(success).toBe(false);
    expect(result.operations).toMatchObject([{ index: 0, tool: 'tasks_note', success: true }]);
    expect(result.failed).toMatchObject({
      index: 1,
      tool: 'tasks_done',
      error: { code: 'CHECKPOINTS_NOT_CONFIRMED' },
    });
    expect(result.not_done).toEqual([
      { index: 1, tool: 'tasks_done' },
      { index: 2, tool: 'tasks_note' },
    ]);
    expect(error).toMatchObject({
      code: 'BATCH_FAILED',
      recovery: 'operations.0 is done. Send the rest again from operations.1, once it can succeed.',
    });
    expect(suggestions).toMatchObject([{ target: 'tasks_verify' }]);
    const again = await world.server.call('tasks_batch', call);
    expect(again.structured).toMatchObject({ success: false, result, error });
    expect((await world.target('TASK-001')).steps[0]?.notes).toBe(1);
    const nested = { operations: [{ tool: 'tasks_batch', args: { operations } }] };
    expect(await world.refused('tasks_batch', nested)).toBe('INVALID_INPUT');
    const other = {
      operations: [{ tool: 'tasks_note', args: { workspace: 'other', ...FIRST_STEP, note: 'x' } }],
    };
    expect(await world.refused('tasks_batch', other)).toBe('BATCH_FAILED');
  });
});
