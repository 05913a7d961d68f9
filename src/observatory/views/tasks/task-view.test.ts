/** The views of plans, tasks, steps and evidence, named by the rules in docs/spec/observatory.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nestSteps } from '../../../../test/support/deep-task.ts';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { KeptView } from '../../../../test/support/kept-view.ts';
import { openTestSurface, type TestSurface } from '../../../../test/support/surface.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import type { Caller } from '../../../surface/caller.ts';
import type { EvidenceRow } from './evidence-view.ts';
import type { StepDetailRow } from './step-view.ts';
import { comparePaths, type StepRow, type TaskHeadRow } from './task-view.ts';
import type { TaskListRow } from './tasks-view.ts';

const ADA: Caller = { agent: 'ada', role: 'write' };
const BOB: Caller = { agent: 'bob', role: 'write' };

describe.each(MAIN_ENGINES)('the views of tasks on $name', (engine) => {
  let server: TestSurface;
  let used = 0;
  let workspace = '';
  beforeAll(async () => {
    server = await openTestSurface({ engine });
  });
  afterAll(() => server.close());

  async function begin(): Promise<void> {
    used += 1;
    workspace = `tasks-${used}`;
    await ask('init');
  }

  async function ask(tool: string, args: object = {}, caller: Caller = ADA): Promise<Shown> {
    const reply = await server.call(tool, { workspace, ...args }, caller);
    expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
    return reply.structured;
  }

  async function kept(name: string, args: Shown = {}): Promise<KeptView> {
    const view = new KeptView(server.surface, workspace, name, args);
    await view.load();
    return view;
  }

  async function rowsOf<Row>(name: string, args: object = {}): Promise<ReadonlyMap<string, Row>> {
    return (await kept(name, args)).rows as unknown as ReadonlyMap<string, Row>;
  }

  async function plant(): Promise<void> {
    await begin();
    await ask('tasks_create', { kind: 'plan', title: 'Ship the parser' });
    await ask('tasks_create', {
      kind: 'task',
      parent: 'PLAN-001',
      title: 'Read numbers',
      steps: [
        { title: 'Sign', success_criteria: ['reads -1'], tests: ['npm test'] },
        { title: 'Exponent', success_criteria: ['reads 1e3'] },
      ],
    });
    await ask('tasks_create', { kind: 'task', parent: 'PLAN-001', title: 'Write numbers' });
  }

  const step = { task: 'TASK-001', path: 's:0' };

  it('[OB70] a row of a plan or task tells its progress, who has it in focus and what stops it', async () => {
    await plant();
    await ask('tasks_edit', { task: 'TASK-002', depends_on: ['TASK-001'] });
    await ask('tasks_focus_set', { task: 'TASK-001' }, BOB);
    await ask('tasks_block', { task: 'TASK-001', path: 's:1', reason: 'Undecided' });
    await ask('tasks_close_step', { ...step, checkpoints: 'gate' });
    const rows = await rowsOf<TaskListRow>('tasks');
    expect(rows.get('TASK-001')).toMatchObject({
      parent: 'PLAN-001',
      title: 'Read numbers',
      steps: { total: 2, done: 1 },
      focusedBy: ['bob'],
      blocked: 1,
      waitsFor: 0,
    });
    expect(rows.get('TASK-002')).toMatchObject({ waitsFor: 1, focusedBy: [], blocked: 0 });
    expect(rows.get('PLAN-001')).toMatchObject({ tasks: { total: 2, done: 0 } });
  });

  it('[OB70] a contract that speaks of blocks blocks nothing', async () => {
    await plant();
    await ask('tasks_contract', { plan: 'PLAN-001', contract_data: { blocked: true } });
    expect((await rowsOf<TaskListRow>('tasks')).get('PLAN-001')).toMatchObject({ blocked: 0 });
  });

  it('[OB71] a checkpoint tells who confirmed it, when and by which evidence', async () => {
    await plant();
    const { result } = await ask('tasks_evidence_capture', {
      ...step,
      checks: ['CMD: npm test, 12 passed'],
      checkpoint: 'tests',
    });
    expect(result).toBeDefined();
    await ask('tasks_verify', { ...step, checkpoints: { tests: true } }, BOB);
    await ask('tasks_verify', { ...step, checkpoints: { criteria: true } });
    const [row] = await stepRows();
    const [criteria, tests] = row?.checkpoints ?? [];
    expect(criteria).toMatchObject({ kind: 'criteria', confirmed: true, sign: { by: 'ada' } });
    expect(criteria?.evidence).toEqual([]);
    expect(tests).toMatchObject({ kind: 'tests', confirmed: true, sign: { by: 'bob' } });
    expect(tests?.evidence).toHaveLength(1);
    expect((tests?.sign?.atMs ?? 0) < (criteria?.sign?.atMs ?? 0)).toBe(true);
  });

  async function stepRows(): Promise<readonly StepRow[]> {
    const rows = await rowsOf<StepRow | TaskHeadRow>('task', { id: 'TASK-001' });
    return [...rows.values()]
      .filter((row) => row.is === 'step')
      .sort((a, b) => comparePaths(a.path, b.path));
  }

  it('[OB71] a withdrawn confirmation has no sign, and a new one has a new sign', async () => {
    await plant();
    await ask('tasks_verify', { ...step, checkpoints: 'gate' });
    await ask('tasks_define', { ...step, tests: ['npm run all'] });
    const [after] = await stepRows();
    expect(after?.checkpoints.find(({ kind }) => kind === 'tests')).toMatchObject({
      confirmed: false,
    });
    expect(after?.checkpoints.find(({ kind }) => kind === 'tests')).not.toHaveProperty('sign');
    await ask('tasks_verify', { ...step, checkpoints: { tests: true } }, BOB);
    const [again] = await stepRows();
    expect(again?.checkpoints.map(({ sign }) => sign?.by)).toEqual(['ada', 'bob']);
  });

  it('[OB71] a step that was closed by force, or is blocked, tells by whom', async () => {
    await plant();
    await ask('tasks_block', { task: 'TASK-001', path: 's:1', reason: 'Undecided' }, BOB);
    await ask('tasks_progress', { ...step, force: true });
    const [first, second] = await stepRows();
    expect(first).toMatchObject({ done: true, doneBy: 'ada', forced: true });
    expect(second).toMatchObject({
      blocked: true,
      reason: 'Undecided',
      blockedSign: { by: 'bob' },
    });
  });

  it('[OB72] a step is shown whole, with its notes', async () => {
    await plant();
    await ask('tasks_note', { ...step, note: 'Half way.' }, BOB);
    await ask('tasks_note', { task: 'TASK-001', path: 's:1', note: 'Elsewhere.' });
    const long = 'x'.repeat(900);
    await ask('tasks_define', { ...step, success_criteria: [long] });
    const [row] = await stepRows();
    expect(row).toMatchObject({ more: true, criteria: [long.slice(0, 300)] });
    const detail = await rowsOf<StepDetailRow>('step', { task: 'TASK-001', step: 's:0' });
    expect(detail.get('step')).toMatchObject({
      criteria: [long],
      notes: [{ text: 'Half way.', by: 'bob' }],
      moreNotes: 0,
    });
  });

  it('[OB72] evidence is shown with its texts, and says where one is cut', async () => {
    await plant();
    const stdout = 'é'.repeat(60_000);
    const items = [{ kind: 'cmd_output', command: 'npm test', stdout, exit_code: 1 }];
    await ask('tasks_evidence_capture', { ...step, items, checkpoint: ['tests', 'docs'] }, BOB);
    await ask('tasks_evidence_capture', { task: 'TASK-001', checks: ['LINK: https://a.example'] });
    const of = async (args: object) => [
      ...(await rowsOf<EvidenceRow>('evidence', { task: 'TASK-001', ...args })).values(),
    ];
    const [only, ...others] = await of({ step: 's:0' });
    expect(others).toEqual([]);
    expect(only).toMatchObject({ by: 'bob', path: 's:0', checkpoints: ['tests', 'docs'] });
    const [item] = only?.items ?? [];
    expect(item).toMatchObject({ kind: 'cmd_output', exitCode: 1 });
    const cut = { name: 'stdout', text: 'é'.repeat(50_000), more: true };
    expect(item?.texts).toEqual([{ name: 'command', text: 'npm test' }, cut]);
    expect(await of({})).toHaveLength(2);
    expect(await of({ step: 's:9' })).toEqual([]);
  });

  it('[OB73] a task of 300 levels comes in pages, each step after the one above it', async () => {
    await begin();
    await ask('tasks_create', { kind: 'plan', title: 'Deep' });
    await ask('tasks_create', { kind: 'task', parent: 'PLAN-001', title: 'Deep' });
    await nestSteps(server.surface.store, workspace, 'TASK-001', 300);
    const rows = await stepRows();
    expect(rows.map(({ depth }) => depth)).toEqual(Array.from({ length: 300 }, (_, at) => at));
    const view = await kept('task', { id: 'TASK-001' });
    const deepest = rows.at(-1)?.key;
    await ask('tasks_close_step', { task: 'TASK-001', step_id: deepest, checkpoints: 'gate' });
    await view.follow();
    expect(view.rows.get(deepest ?? '')).toMatchObject({ done: true, doneBy: 'ada' });
    await view.expectFresh('closing the deepest step');
  });

  const CALLS: readonly (readonly [string, object])[] = [
    ['tasks_edit', { task: 'TASK-002', depends_on: ['TASK-001'] }],
    ['tasks_focus_set', { task: 'TASK-001' }],
    ['tasks_evidence_capture', { ...step, checks: ['CMD: one'], checkpoint: 'tests' }],
    ['tasks_evidence_capture', { ...step, checks: ['CMD: two'], checkpoint: 'tests' }],
    ['tasks_evidence_capture', { task: 'TASK-001', checks: ['CMD: of all'] }],
    ['tasks_note', { ...step, note: 'Half way.' }],
    ['tasks_verify', { ...step, checkpoints: 'gate' }],
    ['tasks_define', { ...step, tests: ['npm run all'] }],
    ['tasks_patch', { task: 'TASK-001', ops: [{ op: 'set', field: 'title', value: 'Numbers' }] }],
    ['tasks_undo', { task: 'TASK-001' }],
    ['tasks_redo', { task: 'TASK-001' }],
    ['tasks_progress', { ...step, force: true }],
    ['tasks_undo', { task: 'TASK-001' }],
    ['tasks_redo', { task: 'TASK-001' }],
    ['tasks_block', { task: 'TASK-001', path: 's:1', reason: 'Undecided' }],
    ['tasks_undo', { task: 'TASK-001' }],
    ['tasks_task_add', { task: 'TASK-001', parent_step: 's:1', title: 'Inside' }],
    ['tasks_task_define', { task: 'TASK-001', path: 's:1.t:0', status: 'DONE' }],
    ['tasks_task_delete', { task: 'TASK-001', path: 's:1.t:0' }],
    [
      'tasks_decompose',
      { task: 'TASK-001', parent: 's:1', steps: [{ title: 'Below', success_criteria: ['x'] }] },
    ],
    ['tasks_delete', { task: 'TASK-001', path: 's:1.s:0' }],
    [
      'tasks_batch',
      {
        operations: [
          { tool: 'tasks_note', args: { ...step, note: 'In a batch.' } },
          { tool: 'tasks_verify', args: { task: 'TASK-001', path: 's:1', checkpoints: 'gate' } },
        ],
      },
    ],
    ['tasks_close_step', { task: 'TASK-001', path: 's:1', checkpoints: 'gate' }],
    ['tasks_verify', { ...step, checkpoints: 'all' }],
    ['tasks_complete', { task: 'TASK-001', status: 'DONE' }],
    ['tasks_focus_clear', {}],
    ['tasks_focus_set', { task: 'TASK-001' }],
    ['tasks_delete', { task: 'TASK-001' }],
  ];

  it('[OB74] rows that are kept are as a fresh reader gets them after every kind of call', async () => {
    await plant();
    const views = [
      await kept('tasks'),
      await kept('task', { id: 'PLAN-001' }),
      await kept('task', { id: 'TASK-001' }),
      await kept('task', { id: 'TASK-002' }),
      await kept('step', { task: 'TASK-001', step: 's:0' }),
      await kept('evidence', { task: 'TASK-001' }),
      await kept('evidence', { task: 'TASK-001', step: 's:0' }),
      await kept('agents'),
      await kept('history', { entity: 'TASK-001' }),
    ];
    for (const [tool, args] of CALLS) {
      await ask(tool, args);
      for (const view of views) {
        await view.follow();
        await view.expectFresh(`${tool} ${JSON.stringify(args)}`);
      }
    }
  });
});
