/** `tasks_create` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, type Shown, STEPS, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_create on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TA1] never reuses a number, even after a deletion or a refusal', async () => {
    await createTask(world);
    await world.refused('tasks_create', { parent: 'PLAN-007', title: 'Lost' });
    await world.ask('tasks_delete', { task: 'TASK-001' });
    const made = await world.ask('tasks_create', { parent: 'PLAN-001', title: 'B', steps: STEPS });
    expect(made.id).toBe('TASK-002');
    expect(made.steps).toEqual([
      { step_id: 'STEP-00000003', path: 's:0' },
      { step_id: 'STEP-00000004', path: 's:1' },
    ]);
    await world.ask('tasks_delete', { plan: 'PLAN-001' });
    expect((await world.ask('tasks_create', { title: 'P' })).id).toBe('PLAN-002');
    const request = { template: 'principal-task', title: 'Read numbers', plan_title: 'Q' };
    expect((await world.ask('tasks_scaffold', request)).task.id).toBe('TASK-003');
  });

  it('[TA2] returns what was created, and refuses fields of the other kind', async () => {
    const plan = await world.ask('tasks_create', { title: 'Plan', contract: 'All numbers' });
    expect(plan).toMatchObject({
      id: 'PLAN-001',
      qualified_id: `${world.workspace}:PLAN-001`,
      kind: 'plan',
      revision: 0,
      event: { type: 'plan_created', task_id: 'PLAN-001' },
    });
    const made = await world.ask('tasks_create', { parent: 'PLAN-001', title: 'T', steps: STEPS });
    expect(made.qualified_id).toBe(`${world.workspace}:TASK-001`);
    expect(made.events.map((event: Shown) => event.type)).toEqual([
      'task_created',
      'steps_added',
      'step_defined',
      'step_defined',
    ]);
    expect(await world.refused('tasks_create', { kind: 'task', title: 'T' })).toBe('INVALID_INPUT');
    expect(await world.refused('tasks_create', { title: 'P', steps: STEPS })).toBe('INVALID_INPUT');
    expect(await world.refused('tasks_create', { title: ' ' })).toBe('INVALID_INPUT');
    for (const parent of ['PLAN-009', 'TASK-001']) {
      const code = parent === 'PLAN-009' ? 'UNKNOWN_ID' : 'INVALID_INPUT';
      expect(await world.refused('tasks_create', { parent, title: 'T' })).toBe(code);
    }
    const withContract = { parent: 'PLAN-001', title: 'T', contract: 'x' };
    expect(await world.refused('tasks_create', withContract)).toBe('INVALID_INPUT');
    const radar = await world.ask('tasks_radar', { plan: 'PLAN-001' });
    expect(radar.target.contract).toBe('All numbers');
  });
});
