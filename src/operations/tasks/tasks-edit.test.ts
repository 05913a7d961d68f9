/** `tasks_edit` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_edit on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  const root = async (id = 'TASK-001') => (await world.target(id)).root;

  it('[TA27] edits the given fields in one event', async () => {
    const edit = {
      ...{ title: 'New', description: 'Why', context: 'Where', priority: 'HIGH' },
      ...{ new_domain: 'parser', tags: ['B', 'a', 'b'] },
    };
    const { event, revision } = await world.ask('tasks_edit', { ...TASK, ...edit });
    expect([event.type, revision]).toEqual(['task_edited', 4]);
    expect(await root()).toMatchObject({
      ...{ title: 'New', description: 'Why', context: 'Where', priority: 'HIGH' },
      ...{ domain: 'parser', tags: ['a', 'b'] },
    });
    await world.ask('tasks_edit', { ...TASK, description: null, new_domain: null });
    expect(await root()).toMatchObject({ description: null, domain: null, context: 'Where' });
    const plan = { plan: 'PLAN-001', contract: 'All', contract_data: { a: 1 } };
    expect((await world.ask('tasks_edit', plan)).event.type).toBe('plan_edited');
    for (const wrong of [
      TASK,
      { ...TASK, title: null },
      { ...TASK, priority: 'URGENT' },
      { ...TASK, contract: 'x' },
      { plan: 'PLAN-001', new_domain: 'x' },
    ]) {
      expect(await world.refused('tasks_edit', wrong), JSON.stringify(wrong)).toBe('INVALID_INPUT');
    }
  });
});
