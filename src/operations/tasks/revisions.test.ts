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
});
