/** How plans and tasks are made and where they show, named by the rules in docs/spec/tasks.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  makeTask,
  openTaskWorld,
  type Shown,
  STEPS,
  type TaskWorld,
} from '../../../test/support/task-world.ts';

const task = { task: 'TASK-001' };

describe.each(MAIN_ENGINES)('making tasks on $name', (engine) => {
  let world: TaskWorld;
  beforeAll(async () => {
    world = await openTaskWorld(engine);
  });
  afterAll(() => world.close());
  beforeEach(() => world.next());

  const graph = async (target: string) => {
    const { nodes, edges } = await world.ask('graph_query', { target, limit: 200 });
    return {
      nodes: Object.fromEntries(nodes.map((node: Shown) => [node.id, node.status ?? null])),
      edges: edges.map((edge: Shown) => `${edge.from} ${edge.rel} ${edge.to}`).sort(),
    };
  };

  it('[TA1] numbers everything once, also after deletion and refusal', async () => {
    await makeTask(world);
    await world.refused('tasks_create', { parent: 'PLAN-007', title: 'Lost' });
    await world.ask('tasks_delete', { task: 'TASK-001' });
    const made = await world.ask('tasks_create', { parent: 'PLAN-001', title: 'B', steps: STEPS });
    expect(made.id).toBe('TASK-002');
    expect(made.steps).toEqual([
      { step_id: 'STEP-00000003', path: 's:0' },
      { step_id: 'STEP-00000004', path: 's:1' },
    ]);
    await world.ask('tasks_delete', { plan: 'PLAN-001' });
    expect((await world.ask('tasks_create', { title: 'P' })).id).toBe('PLAN-002');
    expect((await world.ask('tasks_scaffold', { ...PRINCIPAL, plan_title: 'Q' })).task.id).toBe(
      'TASK-003',
    );
  });

  it('[TA2] tells what was made, and refuses what does not fit the kind', async () => {
    const plan = await world.ask('tasks_create', { title: 'Plan', contract: 'All numbers' });
    expect(plan).toMatchObject({
      id: 'PLAN-001',
      qualified_id: `${world.workspace}:PLAN-001`,
      kind: 'plan',
      revision: 0,
      event: { type: 'plan_created', task_id: 'PLAN-001' },
    });
    const made = await world.ask('tasks_create', { parent: 'PLAN-001', title: 'T', steps: STEPS });
    expect(made.qualified_id).toBe(`${world.workspace}:TASK-001`);
    expect(made.events.map((event: Shown) => event.type)).toEqual([
      'task_created',
      'steps_added',
      'step_defined',
      'step_defined',
    ]);
    expect(await world.refused('tasks_create', { kind: 'task', title: 'T' })).toBe('INVALID_INPUT');
    expect(await world.refused('tasks_create', { title: 'P', steps: STEPS })).toBe('INVALID_INPUT');
    expect(await world.refused('tasks_create', { title: ' ' })).toBe('INVALID_INPUT');
    for (const parent of ['PLAN-009', 'TASK-001']) {
      const code = parent === 'PLAN-009' ? 'UNKNOWN_ID' : 'INVALID_INPUT';
      expect(await world.refused('tasks_create', { parent, title: 'T' })).toBe(code);
    }
    const withContract = { parent: 'PLAN-001', title: 'T', contract: 'x' };
    expect(await world.refused('tasks_create', withContract)).toBe('INVALID_INPUT');
    const radar = await world.ask('tasks_radar', { plan: 'PLAN-001' });
    expect(radar.target.contract).toBe('All numbers');
  });

  it('[TA3] cleans lists, and wants a criterion', async () => {
    await world.ask('tasks_create', { title: 'Plan' });
    const steps = [
      { title: ' A ', success_criteria: [' x ', 'x', 'N/A', ''], tests: ['none', 't'] },
    ];
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'T', steps });
    expect((await world.entity('TASK-001')).steps[0]).toMatchObject({
      title: 'A',
      success_criteria: ['x'],
      tests: ['t'],
    });
    for (const success_criteria of [[], ['none', ' ']]) {
      const bad = [{ title: 'B', success_criteria }];
      expect(await world.refused('tasks_decompose', { ...task, steps: bad })).toBe('INVALID_INPUT');
    }
    const blank = [{ title: ' ', success_criteria: ['x'] }];
    expect(await world.refused('tasks_decompose', { ...task, steps: blank })).toBe('INVALID_INPUT');
  });

  it('[TA4] counts revisions', async () => {
    const steps = [...STEPS, { title: 'Third', success_criteria: ['x'] }];
    await world.ask('tasks_create', { title: 'Plan' });
    const made = await world.ask('tasks_create', { parent: 'PLAN-001', title: 'T', steps });
    expect(made.revision).toBe(3);
    const verified = { ...task, path: 's:0', checkpoints: 'gate' };
    expect((await world.ask('tasks_verify', verified)).revision).toBe(4);
    expect((await world.ask('tasks_edit', { ...task, title: 'U' })).revision).toBe(5);
    expect((await world.entity('PLAN-001')).revision).toBe(0);
  });

  it('[TA5] keeps the numbers of siblings, and orders them as numbers', async () => {
    await makeTask(world);
    const more = Array.from({ length: 9 }, (_, index) => ({
      title: `More ${index}`,
      success_criteria: ['x'],
    }));
    await world.ask('tasks_decompose', { ...task, steps: more });
    await world.ask('tasks_decompose', { ...task, parent: 's:1', steps: more.slice(0, 2) });
    await world.ask('tasks_delete', { ...task, path: 's:10' });
    await world.ask('tasks_decompose', { ...task, steps: more.slice(0, 1) });
    const { steps } = await world.ask('tasks_resume', task);
    expect(steps.map((step: Shown) => step.path)).toEqual([
      ...['s:0', 's:1', 's:1.s:0', 's:1.s:1', 's:2', 's:3', 's:4', 's:5'],
      ...['s:6', 's:7', 's:8', 's:9', 's:10'],
    ]);
  });

  it('[TA6] keeps each event once in the trace, also after a rename', async () => {
    await world.ask('notes_commit', { content: 'On main.' });
    await makeTask(world);
    expect((await world.ask('show', { target: 'TASK-001', doc_kind: 'notes' })).entries).toEqual(
      [],
    );
    await world.ask('branch_rename', { old: 'task/TASK-001', new: 'work/parser' });
    await world.ask('tasks_close_step', { ...task, path: 's:0', checkpoints: 'gate' });
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
    await makeTask(world);
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Other' });
    await world.ask('tasks_decompose', {
      ...task,
      parent: 's:1',
      steps: [{ title: 'Nested', success_criteria: ['x'] }],
    });
    await world.ask('tasks_task_add', { ...task, parent_step: 's:0', title: 'Piece' });
    await world.ask('tasks_edit', { task: 'TASK-001', depends_on: ['TASK-002'] });
    await world.ask('tasks_close_step', { ...task, path: 's:0', checkpoints: 'gate' });
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

  it('[TA8] leaves nothing in the graph of what was deleted', async () => {
    await makeTask(world);
    await world.ask('think_card', { target: 'TASK-001', card: { id: 'why', title: 'Why?' } });
    const link = { target: 'TASK-001', from: 'why', rel: 'about', to: 'step:STEP-00000002' };
    await world.ask('think_link', link);
    await world.ask('tasks_delete', { ...task, path: 's:1' });
    const { nodes, edges } = await graph('TASK-001');
    expect(Object.keys(nodes)).not.toContain('step:STEP-00000002');
    expect(edges).toEqual(['task:TASK-001 contains step:STEP-00000001']);
    expect((await world.ask('graph_validate', { target: 'TASK-001' })).errors).toEqual([]);
    await world.ask('tasks_delete', task);
    expect((await graph('PLAN-001')).nodes).toEqual({ 'task:PLAN-001': 'TODO' });
    const left = await world.ask('graph_query', { branch: 'task/TASK-001', doc: 'TASK-001-graph' });
    expect(left.nodes.map((node: Shown) => node.id)).toEqual(['why']);
  });

  const PRINCIPAL = { template: 'principal-task', title: 'Read numbers' };

  it('[TA42] scaffolds plans and tasks from templates', async () => {
    const { templates } = await world.ask('tasks_templates_list');
    expect(templates.map((each: Shown) => each.id)).toEqual([
      ...['basic-plan', 'principal-plan', 'basic-task', 'principal-task'],
    ]);
    const plan = await world.ask('tasks_scaffold', { template: 'principal-plan', title: 'P' });
    expect(plan.checklist.steps).toHaveLength(9);
    const made = await world.ask('tasks_scaffold', { ...PRINCIPAL, parent: 'PLAN-001' });
    expect(made.steps).toHaveLength(5);
    const { steps } = await world.entity('TASK-001');
    expect(steps.map((step) => step.proof)).toEqual([{}, {}, {}, { tests: 'require' }, {}]);
    const unknown = await world.refusal('tasks_scaffold', { ...PRINCIPAL, template: 'basik-task' });
    expect(unknown).toContain('Did you mean basic-task?');
    for (const wrong of [
      { template: 'basic-plan', title: 'P', parent: 'PLAN-001' },
      { ...PRINCIPAL },
      { ...PRINCIPAL, parent: 'PLAN-001', plan_title: 'Both' },
    ]) {
      expect(await world.refused('tasks_scaffold', wrong)).toBe('INVALID_INPUT');
    }
    const mixed = { ...PRINCIPAL, kind: 'plan' };
    expect(await world.refused('tasks_scaffold', mixed)).toBe('UNKNOWN_ID');
  });
});
