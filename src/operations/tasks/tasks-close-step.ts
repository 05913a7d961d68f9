/** `tasks_close_step`: confirms checkpoints and closes a step, both or neither. */

import { readMentions, refuseBeyondGate } from '../../domain/tasks/checkpoints.ts';
import { verifyAndClose } from '../../domain/tasks/step-moves.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { step } from '../declaration/fields.ts';
import { commitStepMove } from './steps/commit-step-move.ts';
import { checkpoints } from './steps/step-fields.ts';

export const tasksCloseStep = defineOperation({
  name: 'tasks_close_step',
  title: 'Confirm and close a step',
  description:
    'Confirms checkpoints and closes a step in one transaction. Refused while a required checkpoint or proof is missing.',
  toolset: 'tasks',
  does: writes().and(changes('task')),
  input: { ...step, checkpoints },
  refusals: ['CHECKPOINTS_NOT_CONFIRMED', 'PROOF_REQUIRED'],
  example: {
    title: 'Close the first step',
    args: { task: 'TASK-001', path: 's:0', checkpoints: 'gate' },
  },
  async run(input, call) {
    const mentions = readMentions(input.checkpoints);
    if (isRefusal(mentions)) return mentions;
    const beyond = refuseBeyondGate(mentions);
    if (beyond) return beyond;
    return commitStepMove(call, input, (placed) =>
      verifyAndClose(call.target, placed, mentions, call.nowMs),
    );
  },
});
