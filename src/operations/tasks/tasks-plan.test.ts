/** `tasks_plan` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_plan on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  const root = async (id = 'TASK-001') => (await world.target(id)).root;

  it('[TA32] keeps the checklist of a plan within bounds', async () => {
    const plan = { plan: 'PLAN-001' };
    const made = await world.ask('tasks_plan', { ...plan, steps: ['a', 'b', 'a'], advance: true });
    expect(made.plan.plan_progress).toBe('1/2');
    await world.ask('tasks_plan', { ...plan, advance: true, doc: 'notes' });
    expect((await root('PLAN-001')).checklist).toEqual({
      doc: 'notes',
      current: 2,
      steps: ['a', 'b'],
    });
    for (const wrong of [{ advance: true }, { current: 3 }, {}, { current: -1 }]) {
      expect(await world.refused('tasks_plan', { ...plan, ...wrong })).toBe('INVALID_INPUT');
    }
  });

  it('[TA86] blank titles are refused, and only an empty list empties a list', async () => {
    const plan = { plan: 'PLAN-001' };
    await world.ask('tasks_plan', { ...plan, steps: ['a', 'b'] });
    const first = { task: 'TASK-001', path: 's:0' };
    const blank: readonly (readonly [string, object])[] = [
      ['tasks_plan', { ...plan, steps: [''] }],
      ['tasks_plan', { ...plan, steps: ['c', ' '] }],
      ['tasks_plan', { ...plan, steps: ['none'] }],
      ['tasks_define', { ...first, success_criteria: [''] }],
      ['tasks_define', { ...first, tests: [' ', ''] }],
      ['tasks_define', { ...first, title: ' ' }],
      ['tasks_decompose', { task: 'TASK-001', steps: [{ title: 'x', success_criteria: [''] }] }],
      ['tasks_task_add', { task: 'TASK-001', parent_step: 's:0', title: 'x', risks: [''] }],
      [
        'tasks_patch',
        { ...first, kind: 'step', ops: [{ op: 'set', field: 'tests', value: [''] }] },
      ],
    ];
    const head = await world.head();
    for (const [tool, args] of blank) {
      expect(await world.refused(tool, args), tool).toBe('INVALID_INPUT');
    }
    expect(await world.head()).toBe(head);
    await world.ask('tasks_plan', { ...plan, steps: [] });
    expect((await root('PLAN-001')).checklist?.steps).toEqual([]);
  });
});
