/** What is next, named by the rules in docs/spec/task-views.md. */

import { describe, expect, it } from 'vitest';
import {
  newRoot,
  newStep,
  type Root,
  type Step,
  type Target,
} from '../../../domain/tasks/target.ts';
import { ALONE, type Surroundings } from '../../../domain/tasks/views/surroundings.ts';
import { nextAction } from './next-action.ts';

const ID = 'TASK-002';
const AT_FIRST = { target: ID, step_id: 'STEP-00000000' };

function task(steps: readonly Partial<Step>[], root: Partial<Root> = {}): Target {
  return {
    root: newRoot({ id: ID, kind: 'task', title: 'Fix parser', parent: 'PLAN-001', ...root }),
    steps: steps.map((step, ordinal) =>
      newStep({
        id: `STEP-0000000${ordinal}`,
        ordinal,
        title: `Step ${ordinal}`,
        success_criteria: ['x'],
        ...step,
      }),
    ),
    nodes: [],
    revision: 1,
    createdMs: 1,
    updatedMs: 1,
  };
}

function plan(root: Partial<Root> = {}): Target {
  return task([], { id: 'PLAN-001', kind: 'plan', parent: null, ...root });
}

const DONE = { completed_at_ms: 5, confirmed: ['criteria', 'tests'] } as const;
const open = { id: 'TASK-007', title: 'Open', status: 'TODO' } as const;
const around = (more: Partial<Surroundings['tasks']>): Surroundings => ({
  ...ALONE,
  tasks: { ...ALONE.tasks, ...more },
});

describe('the next call of a task', () => {
  it.each([
    ['has no steps', task([]), 'add steps', 'tasks_decompose'],
    [
      'has an open step',
      task([{}]),
      'gate s:0 checkpoints(criteria tests)',
      'tasks_macro_close_step',
    ],
    ['has one left', task([DONE, {}]), 'gate s:1 checkpoints(criteria tests)', undefined],
    [
      'has one confirmed',
      task([{ confirmed: ['criteria'] }]),
      'gate s:0 checkpoints(tests)',
      undefined,
    ],
    ['has all confirmed', task([{ confirmed: ['criteria', 'tests'] }]), 'close s:0', undefined],
    ['has none open', task([DONE]), 'finish', 'tasks_macro_close_step'],
    ['is done', task([DONE], { status: 'DONE' }), 'done', null],
    [
      'lost a confirmation',
      task([{ ...DONE, confirmed: ['criteria'] }], { status: 'DONE' }),
      'confirm s:0 checkpoints(tests)',
      undefined,
    ],
    [
      'was done before a step was added',
      task([DONE, {}], { status: 'DONE' }),
      'gate s:1 checkpoints(criteria tests)',
      undefined,
    ],
  ] as const)('[TV8] which %s', (_state, target, hint, tool) => {
    const next = nextAction(target, ALONE);
    expect(next.hint).toBe(hint);
    if (tool === null) expect(next.call).toBeNull();
    else expect(next.call?.tool).toBe(tool ?? 'tasks_macro_close_step');
    expect(next.backup).toBeUndefined();
  });

  it('[TV9] names the task, and the step that it would close', () => {
    expect(nextAction(task([{}]), ALONE).call?.args).toMatchObject(AT_FIRST);
    expect(nextAction(task([]), ALONE).call?.args).toMatchObject({ target: ID });
    expect(nextAction(task([DONE]), ALONE).call?.args).toEqual({ target: ID });
  });

  it('[TV9] names checkpoints only beyond the gate', () => {
    const secured = task([{ evidenced: ['security'] }]);
    const next = nextAction(secured, ALONE);
    expect(next.hint).toBe('gate s:0 checkpoints(criteria tests security)');
    expect(next.call?.args).toEqual({
      ...AT_FIRST,
      checkpoints: { criteria: true, tests: true, security: true },
    });
    const all = task([{ evidenced: ['security', 'perf', 'docs'] }]);
    expect(nextAction(all, ALONE).call?.args).toEqual({ ...AT_FIRST, checkpoints: 'all' });
    const confirmed = task([{ evidenced: ['security'], confirmed: ['security'] }]);
    expect(nextAction(confirmed, ALONE).call?.args).toEqual(AT_FIRST);
  });

  it.each<[string, Partial<Step>, boolean]>([
    ['with criteria', {}, true],
    ['with tests', { success_criteria: [], tests: ['npm test'] }, true],
    ['confirmed and noted', { confirmed: ['criteria', 'tests'], notes: 1 }, true],
    ['with evidence', { evidenced: ['tests'] }, false],
    ['that asks for nothing', { success_criteria: [] }, false],
  ])('[TV32] of a step %s runs as it stands', (_kind, step, isUnproven) => {
    const { call, remark } = nextAction(task([step]), ALONE);
    expect(call?.args).toEqual(AT_FIRST);
    const said = 'without proof=["CMD: what ran, result"] s:0 shows as unproven';
    expect(remark).toBe(isUnproven ? said : undefined);
  });

  it('[TV32] says in words what has to be filled in first', () => {
    const remarkOf = (target: Target) => nextAction(target, ALONE).remark;
    const owed = task([{ proof: { tests: 'require' } }]);
    expect(remarkOf(owed)).toBe('fill in proof first: s:0 requires it');
    expect(remarkOf(task([]))).toBe('fill in the steps first');
    expect(remarkOf(plan())).toBe('fill in the title first');
    expect(remarkOf(task([DONE]))).toBeUndefined();
    const waits = [{ id: 'TASK-001', title: 'First', status: 'TODO' }] as const;
    expect(nextAction(owed, { ...ALONE, waits }).remark).toBe(remarkOf(owed));
  });

  it('[TV9] contains a form for the required proof', () => {
    const owed = nextAction(task([{ proof: { tests: 'require' } }]), ALONE);
    expect(owed.hint).toBe('gate s:0 checkpoints(criteria tests) proof(tests)');
    expect(owed.call?.args.proof).toEqual([
      expect.stringMatching(/^CMD: <fill/),
      expect.stringMatching(/^LINK: <fill/),
    ]);
    const given = task([{ proof: { tests: 'require' }, evidenced: ['tests'] }]);
    expect(nextAction(given, ALONE).call?.args).toEqual(AT_FIRST);
    const more = task([{ proof: { tests: 'require', docs: 'require' } }]);
    expect(nextAction(more, ALONE).call?.args).toMatchObject({
      checkpoints: { criteria: true, tests: true, docs: true },
      proof: { checkpoint: ['tests', 'docs'] },
    });
  });

  it('[TV19] shows why the step is blocked', () => {
    const blocked = task([{ blocked: true, blocked_reason: 'CI is down' }]);
    expect(nextAction(blocked, ALONE).hint).toBe(
      'gate s:0 checkpoints(criteria tests) blocked(CI is down)',
    );
  });

  it('[TV54] of a blocked step is to unblock it, and its close is the backup', () => {
    const { call, backup } = nextAction(task([{ blocked: true }]), ALONE);
    expect(call).toMatchObject({ tool: 'tasks_block', args: { ...AT_FIRST, blocked: false } });
    expect(backup).toMatchObject({ tool: 'tasks_macro_close_step', args: AT_FIRST });
  });

  it('[TV53] leads from a finished task to the next one of its plan', () => {
    const tasks = { total: 3, done: 1, firstOpen: [open], lastDone: [], next: open };
    const done = task([DONE], { status: 'DONE' });
    expect(nextAction(done, { ...ALONE, plan: { id: 'PLAN-001', tasks } })).toMatchObject({
      hint: 'done; PLAN-001 goes on with TASK-007 (1 of 3 tasks done)',
      isOver: true,
      call: { tool: 'tasks_snapshot', args: { target: 'TASK-007' } },
    });
  });

  it('[TV10] suggests its open dependency first', () => {
    const waits = [
      { id: 'TASK-001', title: 'First', status: 'TODO' },
      { id: 'PLAN-009', title: 'Nine', status: 'ACTIVE' },
    ] as const;
    const next = nextAction(task([{}]), { ...ALONE, waits });
    expect(next.hint).toBe('waits for TASK-001 and 1 more');
    expect(next.call).toMatchObject({ tool: 'tasks_snapshot', args: { target: 'TASK-001' } });
    expect(next.backup).toMatchObject({ tool: 'tasks_macro_close_step', args: AT_FIRST });
    const done = nextAction(task([DONE], { status: 'DONE' }), { ...ALONE, waits });
    expect(done).toEqual({ hint: 'done', isOver: true, call: null });
  });
});

