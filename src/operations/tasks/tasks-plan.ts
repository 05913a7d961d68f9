/** `tasks_plan`: changes the checklist of a plan. */

import * as z from 'zod';
import { updateChecklist } from '../../domain/tasks/plan-moves.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { doc, titles } from '../declaration/fields.ts';
import { commitTargetMove } from './steps/commit-target-move.ts';

export const tasksPlan = defineOperation({
  name: 'tasks_plan',
  title: 'Update the checklist of a plan',
  description:
    'Replaces the checklist of a plan, sets its current point, or advances it by one. Returns the progress.',
  toolset: 'tasks',
  does: writes().and(changes('plan')),
  input: {
    steps: titles.optional(),
    current: z.int().min(0).optional(),
    doc: doc.optional(),
    advance: z.boolean().optional(),
  },
  example: {
    title: 'Set a checklist',
    args: { plan: 'PLAN-001', steps: ['Read', 'Check', 'Print'] },
  },
  async run(input, call) {
    const move = updateChecklist(call.target, input);
    return isRefusal(move) ? move : commitTargetMove(call, move);
  },
});
