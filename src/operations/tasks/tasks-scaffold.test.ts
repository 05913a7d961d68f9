/** `tasks_scaffold` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { useTaskWorld } from '../../../test/support/task-world.ts';

const PRINCIPAL = { template: 'principal-task', title: 'Read numbers' };

describe.each(MAIN_ENGINES)('tasks_scaffold on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TA42] scaffolds plans and tasks from templates', async () => {
    const plan = await world.ask('tasks_scaffold', { template: 'principal-plan', title: 'P' });
    expect(plan.checklist.steps).toHaveLength(9);
    const made = await world.ask('tasks_scaffold', { ...PRINCIPAL, parent: 'PLAN-001' });
    expect(made.steps).toHaveLength(5);
    const { steps } = await world.target('TASK-001');
    expect(steps.map((step) => step.proof)).toEqual([{}, {}, {}, { tests: 'require' }, {}]);
    const unknown = await world.refusal('tasks_scaffold', { ...PRINCIPAL, template: 'basik-task' });
    expect(unknown).toContain('Did you mean basic-task?');
    for (const wrong of [
      { template: 'basic-plan', title: 'P', parent: 'PLAN-001' },
      { ...PRINCIPAL, parent: 'PLAN-001', plan_title: 'Both' },
    ]) {
      expect(await world.refused('tasks_scaffold', wrong)).toBe('INVALID_INPUT');
    }
    const mixed = { ...PRINCIPAL, kind: 'plan' };
    expect(await world.refused('tasks_scaffold', mixed)).toBe('UNKNOWN_ID');
  });

  it('[TA82] takes the plan in focus or the Inbox if none is named', async () => {
    const first = await world.ask('tasks_scaffold', PRINCIPAL);
    expect(first.plan).toMatchObject({ id: 'PLAN-001', created: true });
    expect((await world.target('PLAN-001')).root.title).toBe('Inbox');
  });
});
