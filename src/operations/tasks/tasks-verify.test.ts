/** `tasks_verify` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, FIRST_STEP, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_verify on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA17] accepts checkpoints in each of their forms', async () => {
    const said = { criteria: { confirmed: true }, tests: true, docs: null };
    const { event } = await world.ask('tasks_verify', { ...FIRST_STEP, checkpoints: said });
    expect(event.payload).toEqual({
      ...{ task: 'TASK-001', step_id: 'STEP-00000001', path: 's:0' },
      ...{ criteria_confirmed: true, tests_confirmed: true },
    });
    await world.ask('tasks_verify', { ...FIRST_STEP, checkpoints: { tests: false } });
    expect((await world.target('TASK-001')).steps[0]?.confirmed).toEqual(['criteria']);
    for (const wrong of [{}, { tests: null }, 'none', { speed: true }, { tests: 'yes' }, null]) {
      const args = { ...FIRST_STEP, checkpoints: wrong };
      expect(await world.refused('tasks_verify', args), JSON.stringify(wrong)).toBe(
        'INVALID_INPUT',
      );
    }
  });
});
