/** The advice on each finding of lint, named by the rules in docs/spec/task-views.md. */

import { expect, it } from 'vitest';
import { newStep } from '../../../domain/tasks/target.ts';
import type { LintReason } from '../../../domain/tasks/views/lint.ts';
import { issueOf } from './lint-advice.ts';

const step = newStep({
  id: 'STEP-00000001',
  ordinal: 0,
  title: 'Read',
  success_criteria: ['c'],
  confirmed: ['criteria'],
  proof: { tests: 'require' },
});
const task = 'TASK-001';
const at = { task, step_id: step.id };
const checks = ['CMD: <fill: command and its result>', 'LINK: <fill: where to see it>'];

const CASES: readonly (readonly [LintReason, string, object])[] = [
  [
    { kind: 'checklist_missing', plan: 'PLAN-001' },
    'tasks_plan',
    { plan: 'PLAN-001', steps: ['<fill: the first point>'] },
  ],
  [
    { kind: 'checklist_index', plan: 'PLAN-001', points: 2 },
    'tasks_plan',
    { plan: 'PLAN-001', current: 2 },
  ],
  [
    { kind: 'points_open', plan: 'PLAN-001', points: 2 },
    'tasks_plan',
    { plan: 'PLAN-001', current: 2 },
  ],
  [{ kind: 'steps_missing', task }, 'tasks_decompose', { task, steps: [expect.anything()] }],
  [
    { kind: 'checkpoint_missing', task, step, checkpoint: 'docs' },
    'tasks_verify',
    { ...at, checkpoints: { docs: true } },
  ],
  [
    { kind: 'proof_missing', task, step },
    'tasks_evidence_capture',
    { ...at, checkpoint: ['tests'], checks },
  ],
  [{ kind: 'steps_blocked', task, step }, 'tasks_block', { ...at, blocked: false }],
  [
    { kind: 'closed_unconfirmed', task, step },
    'tasks_macro_close_step',
    {
      target: task,
      step_id: step.id,
      checkpoints: 'gate',
      proof: { checks, checkpoint: ['tests'] },
    },
  ],
  [{ kind: 'closed_above_open', task, step }, 'tasks_progress', { ...at, completed: false }],
  [
    { kind: 'nodes_open', task, node: 'NODE-00000001' },
    'tasks_task_define',
    { task, path: 'NODE-00000001', status: 'DONE' },
  ],
  [{ kind: 'not_done', target: task }, 'tasks_complete', { target: task, status: 'ACTIVE' }],
  [{ kind: 'task_not_done', task }, 'tasks_lint', { target: task }],
  [{ kind: 'dependency_open', id: 'TASK-009' }, 'tasks_snapshot', { target: 'TASK-009' }],
  [
    { kind: 'context_missing', target: task },
    'think_card',
    { target: task, card: expect.anything() },
  ],
];

const server = { reaches: () => true, defaultWorkspace: 'home' };

function issueFor(reason: LintReason, reader: Parameters<typeof issueOf>[1]) {
  return issueOf({ severity: 'warning', code: 'X', message: 'y', reason }, reader);
}

it.each(CASES)('[TV52] %j', (reason, tool, args) => {
  expect(issueFor(reason, { workspace: 'home', server })).toEqual({
    severity: 'warning',
    code: 'X',
    message: 'y',
    recovery: expect.not.stringMatching(/tasks_|think_/),
    call: { tool, args },
  });
});

it('[TV52] names the workspace if it is another, and the gateway if the tool is not listed', () => {
  const reaches = (tool: string) => tool === 'thoughtbox_gateway';
  const reason = { kind: 'task_not_done', task } as const;
  expect(issueFor(reason, { workspace: 'w', server: { ...server, reaches } }).call).toEqual({
    tool: 'thoughtbox_gateway',
    args: { operation: 'call', tool: 'tasks_lint', args: { workspace: 'w', target: task } },
  });
});
