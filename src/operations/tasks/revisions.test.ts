/** Every operation raises the revision of its target, and a stale revision is refused. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, STEPS, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

const first = { path: 's:0', checkpoints: 'gate' };

describe.each(MAIN_ENGINES)('revisions on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TA4] each operation raises the revision by one', async () => {
    const steps = [...STEPS, { title: 'Third', success_criteria: ['x'] }];
    await world.ask('tasks_create', { title: 'Plan' });
    const made = await world.ask('tasks_create', { parent: 'PLAN-001', title: 'T', steps });
    expect(made.revision).toBe(3);
    const verified = { ...TASK, path: 's:0', checkpoints: 'gate' };
    expect((await world.ask('tasks_verify', verified)).revision).toBe(4);
    expect((await world.ask('tasks_edit', { ...TASK, title: 'U' })).revision).toBe(5);
    expect((await world.target('PLAN-001')).revision).toBe(0);
  });

  it('[TA11] refuses a write with a stale revision', async () => {
    await createTask(world);
    const stale = { task: 'TASK-001', ...first, expected_revision: 2 };
    const text = await world.refusal('tasks_close_step', stale);
    expect(text).toContain('expected=2 actual=3');
    const alias = { task: 'TASK-001', ...first, expected_version: 9 };
    expect(await world.refused('tasks_close_step', alias)).toBe('REVISION_MISMATCH');
    const both = { ...alias, expected_revision: 3 };
    expect(await world.refused('tasks_close_step', both)).toBe('INVALID_INPUT');
    await world.ask('tasks_close_step', { task: 'TASK-001', ...first, expected_version: 3 });
  });

  it('[TA75] a call that changes nothing writes nothing', async () => {
    await createTask(world);
    const at = { ...TASK, path: 's:0' };
    await world.ask('tasks_verify', { ...at, checkpoints: 'gate' });
    await world.ask('tasks_block', { ...at, reason: 'x' });
    await world.ask('tasks_complete', { ...TASK, status: 'ACTIVE' });
    const node = await world.ask('tasks_task_add', { ...TASK, parent_step: 's:0', title: 'P' });
    const ops = [{ op: 'set', field: 'title', value: 'Task' }];
    const { revision } = await world.target('TASK-001');
    const head = await world.head();
    const calls: readonly (readonly [string, object])[] = [
      ['tasks_verify', { ...at, checkpoints: { tests: true } }],
      ['tasks_progress', { ...at, completed: false }],
      ['tasks_block', { ...at, reason: 'x' }],
      ['tasks_define', { ...at, title: 'First' }],
      ['tasks_edit', { ...TASK, title: 'Task' }],
      ['tasks_patch', { ...TASK, ops }],
      ['tasks_task_define', { ...TASK, path: node.node.path, title: 'P' }],
      ['tasks_complete', { ...TASK, status: 'ACTIVE' }],
    ];
    for (const [tool, args] of calls) {
      const answer = await world.ask(tool, args);
      expect([answer.revision, answer.event], tool).toEqual([revision, null]);
    }
    await world.ask('tasks_contract', { plan: 'PLAN-001', clear: true });
    await world.ask('tasks_macro_finish', { ...TASK, status: 'ACTIVE' });
    expect(await world.head()).toBe(head);
    expect(await world.refused('tasks_redo', TASK)).toBe('INVALID_INPUT');
  });
});
