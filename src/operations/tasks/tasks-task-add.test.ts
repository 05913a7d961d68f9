/** `tasks_task_add` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  addPiece,
  createTask,
  FIRST_STEP,
  TASK,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_task_add on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA34] task nodes have their own paths and do not gate their step', async () => {
    expect(await addPiece(world)).toEqual({ node_id: 'NODE-00000001', path: 's:0.t:0' });
    expect((await addPiece(world)).path).toBe('s:0.t:1');
    expect((await world.target('TASK-001')).nodes).toMatchObject([
      { id: 'NODE-00000001', title: 'Piece', status: 'TODO', risks: ['late'] },
      { id: 'NODE-00000002', status: 'TODO' },
    ]);
    await world.ask('tasks_close_step', { ...FIRST_STEP, checkpoints: 'gate' });
    const lost = { ...TASK, parent_step: 's:9', title: 'Piece' };
    expect(await world.refused('tasks_task_add', lost)).toBe('UNKNOWN_ID');
  });
});
