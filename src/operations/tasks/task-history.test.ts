/** Changes, undo, redo and batches of tasks, named by the rules in docs/spec/tasks.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  makeTask,
  openTaskWorld,
  type Shown,
  type TaskWorld,
} from '../../../test/support/task-world.ts';

const task = { task: 'TASK-001' };
const first = { ...task, path: 's:0' };

describe.each(MAIN_ENGINES)('changes on $name', (engine) => {
  let world: TaskWorld;
  beforeAll(async () => {
    world = await openTaskWorld(engine);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.next();
    await makeTask(world);
  });

  const root = async (id = 'TASK-001') => (await world.entity(id)).root;
  const set = (field: string, value: unknown) =>
    world.ask('tasks_patch', { ...task, ops: [{ op: 'set', field, value }] });

  it('[TA27] edits the given fields in one event', async () => {
    const edit = {
      ...{ title: 'New', description: 'Why', context: 'Where', priority: 'HIGH' },
      ...{ new_domain: 'parser', tags: ['B', 'a', 'b'] },
    };
    const { event, revision } = await world.ask('tasks_edit', { ...task, ...edit });
    expect([event.type, revision]).toEqual(['task_edited', 4]);
    expect(await root()).toMatchObject({
      ...{ title: 'New', description: 'Why', context: 'Where', priority: 'HIGH' },
      ...{ domain: 'parser', tags: ['a', 'b'] },
    });
    await world.ask('tasks_edit', { ...task, description: null, new_domain: null });
    expect(await root()).toMatchObject({ description: null, domain: null, context: 'Where' });
    const plan = { plan: 'PLAN-001', contract: 'All', contract_data: { a: 1 } };
    expect((await world.ask('tasks_edit', plan)).event.type).toBe('plan_edited');
    for (const wrong of [
      task,
      { ...task, title: null },
      { ...task, priority: 'URGENT' },
      { ...task, contract: 'x' },
      { plan: 'PLAN-001', new_domain: 'x' },
    ]) {
      expect(await world.refused('tasks_edit', wrong), JSON.stringify(wrong)).toBe('INVALID_INPUT');
    }
  });

  it('[TA28] patches roots, steps and task nodes', async () => {
    await world.ask('tasks_task_add', { ...task, parent_step: 's:0', title: 'Piece' });
    const ops = [
      { op: 'set', field: 'assignee', value: 'ada' },
      { op: 'append', field: 'tags', value: ['x', 'y'] },
      { op: 'append', field: 'tags', value: 'X' },
      { op: 'remove', field: 'tags', value: 'y' },
    ];
    await world.ask('tasks_patch', { ...task, ops });
    expect(await root()).toMatchObject({ assignee: 'ada', tags: ['x'] });
    await world.ask('tasks_patch', { ...task, ops: [{ op: 'unset', field: 'assignee' }] });
    expect((await root()).assignee).toBeNull();
    const node = { ...task, kind: 'task', path: 's:0.t:0' };
    await world.ask('tasks_patch', {
      ...node,
      ops: [
        { op: 'set', field: 'blocked', value: true },
        { op: 'append', field: 'risks', value: 'late' },
      ],
    });
    expect((await world.entity('TASK-001')).nodes[0]).toMatchObject({
      blocked: true,
      risks: ['late'],
    });
    const wrong: [object, string][] = [
      [{ ...task, ops: [{ op: 'set', field: 'nope', value: 1 }] }, 'nope'],
      [{ ...task, ops: [{ op: 'unset', field: 'title' }] }, 'title'],
      [{ ...task, ops: [{ op: 'append', field: 'priority', value: 'HIGH' }] }, 'priority'],
      [{ ...task, ops: [{ op: 'set', field: 'contract', value: 'x' }] }, 'contract'],
      [{ plan: 'PLAN-001', ops: [{ op: 'set', field: 'phase', value: 'x' }] }, 'phase'],
      [{ ...task, ops: [{ op: 'set', field: 'tags', value: 3 }] }, 'ops.0.value'],
      [{ ...task, ops: [] }, 'ops'],
      [{ ...task, kind: 'step', ops: [{ op: 'set', field: 'title', value: 'x' }] }, 'path'],
      [{ ...first, kind: 'step', ops: [{ op: 'unset', field: 'success_criteria' }] }, 'criteria'],
      [{ ...first, ops: [{ op: 'set', field: 'title', value: 'x' }] }, 'path'],
      [{ ...node, ops: [{ op: 'set', field: 'status', value: 'OPEN' }] }, 'TODO'],
      [{ ...task, ops: [{ op: 'set', field: 'constructor', value: 'x' }] }, 'constructor'],
    ];
    for (const [args, word] of wrong) {
      const text = await world.refusal('tasks_patch', args);
      expect(text).toContain('INVALID_INPUT');
      expect(text).toContain(word);
    }
  });

  it('[TA29] keeps progress notes with the task', async () => {
    const { event } = await world.ask('tasks_note', { ...first, note: 'Half way' });
    expect(event.payload.note_seq).toBe(1);
    await world.ask('tasks_note', { ...first, note: 'There' });
    const notes = await world.ask('show', { target: 'TASK-001', doc_kind: 'notes' });
    expect(notes.entries.map((entry: Shown) => [entry.content, entry.meta.note_seq])).toEqual([
      ['Half way', 1],
      ['There', 2],
    ]);
    expect(await world.refused('tasks_note', { ...first, note: ' ' })).toBe('INVALID_INPUT');
  });

  it('[TA30] refuses circles with their path, through every tool', async () => {
    for (const title of ['B', 'C']) await world.ask('tasks_create', { parent: 'PLAN-001', title });
    await world.ask('tasks_edit', { task: 'TASK-002', depends_on: ['TASK-001'] });
    await world.ask('tasks_edit', { task: 'TASK-003', depends_on: ['TASK-002'] });
    const text = await world.refusal('tasks_edit', { ...task, depends_on: ['TASK-003'] });
    expect(text).toContain('TASK-001 -> TASK-003 -> TASK-002 -> TASK-001');
    const own = await world.refusal('tasks_edit', { ...task, depends_on: ['TASK-001'] });
    expect(own).toContain('TASK-001 -> TASK-001');
    const ops = [{ op: 'append', field: 'depends_on', value: 'TASK-002' }];
    expect(await world.refused('tasks_patch', { ...task, ops })).toBe('CONFLICT');
    expect(await world.refused('tasks_edit', { ...task, depends_on: ['PLAN-001'] })).toBe(
      'CONFLICT',
    );
    expect(await world.refused('tasks_edit', { plan: 'PLAN-001', depends_on: ['TASK-002'] })).toBe(
      'CONFLICT',
    );
    expect(await world.refused('tasks_edit', { ...task, depends_on: ['TASK-009'] })).toBe(
      'UNKNOWN_ID',
    );
    const { radar } = await world.ask('tasks_radar', { task: 'TASK-002' });
    expect(radar.blockers.join()).toContain('TASK-001');
  });

  it('[TA31] deletes with all that lies under it, and frees who waited', async () => {
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'B' });
    await world.ask('tasks_create', { title: 'Other plan' });
    await world.ask('tasks_edit', { plan: 'PLAN-002', depends_on: ['TASK-001'] });
    await world.ask('tasks_decompose', {
      ...task,
      parent: 's:0',
      steps: [{ title: 'Nested', success_criteria: ['x'] }],
    });
    await world.ask('tasks_task_add', { ...task, parent_step: 's:0.s:0', title: 'Piece' });
    await world.ask('tasks_delete', first);
    const target = await world.entity('TASK-001');
    expect([target.steps.map((step) => step.title), target.nodes]).toEqual([['Second'], []]);
    await world.ask('notes_commit', { target: 'TASK-001', content: 'Keep me.' });
    expect(await world.refused('tasks_delete', { plan: 'PLAN-001', expected_revision: 9 })).toBe(
      'REVISION_MISMATCH',
    );
    const gone = await world.ask('tasks_delete', { plan: 'PLAN-001' });
    expect(gone).toMatchObject({ deleted: true, tasks_deleted: 2 });
    for (const id of ['PLAN-001', 'TASK-001', 'TASK-002']) {
      expect(await world.refused('tasks_radar', { target: id })).toBe('UNKNOWN_ID');
    }
    expect((await root('PLAN-002')).depends_on).toEqual([]);
    const { entries } = await world.ask('show', { target: 'PLAN-002' });
    expect(entries.at(-1).event_type).toBe('dependency_dropped');
    const kept = await world.ask('show', { branch: 'task/TASK-001', doc: 'notes' });
    expect(kept.entries.at(-1).content).toBe('Keep me.');
    await world.ask('tasks_focus_set', { target: 'PLAN-002' });
    expect(await world.refused('tasks_delete', {})).toBe('INVALID_INPUT');
  });

  it('[TA32] keeps the checklist of a plan within bounds', async () => {
    const plan = { plan: 'PLAN-001' };
    const made = await world.ask('tasks_plan', { ...plan, steps: ['a', 'b', 'a'], advance: true });
    expect(made.plan.plan_progress).toBe('1/2');
    await world.ask('tasks_plan', { ...plan, advance: true, doc: 'notes' });
    expect((await root('PLAN-001')).checklist).toEqual({
      doc: 'notes',
      current: 2,
      steps: ['a', 'b'],
    });
    for (const wrong of [{ advance: true }, { current: 3 }, {}, { current: -1 }]) {
      expect(await world.refused('tasks_plan', { ...plan, ...wrong })).toBe('INVALID_INPUT');
    }
  });

  it('[TA33] a contract keeps what is not given', async () => {
    const plan = { plan: 'PLAN-001' };
    await world.ask('tasks_contract', { ...plan, current: 'All', contract_data: { a: 1 } });
    await world.ask('tasks_contract', { ...plan, current: 'Most' });
    expect(await root('PLAN-001')).toMatchObject({ contract: 'Most', contract_data: { a: 1 } });
    await world.ask('tasks_contract', { ...plan, clear: true });
    expect(await root('PLAN-001')).toMatchObject({ contract: null, contract_data: null });
    for (const wrong of [{}, { clear: true, current: 'x' }]) {
      expect(await world.refused('tasks_contract', { ...plan, ...wrong })).toBe('INVALID_INPUT');
    }
  });

  it('[TA34] task nodes have paths of their own, and gate nothing', async () => {
    const add = { ...task, parent_step: 's:0', title: 'Piece', risks: ['late', 'none'] };
    expect((await world.ask('tasks_task_add', add)).node).toEqual({
      node_id: 'NODE-00000001',
      path: 's:0.t:0',
    });
    await world.ask('tasks_task_add', add);
    await world.ask('tasks_task_delete', { ...task, path: 's:0.t:0' });
    expect((await world.ask('tasks_task_add', add)).node.path).toBe('s:0.t:2');
    await world.ask('tasks_task_define', { ...task, path: 's:0.t:1', status: 'ACTIVE' });
    expect((await world.entity('TASK-001')).nodes.map((node) => [node.id, node.status])).toEqual([
      ['NODE-00000002', 'ACTIVE'],
      ['NODE-00000003', 'TODO'],
    ]);
    await world.ask('tasks_close_step', { ...first, checkpoints: 'gate' });
    const gone = { ...task, path: 's:0.t:0', title: 'x' };
    expect(await world.refused('tasks_task_define', gone)).toBe('UNKNOWN_ID');
    expect(await world.refused('tasks_task_define', { ...task, path: 's:0.t:1' })).toBe(
      'INVALID_INPUT',
    );
  });

  it('[TA35] closes a task with its last patches, or tells what that would change', async () => {
    const patches = [{ ops: [{ op: 'set', field: 'title', value: 'Done' }] }];
    const close = { ...task, patches };
    expect(await world.refused('tasks_close_task', close)).toBe('CHECKPOINTS_NOT_CONFIRMED');
    expect(await world.refused('tasks_close_task', { ...close, apply: true })).toBe(
      'CHECKPOINTS_NOT_CONFIRMED',
    );
    for (const path of ['s:0', 's:1'])
      await world.ask('tasks_progress', { ...task, path, force: true });
    const head = await world.head();
    const dry = await world.ask('tasks_close_task', close);
    expect(dry).toMatchObject({ applied: false, status: 'TODO', revision: 5 });
    expect(dry.diff).toEqual([
      {
        part: 'root',
        before: { title: 'Task', status: 'TODO' },
        after: { title: 'Done', status: 'DONE' },
      },
    ]);
    expect(await world.head()).toBe(head);
    const stale = { ...close, apply: true, expected_revision: 1 };
    expect(await world.refused('tasks_close_task', stale)).toBe('REVISION_MISMATCH');
    const bad = {
      ...task,
      apply: true,
      patches: [...patches, { ops: [{ op: 'set', field: 'x' }] }],
    };
    expect(await world.refused('tasks_close_task', bad)).toBe('INVALID_INPUT');
    const done = await world.ask('tasks_close_task', { ...close, apply: true });
    expect([done.applied, done.status, done.revision]).toEqual([true, 'DONE', 7]);
    expect(await root()).toMatchObject({ title: 'Done', status: 'DONE' });
  });

  it('[TA36] undoes and redoes as a stack', async () => {
    for (const title of ['B', 'C']) await set('title', title);
    await world.ask('tasks_block', { ...first, reason: 'x' });
    const titles: string[] = [];
    const go = async (tool: string) => {
      await world.ask(tool, task);
      titles.push(`${(await root()).title}${(await world.entity('TASK-001')).steps[0]?.blocked}`);
    };
    for (const tool of ['tasks_undo', 'tasks_undo', 'tasks_undo']) await go(tool);
    expect(await world.refused('tasks_undo', task)).toBe('INVALID_INPUT');
    for (const tool of ['tasks_redo', 'tasks_redo', 'tasks_redo']) await go(tool);
    expect(await world.refused('tasks_redo', task)).toBe('INVALID_INPUT');
    expect(titles).toEqual(['Cfalse', 'Bfalse', 'Taskfalse', 'Bfalse', 'Cfalse', 'Ctrue']);
    expect((await world.entity('TASK-001')).revision).toBe(3 + 3 + 6);
  });

  it('[TA37] never undoes over a later change', async () => {
    await set('title', 'B');
    await world.ask('tasks_edit', { ...task, title: 'C' });
    expect(await world.refused('tasks_undo', task)).toBe('REVISION_MISMATCH');
    await world.ask('tasks_edit', { ...task, title: 'B' });
    await world.ask('tasks_undo', task);
    expect((await root()).title).toBe('Task');
    await world.ask('tasks_edit', { ...task, title: 'D' });
    expect(await world.refused('tasks_redo', task)).toBe('REVISION_MISMATCH');
    await world.ask('tasks_block', first);
    await world.ask('tasks_delete', first);
    expect(await world.refused('tasks_undo', task)).toBe('REVISION_MISMATCH');
    expect(await world.refused('tasks_undo', { ...task, expected_revision: 1 })).toBe(
      'REVISION_MISMATCH',
    );
  });

  it('[TA38] a new operation leaves nothing to redo', async () => {
    await set('title', 'B');
    await world.ask('tasks_undo', task);
    await set('priority', 'HIGH');
    expect(await world.refused('tasks_redo', task)).toBe('INVALID_INPUT');
    await world.ask('tasks_undo', task);
    await world.ask('tasks_redo', task);
    expect(await root()).toMatchObject({ title: 'Task', priority: 'HIGH' });
  });

  const block = (path: string) => ({ tool: 'tasks_block', args: { ...task, path, reason: 'x' } });

  it('[TA39] an atomic batch is one, in success, failure and undo', async () => {
    const good = { atomic: true, operations: [block('s:0'), block('s:1')] };
    const done = await world.ask('tasks_batch', { ...good, compact: true });
    expect(done.operations).toEqual([
      { index: 0, tool: 'tasks_block', success: true },
      { index: 1, tool: 'tasks_block', success: true },
    ]);
    await world.ask('tasks_undo', task);
    const blocked = async () => (await world.entity('TASK-001')).steps.map((step) => step.blocked);
    expect(await blocked()).toEqual([false, false]);
    await world.ask('tasks_redo', task);
    expect(await blocked()).toEqual([true, true]);
    await world.ask('tasks_undo', task);
    const bad = [
      { tool: 'tasks_block', args: { ...task, path: 's:9' } },
      { tool: 'tasks_block', args: { ...task, path: 'x' } },
      { tool: 'tasks_block', args: { ...task, path: 's:0', nope: 1 } },
      { tool: 'tasks_progress', args: first },
    ];
    for (const operation of bad) {
      const operations = [block('s:1'), operation];
      const text = await world.refusal('tasks_batch', { atomic: true, operations });
      expect(text).toContain('BATCH_FAILED');
      expect(text).toContain('operations.1');
    }
    const unfit = [
      { tool: 'tasks_note', args: { ...first, note: 'x' } },
      { tool: 'tasks_batch', args: { operations: [] } },
      { tool: 'tasks_block', args: { path: 's:0' } },
      { args: {} },
    ];
    for (const operation of unfit) {
      const operations = [block('s:1'), operation];
      expect(await world.refused('tasks_batch', { atomic: true, operations })).toBe(
        'INVALID_INPUT',
      );
    }
    expect(await blocked()).toEqual([false, false]);
    await world.ask('tasks_redo', task);
    expect(await blocked()).toEqual([true, true]);
  });

  it('[TA40] another batch stops where it fails, and says so', async () => {
    const operations = [
      { name: 'tasks_note', arguments: { ...first, note: 'Half way' } },
      { tool: 'tasks_done', args: first },
      { tool: 'tasks_note', args: { ...first, note: 'never' } },
    ];
    const reply = await world.ask('tasks_batch', { operations });
    expect(reply.operations).toHaveLength(1);
    expect(reply.failed).toMatchObject({
      index: 1,
      tool: 'tasks_done',
      error: { code: 'CHECKPOINTS_NOT_CONFIRMED' },
    });
    expect((await world.entity('TASK-001')).steps[0]?.notes).toBe(1);
    const nested = { operations: [{ tool: 'tasks_batch', args: { operations } }] };
    expect(await world.refused('tasks_batch', nested)).toBe('INVALID_INPUT');
    const other = {
      operations: [{ tool: 'tasks_note', args: { workspace: 'other', ...first, note: 'x' } }],
    };
    expect(await world.refused('tasks_batch', other)).toBe('BATCH_FAILED');
  });

  it('[TA41] lists what was done, newest first', async () => {
    await set('title', 'B');
    await world.ask('tasks_block', { ...first, reason: 'x' });
    await world.ask('tasks_undo', task);
    await world.ask('tasks_delete', { ...task, path: 's:1' });
    const { operations } = await world.ask('tasks_history', task);
    expect(
      operations.map((each: Shown) => [each.intent, each.path, each.undoable, each.undone]),
    ).toEqual([
      ['step_delete', 's:1', false, false],
      ['step_block_set', 's:0', true, true],
      ['task_detail_patch', null, true, false],
    ]);
    expect(operations[2]).toMatchObject({
      before: [{ part: 'root', fields: { title: 'Task' } }],
      after: [{ part: 'root', fields: { title: 'B' } }],
    });
    const page = await world.ask('tasks_history', { limit: 1 });
    const next = await world.ask('tasks_history', {
      limit: 1,
      cursor: page.pagination.next_cursor,
    });
    expect(next.operations[0].intent).toBe('step_block_set');
  });
});
