/** `tasks_contract`: sets or clears the contract of a plan. */

import * as z from 'zod';
import { updateContract } from '../../domain/tasks/plan-moves.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { meta, text } from '../declaration/fields.ts';
import { commitTargetMove } from './steps/commit-target-move.ts';

export const tasksContract = defineOperation({
  name: 'tasks_contract',
  title: 'Set the contract of a plan',
  description: 'Sets the contract of a plan as text, as data or both, or clears it.',
  toolset: 'tasks',
  does: writes({ destructive: true }).and(changes('plan')),
  input: {
    current: text.optional().describe('The text'),
    contract_data: meta,
    clear: z.boolean().optional(),
  },
  example: {
    title: 'A promise',
    args: { plan: 'PLAN-001', current: 'Every number of JSON is read.' },
  },
  async run(input, call) {
    const move = updateContract(call.target, input);
    return isRefusal(move) ? move : commitTargetMove(call, move);
  },
});
