/** Plans, tasks and steps in the trace and in the reasoning graph. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, type Shown, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('trace and graph on $name', (engine) => {
  const world = useTaskWorld(engine);

  const graph = async (target: string) => {
    const { nodes, edges } = await world.ask('graph_query', { target, limit: 200 });
    return {
      nodes: Object.fromEntries(nodes.map((node: Shown) => [node.id, node.status ?? null])),
      edges: edges.map((edge: Shown) => `${edge.from} ${edge.rel} ${edge.to}`).sort(),
    };
  };

  it('[TA6] the trace has each event once, even after a rename of the branch', async () => {
    await world.ask('notes_commit', { content: 'On main.' });
    await createTask(world);
    expect((await world.ask('show', { target: 'TASK-001', doc_kind: 'notes' })).entries).toEqual(
      [],
    );
    await world.ask('branch_rename', { old: 'task/TASK-001', new: 'work/parser' });
    await world.ask('tasks_close_step', { ...TASK, path: 's:0', checkpoints: 'gate' });
    const { entries, branch } = await world.ask('show', { target: 'TASK-001' });
    expect(branch).toBe('work/parser');
    expect(entries.map((entry: Shown) => [entry.event_type, entry.path ?? null])).toEqual([
      ['task_created', null],
      ['steps_added', null],
      ['step_defined', 's:0'],
      ['step_defined', 's:1'],
      ['step_verified', 's:0'],
      ['step_done', 's:0'],
    ]);
  });

  it('[TA7] shows plans, tasks, steps and nodes in the graph', async () => {
    await createTask(world);
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Other' });
    await world.ask('tasks_decompose', {
      ...TASK,
      parent: 's:1',
      steps: [{ title: 'Nested', success_criteria: ['x'] }],
    });
    await world.ask('tasks_task_add', { ...TASK, parent_step: 's:0', title: 'Piece' });
    await world.ask('tasks_edit', { task: 'TASK-001', depends_on: ['TASK-002'] });
    await world.ask('tasks_close_step', { ...TASK, path: 's:0', checkpoints: 'gate' });
    expect(await graph('TASK-001')).toEqual({
      nodes: {
        'task:TASK-001': 'TODO',
        'task:TASK-002': null,
        'step:STEP-00000001': 'done',
        'step:STEP-00000002': 'open',
        'step:STEP-00000003': 'open',
        'task:NODE-00000001': 'TODO',
      },
      edges: [
        'step:STEP-00000001 contains task:NODE-00000001',
        'step:STEP-00000002 contains step:STEP-00000003',
        'task:TASK-001 contains step:STEP-00000001',
        'task:TASK-001 contains step:STEP-00000002',
        'task:TASK-001 depends_on task:TASK-002',
      ],
    });
    await world.ask('tasks_complete', { task: 'TASK-002' });
    expect(await graph('PLAN-001')).toEqual({
      nodes: { 'task:PLAN-001': 'TODO', 'task:TASK-001': 'TODO', 'task:TASK-002': 'DONE' },
      edges: ['task:PLAN-001 contains task:TASK-001', 'task:PLAN-001 contains task:TASK-002'],
    });
  });

  it('[TA8] deleted targets and steps disappear from the graph', async () => {
    await createTask(world);
    await world.ask('think_card', { target: 'TASK-001', card: { id: 'why', title: 'Why?' } });
    const link = { target: 'TASK-001', from: 'why', rel: 'about', to: 'step:STEP-00000002' };
    await world.ask('think_link', link);
    await world.ask('tasks_delete', { ...TASK, path: 's:1' });
    const { nodes, edges } = await graph('TASK-001');
    expect(Object.keys(nodes)).not.toContain('step:STEP-00000002');
    expect(edges).toEqual(['task:TASK-001 contains step:STEP-00000001']);
    expect((await world.ask('graph_validate', { target: 'TASK-001' })).errors).toEqual([]);
    await world.ask('tasks_delete', TASK);
    expect((await graph('PLAN-001')).nodes).toEqual({ 'task:PLAN-001': 'TODO' });
    const left = await world.ask('graph_query', { branch: 'task/TASK-001', doc: 'TASK-001-graph' });
    expect(left.nodes.map((node: Shown) => node.id)).toEqual(['why']);
  });
});
