/** No tool can make plans and tasks depend on each other in a circle. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('dependencies on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA30] every tool refuses a circle of dependencies and names its path', async () => {
    for (const title of ['B', 'C']) await world.ask('tasks_create', { parent: 'PLAN-001', title });
    await world.ask('tasks_edit', { task: 'TASK-002', depends_on: ['TASK-001'] });
    await world.ask('tasks_edit', { task: 'TASK-003', depends_on: ['TASK-002'] });
    const text = await world.refusal('tasks_edit', { ...TASK, depends_on: ['TASK-003'] });
    expect(text).toContain('TASK-001 -> TASK-003 -> TASK-002 -> TASK-001');
    const own = await world.refusal('tasks_edit', { ...TASK, depends_on: ['TASK-001'] });
    expect(own).toContain('TASK-001 -> TASK-001');
    const ops = [{ op: 'append', field: 'depends_on', value: 'TASK-002' }];
    expect(await world.refused('tasks_patch', { ...TASK, ops })).toBe('CONFLICT');
    expect(await world.refused('tasks_edit', { ...TASK, depends_on: ['PLAN-001'] })).toBe(
      'CONFLICT',
    );
    expect(await world.refused('tasks_edit', { plan: 'PLAN-001', depends_on: ['TASK-002'] })).toBe(
      'CONFLICT',
    );
    expect(await world.refused('tasks_edit', { ...TASK, depends_on: ['TASK-009'] })).toBe(
      'UNKNOWN_ID',
    );
    const { radar } = await world.ask('tasks_radar', { task: 'TASK-002' });
    expect(radar.blockers.join()).toContain('TASK-001');
  });
});
