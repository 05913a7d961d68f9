/** `tasks_close_task` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, STEPS, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_close_task on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  const root = async (id = 'TASK-001') => (await world.target(id)).root;

  it('[TA35] patches and closes a task, or shows what that would change', async () => {
    const patches = [{ ops: [{ op: 'set', field: 'title', value: 'Done' }] }];
    const close = { ...TASK, patches };
    expect(await world.refused('tasks_close_task', close)).toBe('CHECKPOINTS_NOT_CONFIRMED');
    expect(await world.refused('tasks_close_task', { ...close, apply: true })).toBe(
      'CHECKPOINTS_NOT_CONFIRMED',
    );
    for (const path of ['s:0', 's:1'])
      await world.ask('tasks_close_step', { ...TASK, path, checkpoints: 'gate' });
    const head = await world.head();
    const dry = await world.ask('tasks_close_task', close);
    expect(dry).toMatchObject({ applied: false, status: 'TODO', revision: 5 });
    expect(dry.diff).toEqual([
      {
        part: 'root',
        before: { title: 'Task', status: 'TODO' },
        after: { title: 'Done', status: 'DONE' },
      },
    ]);
    const { suggestions } = await world.reply('tasks_close_task', close);
    expect(suggestions).toMatchObject([
      { params: { task: 'TASK-001', apply: true, expected_revision: 5, patches } },
    ]);
    expect(await world.head()).toBe(head);
    const stale = { ...close, apply: true, expected_revision: 1 };
    expect(await world.refused('tasks_close_task', stale)).toBe('REVISION_MISMATCH');
    const bad = {
      ...TASK,
      apply: true,
      patches: [...patches, { ops: [{ op: 'set', field: 'x' }] }],
    };
    expect(await world.refused('tasks_close_task', bad)).toBe('INVALID_INPUT');
    const done = await world.ask('tasks_close_task', { ...close, apply: true });
    expect([done.applied, done.status, done.revision]).toEqual([true, 'DONE', 7]);
    expect(await root()).toMatchObject({ title: 'Done', status: 'DONE' });
  });

  it('[TA35] a dry run is refused if the real one would be', async () => {
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Done', steps: STEPS.slice(1) });
    const close = { task: 'TASK-002', path: 's:0', checkpoints: 'gate' };
    await world.ask('tasks_close_step', close);
    await world.ask('tasks_edit', { task: 'TASK-001', depends_on: ['TASK-002'] });
    const waitFor = (value: string) => ({
      task: 'TASK-002',
      patches: [{ ops: [{ op: 'append', field: 'depends_on', value }] }],
    });
    expect(await world.refused('tasks_close_task', waitFor('TASK-001'))).toBe('CONFLICT');
    expect(await world.refused('tasks_close_task', waitFor('TASK-009'))).toBe('UNKNOWN_ID');
  });
});
