/** `tasks_task_define` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { addPiece, createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_task_define on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA34] changes the given fields of the node at a path', async () => {
    for (let n = 0; n < 2; n++) await addPiece(world);
    await world.ask('tasks_task_delete', { ...TASK, path: 's:0.t:0' });
    await addPiece(world);
    await world.ask('tasks_task_define', { ...TASK, path: 's:0.t:1', status: 'ACTIVE' });
    expect((await world.target('TASK-001')).nodes.map((node) => [node.id, node.status])).toEqual([
      ['NODE-00000002', 'ACTIVE'],
      ['NODE-00000003', 'TODO'],
    ]);
    const gone = { ...TASK, path: 's:0.t:0', title: 'x' };
    expect(await world.refused('tasks_task_define', gone)).toBe('UNKNOWN_ID');
    expect(await world.refused('tasks_task_define', { ...TASK, path: 's:0.t:1' })).toBe(
      'INVALID_INPUT',
    );
  });
});
