/** `tasks_patch` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, FIRST_STEP, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_patch on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  const root = async (id = 'TASK-001') => (await world.target(id)).root;

  it('[TA28] patches tasks, steps and task nodes', async () => {
    await world.ask('tasks_task_add', { ...TASK, parent_step: 's:0', title: 'Piece' });
    const ops = [
      { op: 'set', field: 'assignee', value: 'ada' },
      { op: 'append', field: 'tags', value: ['x', 'y'] },
      { op: 'append', field: 'tags', value: 'X' },
      { op: 'remove', field: 'tags', value: 'y' },
    ];
    await world.ask('tasks_patch', { ...TASK, ops });
    expect(await root()).toMatchObject({ assignee: 'ada', tags: ['x'] });
    await world.ask('tasks_patch', { ...TASK, ops: [{ op: 'unset', field: 'assignee' }] });
    expect((await root()).assignee).toBeNull();
    const node = { ...TASK, kind: 'task', path: 's:0.t:0' };
    await world.ask('tasks_patch', {
      ...node,
      ops: [
        { op: 'set', field: 'blocked', value: true },
        { op: 'append', field: 'risks', value: 'late' },
      ],
    });
    expect((await world.target('TASK-001')).nodes[0]).toMatchObject({
      blocked: true,
      risks: ['late'],
    });
    const wrong: [object, string][] = [
      [{ ...TASK, ops: [{ op: 'set', field: 'nope', value: 1 }] }, 'nope'],
      [{ ...TASK, ops: [{ op: 'unset', field: 'title' }] }, 'title'],
      [{ ...TASK, ops: [{ op: 'append', field: 'priority', value: 'HIGH' }] }, 'priority'],
      [{ ...TASK, ops: [{ op: 'set', field: 'contract', value: 'x' }] }, 'contract'],
      [{ plan: 'PLAN-001', ops: [{ op: 'set', field: 'phase', value: 'x' }] }, 'phase'],
      [{ ...TASK, ops: [{ op: 'set', field: 'tags', value: 3 }] }, 'ops.0.value'],
      [{ ...TASK, ops: [] }, 'ops'],
      [{ ...TASK, kind: 'step', ops: [{ op: 'set', field: 'title', value: 'x' }] }, 'path'],
      [
        { ...FIRST_STEP, kind: 'step', ops: [{ op: 'unset', field: 'success_criteria' }] },
        'criteria',
      ],
      [{ ...FIRST_STEP, ops: [{ op: 'set', field: 'title', value: 'x' }] }, 'path'],
      [{ ...node, ops: [{ op: 'set', field: 'status', value: 'OPEN' }] }, 'TODO'],
      [{ ...TASK, ops: [{ op: 'set', field: 'constructor', value: 'x' }] }, 'constructor'],
    ];
    for (const [args, word] of wrong) {
      const text = await world.refusal('tasks_patch', args);
      expect(text).toContain('INVALID_INPUT');
      expect(text).toContain(word);
    }
  });

  it('[TA28] appended tags are sorted in', async () => {
    const append = (value: string) => ({
      task: 'TASK-001',
      ops: [{ op: 'append', field: 'tags', value }],
    });
    await world.ask('tasks_patch', append('parser'));
    await world.ask('tasks_patch', append('Alpha'));
    expect((await world.target('TASK-001')).root.tags).toEqual(['alpha', 'parser']);
  });
});
