/** `tasks_complete`: sets the status of a plan or task. */

import * as z from 'zod';
import { completeTarget } from '../../domain/tasks/complete-target.ts';
import { STATUSES } from '../../domain/tasks/target.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { commitTargetMove } from './steps/commit-target-move.ts';

export const tasksComplete = defineOperation({
  name: 'tasks_complete',
  title: 'Set the status',
  description:
    'Sets the status of a plan or task, DONE by default. A task is done only when each step is closed and its checkpoints are confirmed.',
  toolset: 'tasks',
  does: writes().and(changes('either')),
  input: { status: z.enum(STATUSES).default('DONE') },
  refusals: ['CHECKPOINTS_NOT_CONFIRMED', 'PROOF_REQUIRED'],
  example: { title: 'Begin', args: { task: 'TASK-001', status: 'ACTIVE' } },
  async run(input, call) {
    const move = completeTarget(call.target, input.status);
    return isRefusal(move) ? move : commitTargetMove(call, move);
  },
});
