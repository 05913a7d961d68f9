/** `tasks_macro_start` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { type Shown, STEPS, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_macro_start on $name', (engine) => {
  const world = useTaskWorld(engine);

  const start = (args: object = {}) => world.ask('tasks_macro_start', { task_title: 'T', ...args });
  const cards = async (target: string) => (await world.ask('think_query', { target })).cards;

  it('[TA44] chooses plan, steps and frame if the call omits them', async () => {
    const inbox = await start();
    expect([inbox.task_id, inbox.plan_id, inbox.steps.length]).toEqual(['TASK-001', 'PLAN-001', 3]);
    expect((await world.target('PLAN-001')).root.title).toBe('Inbox');
    await world.ask('tasks_focus_clear');
    expect((await start()).plan_id).toBe('PLAN-001');
    expect((await start({ plan_title: 'Own', plan_template: 'basic-plan' })).plan_id).toBe(
      'PLAN-002',
    );
    expect((await start()).plan_id).toBe('PLAN-002');
    await world.ask('tasks_focus_set', { plan: 'PLAN-001' });
    expect((await start()).plan_id).toBe('PLAN-001');
    expect((await start({ parent: 'PLAN-002', steps: STEPS })).plan_id).toBe('PLAN-002');
    const thought = await start({ template: 'principal-task', description: 'Why' });
    const [frame] = await cards(thought.task_id);
    expect(frame).toMatchObject({ type: 'frame', title: 'T', text: 'Why' });
    const own = await start({ template: 'principal-task', think: { hypothesis: 'It is slow' } });
    expect((await cards(own.task_id)).map((card: Shown) => card.type)).toEqual(['hypothesis']);
    expect(await cards(inbox.task_id)).toEqual([]);
    for (const [args, code] of [
      [{ plan: 'PLAN-009' }, 'UNKNOWN_ID'],
      [{ template: 'basic-task', steps: STEPS }, 'INVALID_INPUT'],
      [{ plan_template: 'basic-plan' }, 'INVALID_INPUT'],
      [{ plan: 'PLAN-001', plan_title: 'x' }, 'INVALID_INPUT'],
    ] as const) {
      expect(await world.refused('tasks_macro_start', { task_title: 'T', ...args })).toBe(code);
    }
  });
});
