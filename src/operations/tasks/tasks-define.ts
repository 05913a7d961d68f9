/** `tasks_define`: changes the title, criteria, tests or blockers of a step. */

import { defineStep } from '../../domain/tasks/step-moves.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { line, step, texts } from '../declaration/fields.ts';
import { commitStepMove } from './steps/commit-step-move.ts';

export const tasksDefine = defineOperation({
  name: 'tasks_define',
  title: 'Define a step',
  description:
    'Replaces title, criteria, tests or blockers of a step. New criteria or tests lose the confirmation of the old ones.',
  toolset: 'tasks',
  does: writes().and(changes('task')),
  input: {
    ...step,
    title: line(LIMITS.title).optional(),
    success_criteria: texts.optional(),
    tests: texts.optional(),
    blockers: texts.optional(),
  },
  example: {
    title: 'Add a test',
    args: { task: 'TASK-001', path: 's:0', tests: ['npm test', 'npm run lint'] },
  },
  async run(input, call) {
    return commitStepMove(call, input, (placed) => defineStep(call.target, placed, input));
  },
});
