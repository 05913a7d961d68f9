/** `tasks_context_pack` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_context_pack on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TV15] contains the radar and the latest events', async () => {
    const brief = await world.ask('tasks_context_pack', { ...TASK, delta_limit: 1 });
    expect(brief.delta).toMatchObject({
      limit: 1,
      has_more: true,
      events: [{ type: 'step_defined', path: 's:1' }],
    });
    const pack = await world.ask('tasks_resume_pack', TASK);
    expect(brief.radar).toEqual(pack.radar);
  });
});
