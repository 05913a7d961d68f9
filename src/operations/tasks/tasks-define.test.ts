/** `tasks_define` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, FIRST_STEP, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_define on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA18] new criteria or tests have to be confirmed again', async () => {
    await world.ask('tasks_verify', { ...FIRST_STEP, checkpoints: 'gate' });
    await world.ask('tasks_define', { ...FIRST_STEP, tests: ['npm run lint'] });
    expect((await world.target('TASK-001')).steps[0]?.confirmed).toEqual(['criteria']);
    const ops = [{ op: 'append', field: 'success_criteria', value: 'more' }];
    await world.ask('tasks_patch', { ...FIRST_STEP, kind: 'step', ops });
    expect((await world.target('TASK-001')).steps[0]?.confirmed).toEqual([]);
    await world.ask('tasks_verify', { ...FIRST_STEP, checkpoints: 'gate' });
    await world.ask('tasks_define', { ...FIRST_STEP, title: 'New', blockers: ['b'] });
    expect((await world.target('TASK-001')).steps[0]?.confirmed).toEqual(['criteria', 'tests']);
  });
});
