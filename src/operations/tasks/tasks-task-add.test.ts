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

  it('[TA77] takes ids wherever paths are taken', async () => {
    const { steps } = await world.target('TASK-001');
    const [first, second] = steps.map((step) => step.id);
    const below = [{ title: 'Below', success_criteria: ['x'] }];
    const made = await world.ask('tasks_decompose', { ...TASK, parent: first, steps: below });
    expect(made.steps[0].path).toBe('s:0.s:0');
    const added = await world.ask('tasks_task_add', { ...TASK, parent_step: second, title: 'P' });
    expect(added.node.path).toBe('s:1.t:0');
    const node = added.node.node_id;
    await world.ask('tasks_task_define', { ...TASK, path: node, status: 'ACTIVE' });
    const ops = [{ op: 'set', field: 'title', value: 'Q' }];
    await world.ask('tasks_patch', { ...TASK, kind: 'task', path: node, ops });
    await world.ask('tasks_patch', { ...TASK, kind: 'step', path: second, ops });
    const mirror = await world.ask('tasks_mirror', { ...TASK, path: second });
    expect(mirror.steps).toMatchObject([{ path: 's:1', title: 'Q' }]);
    expect(mirror.nodes).toMatchObject([{ node_id: node, title: 'Q', status: 'ACTIVE' }]);
    await world.ask('tasks_note', { ...TASK, path: second, step_id: second, note: 'n' });
    const differ = { ...TASK, path: second, step_id: first, note: 'n' };
    expect(await world.refused('tasks_note', differ)).toBe('INVALID_INPUT');
    const unknown = { ...TASK, path: 'STEP-0000009F', note: 'n' };
    expect(await world.refused('tasks_note', unknown)).toBe('UNKNOWN_ID');
    await world.ask('tasks_task_delete', { ...TASK, path: node });
    expect(
      (await world.ask('tasks_task_add', { ...TASK, parent_step: 's:1', title: 'R' })).node,
    ).toEqual({ node_id: 'NODE-00000002', path: 's:1.t:1' });
  });
});
