/** Task nodes inside steps: how they are added, changed and deleted. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, FIRST_STEP, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('task nodes on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA34] task nodes have their own paths and do not gate their step', async () => {
    const add = { ...TASK, parent_step: 's:0', title: 'Piece', risks: ['late', 'none'] };
    expect((await world.ask('tasks_task_add', add)).node).toEqual({
      node_id: 'NODE-00000001',
      path: 's:0.t:0',
    });
    await world.ask('tasks_task_add', add);
    await world.ask('tasks_task_delete', { ...TASK, path: 's:0.t:0' });
    expect((await world.ask('tasks_task_add', add)).node.path).toBe('s:0.t:2');
    await world.ask('tasks_task_define', { ...TASK, path: 's:0.t:1', status: 'ACTIVE' });
    expect((await world.target('TASK-001')).nodes.map((node) => [node.id, node.status])).toEqual([
      ['NODE-00000002', 'ACTIVE'],
      ['NODE-00000003', 'TODO'],
    ]);
    await world.ask('tasks_close_step', { ...FIRST_STEP, checkpoints: 'gate' });
    const gone = { ...TASK, path: 's:0.t:0', title: 'x' };
    expect(await world.refused('tasks_task_define', gone)).toBe('UNKNOWN_ID');
    expect(await world.refused('tasks_task_define', { ...TASK, path: 's:0.t:1' })).toBe(
      'INVALID_INPUT',
    );
  });
});
