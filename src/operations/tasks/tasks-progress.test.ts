/** `tasks_progress` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createPrincipalTask,
  FIRST_STEP,
  PROVEN_STEP,
  shownStep,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_progress on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TA22] force skips the gate, and reopening keeps confirmations', async () => {
    await createPrincipalTask(world);
    await world.ask('tasks_progress', { ...PROVEN_STEP, force: true });
    await world.ask('tasks_progress', { ...PROVEN_STEP, completed: false });
    expect((await shownStep(world, 's:3')).completed).toBe(false);
    await world.ask('tasks_close_step', { ...FIRST_STEP, checkpoints: 'gate' });
    const reopened = await world.ask('tasks_progress', { ...FIRST_STEP, completed: false });
    expect(reopened.event.type).toBe('step_reopened');
    expect((await world.target('TASK-001')).steps[0]).toMatchObject({
      confirmed: ['criteria', 'tests'],
      completed_at_ms: null,
    });
    await world.ask('tasks_done', FIRST_STEP);
  });
});
