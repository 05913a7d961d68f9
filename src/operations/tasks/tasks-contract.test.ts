/** `tasks_contract` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_contract on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  const root = async (id = 'TASK-001') => (await world.target(id)).root;

  it('[TA33] a contract keeps the part that the call omits', async () => {
    const plan = { plan: 'PLAN-001' };
    await world.ask('tasks_contract', { ...plan, current: 'All', contract_data: { a: 1 } });
    await world.ask('tasks_contract', { ...plan, current: 'Most' });
    expect(await root('PLAN-001')).toMatchObject({ contract: 'Most', contract_data: { a: 1 } });
    await world.ask('tasks_contract', { ...plan, clear: true });
    expect(await root('PLAN-001')).toMatchObject({ contract: null, contract_data: null });
    for (const wrong of [{}, { clear: true, current: 'x' }]) {
      expect(await world.refused('tasks_contract', { ...plan, ...wrong })).toBe('INVALID_INPUT');
    }
  });
});
