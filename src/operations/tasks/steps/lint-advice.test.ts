/** The recovery of each finding of lint, named by the rules in docs/spec/task-views.md. */

import { expect, it } from 'vitest';
import type { LintReason } from '../../../domain/tasks/views/lint.ts';
import { issueOf } from './lint-advice.ts';

it.each<[LintReason, string]>([
  [{ kind: 'checklist_missing', plan: 'PLAN-001' }, 'tasks_plan plan=PLAN-001 with steps'],
  [{ kind: 'checklist_index', plan: 'PLAN-001', points: 2 }, 'tasks_plan plan=PLAN-001 current=2'],
  [{ kind: 'steps_missing' }, 'tasks_decompose'],
  [{ kind: 'checkpoint_missing' }, 'tasks_verify'],
  [{ kind: 'proof_missing' }, 'tasks_evidence_capture'],
  [{ kind: 'steps_blocked' }, 'tasks_block blocked=false'],
  [{ kind: 'dependency_open', id: 'TASK-009' }, 'Finish TASK-009 first'],
  [{ kind: 'context_missing', target: 'TASK-001' }, 'think_card target=TASK-001, or notes_commit'],
])('[TV27] %j', (reason, recovery) => {
  const finding = { severity: 'warning', code: 'X', message: 'y', reason } as const;
  expect(issueOf(finding)).toEqual({
    severity: 'warning',
    code: 'X',
    message: 'y',
    recovery: expect.stringContaining(recovery),
  });
});
