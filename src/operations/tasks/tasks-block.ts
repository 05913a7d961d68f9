/** `tasks_block`: marks a step as blocked, with a reason, or unblocks it. */

import * as z from 'zod';
import { blockStep } from '../../domain/tasks/step-moves.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { refuse } from '../../kernel/refusal.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { line, step } from '../declaration/fields.ts';
import { commitStepMove } from './steps/commit-step-move.ts';

export const tasksBlock = defineOperation({
  name: 'tasks_block',
  title: 'Block or unblock a step',
  description:
    'Marks a step as blocked, with a reason that radar and snapshot show, or unblocks it with blocked=false. Can be undone.',
  toolset: 'tasks',
  does: writes().and(changes('task')),
  input: { ...step, blocked: z.boolean().default(true), reason: line(LIMITS.title).optional() },
  example: {
    title: 'Wait for a decision',
    args: { task: 'TASK-001', path: 's:1', reason: 'The grammar is undecided' },
  },
  async run({ blocked, reason, ...selector }, call) {
    if (!blocked && reason !== undefined) {
      return refuse('INVALID_INPUT', 'reason: only allowed when the step is blocked');
    }
    return commitStepMove(call, selector, (placed) => ({
      ...blockStep(call.target, placed, blocked, reason),
      operation: { intent: 'step_block_set', undoable: true },
    }));
  },
});
