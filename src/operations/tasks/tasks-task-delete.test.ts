/** `tasks_task_delete` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { addPiece, createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_task_delete on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA34] deletes one node; the others keep their paths, and none is used again', async () => {
    for (let n = 0; n < 2; n++) await addPiece(world);
    const deleted = await world.ask('tasks_task_delete', { ...TASK, path: 's:0.t:0' });
    expect(deleted.node).toEqual({ node_id: 'NODE-00000001', path: 's:0.t:0' });
    expect((await addPiece(world)).path).toBe('s:0.t:2');
    const { nodes } = await world.target('TASK-001');
    expect(nodes.map((node) => node.id)).toEqual(['NODE-00000002', 'NODE-00000003']);
    expect(await world.refused('tasks_task_delete', { ...TASK, path: 's:0.t:0' })).toBe(
      'UNKNOWN_ID',
    );
  });
});