describe('the next call of a plan', () => {
  const checklist = { doc: null, current: 1, steps: ['Clarify', 'Build', 'Verify'] };

  it('[TV8] goes through its checklist, with an open task as backup', () => {
    const next = nextAction(plan({ checklist }), around({ total: 1, firstOpen: [open] }));
    expect(next.hint).toBe('checklist 1/3 Build');
    expect(next.call).toMatchObject({
      tool: 'tasks_plan',
      args: { target: 'PLAN-001', advance: true },
    });
    expect(next.backup).toMatchObject({ tool: 'tasks_snapshot', args: { target: 'TASK-007' } });
    expect(nextAction(plan({ checklist }), ALONE).backup).toBeUndefined();
  });

  it.each([
    ['its first open task', around({ total: 3, done: 2, firstOpen: [open] }), 'tasks_snapshot'],
    ['its first task', ALONE, 'tasks_macro_start'],
    ['its end', around({ total: 3, done: 3 }), 'tasks_complete'],
  ])('[TV8] leads to %s', (_what, surroundings, tool) => {
    expect(nextAction(plan(), surroundings).call?.tool).toBe(tool);
  });

  it('[TV8] which is done is nothing, unless a task of it is open', () => {
    const done = plan({ status: 'DONE', checklist });
    expect(nextAction(done, around({ total: 3, done: 3 })).call).toBeNull();
    expect(nextAction(done, ALONE).call).toBeNull();
    const left = around({ total: 3, done: 2, firstOpen: [open] });
    expect(nextAction(done, left).call?.args).toEqual({ target: 'TASK-007' });
  });

  it('[TV53] prefers a task that can be worked on', () => {
    const waiting = { ...open, id: 'TASK-006' };
    const tasks = around({ total: 2, firstOpen: [waiting, open], next: open });
    expect(nextAction(plan(), tasks)).toMatchObject({ hint: 'TASK-007' });
  });
});
