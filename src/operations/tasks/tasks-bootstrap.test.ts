/** `tasks_bootstrap` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { STEPS, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_bootstrap on $name', (engine) => {
  const world = useTaskWorld(engine);

  const cards = async (target: string) => (await world.ask('think_query', { target })).cards;

  it('[TA43] creates everything or nothing', async () => {
    const request = { plan_title: 'P', plan_template: 'basic-plan', task_title: 'T', steps: STEPS };
    const made = await world.ask('tasks_bootstrap', { ...request, think: { frame: 'Which?' } });
    expect(made).toMatchObject({
      plan: { id: 'PLAN-001', created: true },
      task: { id: 'TASK-001', revision: 3 },
      steps: [{ path: 's:0' }, { path: 's:1' }],
      think_pipeline: { cards: [{ stage: 'frame' }] },
    });
    expect(await cards('TASK-001')).toHaveLength(1);
    expect((await world.target('PLAN-001')).root.checklist?.steps).toHaveLength(3);
    const bare = [{ title: 'A', success_criteria: ['x'], tests: ['none'] }];
    const wrong: [object, string][] = [
      [{ ...request, plan_template: 'nope' }, 'UNKNOWN_ID'],
      [{ ...request, steps: bare }, 'INVALID_INPUT'],
      [{ ...request, steps: [] }, 'INVALID_INPUT'],
      [{ ...request, template: 'basic-task' }, 'INVALID_INPUT'],
      [{ task_title: 'T', plan: 'PLAN-001' }, 'INVALID_INPUT'],
      [
        { task_title: 'T', plan: 'PLAN-001', plan_template: 'basic-plan', steps: STEPS },
        'INVALID_INPUT',
      ],
      [{ ...request, think: { frame: 'x', target: 'TASK-001' } }, 'INVALID_INPUT'],
    ];
    for (const [args, code] of wrong) {
      expect(await world.refused('tasks_bootstrap', args), JSON.stringify(args)).toBe(code);
    }
    const reply = await world.server.call('tasks_bootstrap', {
      ...{ workspace: world.workspace, plan: 'PLAN-001', task_title: 'U', steps: STEPS },
      think: { frame: 'Fine', decision: {} },
    });
    expect(reply.text).toContain('THINK_PIPELINE_FAILED');
    expect((await world.target('TASK-002')).steps).toHaveLength(2);
    expect(await cards('TASK-002')).toEqual([]);
  });

  it('[TA82] takes the plan in focus or the Inbox if none is named', async () => {
    const request = { task_title: 'T', steps: STEPS.slice(0, 1) };
    const first = await world.ask('tasks_bootstrap', request);
    expect(first.plan).toMatchObject({ id: 'PLAN-001', created: true });
    expect((await world.target('PLAN-001')).root.title).toBe('Inbox');
    const second = await world.ask('tasks_macro_create_done', request);
    expect(second.bootstrap.plan).toMatchObject({ id: 'PLAN-001', created: false });
    await world.ask('tasks_create', { title: 'Other' });
    await world.ask('tasks_focus_set', { plan: 'PLAN-002' });
    expect((await world.ask('tasks_bootstrap', request)).plan.id).toBe('PLAN-002');
  });
});
