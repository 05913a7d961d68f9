/** `tasks_verify`: confirms checkpoints of a step, or withdraws confirmations. */

import { readMentions } from '../../domain/tasks/checkpoints.ts';
import { verifyStep } from '../../domain/tasks/step-moves.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { step } from '../declaration/fields.ts';
import { commitStepMove } from './steps/commit-step-move.ts';
import { checkpoints } from './steps/step-fields.ts';

export const tasksVerify = defineOperation({
  name: 'tasks_verify',
  title: 'Confirm checkpoints',
  description:
    'Confirms checkpoints of a step, or withdraws a confirmation with false. The step stays open.',
  toolset: 'tasks',
  does: writes().and(changes('task')),
  input: { ...step, checkpoints },
  example: {
    title: 'The tests pass',
    args: { task: 'TASK-001', path: 's:0', checkpoints: { tests: true } },
  },
  async run(input, call) {
    const mentions = readMentions(input.checkpoints);
    if (isRefusal(mentions)) return mentions;
    return commitStepMove(call, input, (placed) => verifyStep(call.target, placed, mentions));
  },
});
