/** `tasks_lint`: lists what is missing or wrong in a plan or task. */

import type { Trim } from '../../kernel/budget.ts';
import { dropItems } from '../../kernel/cuts/list-cuts.ts';
import { omit, within } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { aims, reads } from '../declaration/facets.ts';
import { inspectTarget } from './steps/inspect-target.ts';
import { targetHead } from './steps/target-view.ts';

const TRIMS: readonly Trim[] = [
  dropItems('issues', { from: 'back', keep: 1 }),
  ...within('context_health', [omit('stats', 'issues')]),
  omit('workspace', 'target'),
  dropItems('issues', { from: 'back', keep: 0 }),
  omit('issues', 'context_health'),
];

export const tasksLint = defineOperation({
  name: 'tasks_lint',
  title: 'Check a task',
  description:
    'Lists what is missing or wrong in a plan or task, each issue with its fix, and whether any context was recorded. Changes nothing.',
  toolset: 'tasks',
  does: reads(TRIMS).and(aims('either')),
  input: {},
  example: { title: 'The task in focus', args: {} },
  async run(_input, call) {
    const { target, workspace } = call;
    const { issues, health, suggestions } = await inspectTarget(call, target);
    const errors = issues.filter((issue) => issue.severity === 'error').length;
    return answer(
      {
        workspace,
        target: targetHead(target),
        summary: { errors, warnings: issues.length - errors, total: issues.length },
        issues,
        context_health: health,
        truncated: false,
      },
      { suggestions },
    );
  },
});
