/** `tasks_resume_pack` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, type Shown, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_resume_pack on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TV15] packs contain the radar, the latest events and the important cards', async () => {
    const card = (id: string, type: string, tags: string[] = []) =>
      world.ask('think_card', { target: 'TASK-001', card: { id, type, text: id, tags } });
    await card('d1', 'decision');
    await card('e1', 'evidence');
    await card('q1', 'question', ['blocker']);
    await card('d2', 'decision');
    const pack = await world.ask('tasks_resume_pack', { ...TASK, decisions_limit: 1 });
    expect(pack.signals).toMatchObject({
      decisions: [{ id: 'd2' }],
      evidence: [{ id: 'e1' }],
      blockers: [{ id: 'q1' }],
      stats: { decisions: 1, evidence: 1, blockers: 1 },
    });
    expect(pack.timeline.events.map((event: Shown) => event.type)).toEqual([
      'task_created',
      'steps_added',
      'step_defined',
      'step_defined',
    ]);
  });
});
