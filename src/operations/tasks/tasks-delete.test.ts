/** `tasks_delete` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, FIRST_STEP, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_delete on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  const root = async (id = 'TASK-001') => (await world.target(id)).root;

  it('[TA31] deletes everything below the target and drops dependencies on it', async () => {
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'B' });
    await world.ask('tasks_create', { title: 'Other plan' });
    await world.ask('tasks_edit', { plan: 'PLAN-002', depends_on: ['TASK-001'] });
    await world.ask('tasks_decompose', {
      ...TASK,
      parent: 's:0',
      steps: [{ title: 'Nested', success_criteria: ['x'] }],
    });
    await world.ask('tasks_task_add', { ...TASK, parent_step: 's:0.s:0', title: 'Piece' });
    await world.ask('tasks_delete', FIRST_STEP);
    const target = await world.target('TASK-001');
    expect([target.steps.map((step) => step.title), target.nodes]).toEqual([['Second'], []]);
    await world.ask('notes_commit', { target: 'TASK-001', content: 'Keep me.' });
    expect(await world.refused('tasks_delete', { plan: 'PLAN-001', expected_revision: 9 })).toBe(
      'REVISION_MISMATCH',
    );
    const gone = await world.ask('tasks_delete', { plan: 'PLAN-001' });
    expect(gone).toMatchObject({ deleted: true, tasks_deleted: 2 });
    for (const id of ['PLAN-001', 'TASK-001', 'TASK-002']) {
      expect(await world.refused('tasks_radar', { target: id })).toBe('UNKNOWN_ID');
    }
    expect((await root('PLAN-002')).depends_on).toEqual([]);
    const { entries } = await world.ask('show', { target: 'PLAN-002' });
    expect(entries.at(-1).event_type).toBe('dependency_dropped');
    const kept = await world.ask('show', { branch: 'task/TASK-001', doc: 'notes' });
    expect(kept.entries.at(-1).content).toBe('Keep me.');
    await world.ask('tasks_focus_set', { target: 'PLAN-002' });
    expect(await world.refused('tasks_delete', {})).toBe('INVALID_INPUT');
  });
});
