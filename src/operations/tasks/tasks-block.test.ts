/** `tasks_block` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, FIRST_STEP, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_block on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA24] a blocked step shows its reason and can still be closed', async () => {
    const why = 'The "grammar" is undecided';
    const { event } = await world.ask('tasks_block', { ...FIRST_STEP, reason: why });
    expect([event.type, event.payload.reason]).toEqual(['step_blocked', why]);
    const { radar } = await world.ask('tasks_radar', TASK);
    expect(radar.blockers.join()).toContain(why);
    await world.ask('tasks_close_step', { ...FIRST_STEP, checkpoints: 'gate' });
    await world.ask('tasks_block', { ...FIRST_STEP, blocked: false });
    expect((await world.target('TASK-001')).steps[0]).toMatchObject({
      blocked: false,
      blocked_reason: null,
    });
  });
});
