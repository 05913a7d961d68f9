/** The calls that prepare examples: a plan with a task of two steps, and variations of it. */

import type { ExampleCall } from '../../declaration/examples.ts';

export const PLAN_SCENE: readonly ExampleCall[] = [
  { tool: 'tasks_create', args: { title: 'Ship the parser' } },
];

export const TASK_SCENE: readonly ExampleCall[] = [
  ...PLAN_SCENE,
  {
    tool: 'tasks_create',
    args: {
      parent: 'PLAN-001',
      title: 'Read numbers',
      description: 'Numbers with exponents are refused today.',
      steps: [
        {
          title: 'Write the failing test',
          success_criteria: ['1e3 is in the test'],
          tests: ['npm test'],
        },
        {
          title: 'Read the exponent',
          success_criteria: ['1e3 is 1000'],
          tests: ['npm test'],
          blockers: ['The grammar is undecided'],
        },
      ],
    },
  },
];

/** The same, with the task in focus. */
export const FOCUS_SCENE: readonly ExampleCall[] = [
  ...TASK_SCENE,
  { tool: 'tasks_focus_set', args: { target: 'TASK-001' } },
];

/** A task from the principal template: its fourth step requires proof of the tests. */
export const PRINCIPAL_SCENE: readonly ExampleCall[] = [
  ...PLAN_SCENE,
  {
    tool: 'tasks_scaffold',
    args: { template: 'principal-task', title: 'Read numbers', parent: 'PLAN-001' },
  },
];

/** A second task that depends on the first. */
export const CIRCLE_SCENE: readonly ExampleCall[] = [
  ...TASK_SCENE,
  { tool: 'tasks_create', args: { parent: 'PLAN-001', title: 'Read dates' } },
  { tool: 'tasks_edit', args: { task: 'TASK-002', depends_on: ['TASK-001'] } },
];

/** The task with both its steps closed. */
export const DONE_STEPS_SCENE: readonly ExampleCall[] = [
  ...TASK_SCENE,
  ...['s:0', 's:1'].map((path) => ({
    tool: 'tasks_close_step',
    args: { task: 'TASK-001', path, checkpoints: 'gate' },
  })),
];

/** The task with a task node in its second step. */
export const NODE_SCENE: readonly ExampleCall[] = [
  ...TASK_SCENE,
  {
    tool: 'tasks_task_add',
    args: { task: 'TASK-001', parent_step: 's:1', title: 'Read the sign' },
  },
];

const first = { task: 'TASK-001' };
const second = { task: 'TASK-002' };

/** A patch that can be undone. */
export const PATCHED_SCENE: readonly ExampleCall[] = [
  ...TASK_SCENE,
  {
    tool: 'tasks_patch',
    args: { ...first, ops: [{ op: 'set', field: 'title', value: 'Read all numbers' }] },
  },
];

export const UNDONE_SCENE: readonly ExampleCall[] = [
  ...PATCHED_SCENE,
  { tool: 'tasks_undo', args: first },
];

const TWO_TASKS: readonly ExampleCall[] = [
  ...TASK_SCENE,
  { tool: 'tasks_create', args: { parent: 'PLAN-001', title: 'Read dates' } },
];

const waitForSecond = (op: string): ExampleCall => ({
  tool: 'tasks_patch',
  args: { ...first, ops: [{ op, field: 'depends_on', value: 'TASK-002' }] },
});

const secondWaits: ExampleCall = {
  tool: 'tasks_edit',
  args: { ...second, depends_on: ['TASK-001'] },
};

/** A dependency was removed and now exists in the other direction, so undo cannot restore it. */
export const DROPPED_DEPENDENCY_SCENE: readonly ExampleCall[] = [
  ...TWO_TASKS,
  waitForSecond('append'),
  waitForSecond('remove'),
  secondWaits,
];

export const UNDONE_DEPENDENCY_SCENE: readonly ExampleCall[] = [
  ...TWO_TASKS,
  waitForSecond('append'),
  { tool: 'tasks_undo', args: first },
  secondWaits,
];

/** Evidence for security on the first step makes that checkpoint required. */
export const EVIDENCED_SCENE: readonly ExampleCall[] = [
  ...TASK_SCENE,
  {
    tool: 'tasks_evidence_capture',
    args: { ...first, path: 's:0', checks: ['CMD: npm audit, 0 found'], checkpoint: 'security' },
  },
];

const firstStep = { ...first, path: 's:0' };

/** A confirmation is withdrawn. */
export const WITHDRAWN: ExampleCall = {
  tool: 'tasks_verify',
  args: { ...firstStep, checkpoints: { tests: false } },
};

/** The first step was closed and reopened. */
export const REOPENED_SCENE: readonly ExampleCall[] = [
  ...TASK_SCENE,
  { tool: 'tasks_close_step', args: { ...firstStep, checkpoints: 'gate' } },
  { tool: 'tasks_progress', args: { ...firstStep, completed: false } },
];

/** The first step was closed, and that was undone. */
export const CLOSED_UNDONE_SCENE: readonly ExampleCall[] = [
  ...TASK_SCENE,
  { tool: 'tasks_verify', args: { ...firstStep, checkpoints: 'gate' } },
  { tool: 'tasks_progress', args: firstStep },
  { tool: 'tasks_undo', args: first },
];

/** All steps are closed, the one that requires proof by force. */
export const FORCED_SCENE: readonly ExampleCall[] = [
  ...PRINCIPAL_SCENE,
  ...['s:0', 's:1', 's:2', 's:3', 's:4'].flatMap((path) => [
    { tool: 'tasks_verify', args: { ...first, path, checkpoints: 'gate' } },
    { tool: 'tasks_progress', args: { ...first, path, force: true } },
  ]),
];
