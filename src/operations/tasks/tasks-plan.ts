/** `tasks_plan`: the checklist of a plan, and how far it has come. */

import * as z from 'zod';
import { updateChecklist } from '../../domain/tasks/plan-moves.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../define-operation.ts';
import { doc, guardedAim, texts } from '../fields.ts';
import { moveEntity } from './move-entity.ts';
import { PLAN_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };

export const tasksPlan = defineOperation({
  name: 'tasks_plan',
  title: 'Update the checklist of a plan',
  description:
    'Replaces the checklist of a plan, sets its current point, or advances it by one. Answers the progress.',
  family: 'tasks',
  effect: 'write',
  aim: 'plan',
  input: {
    ...guardedAim,
    steps: texts.optional(),
    current: z.int().min(0).optional(),
    doc: doc.optional(),
    advance: z.boolean().optional(),
  },
  refusals: {},
  examples: [
    {
      title: 'Set a checklist',
      before: PLAN_SCENE,
      args: { ...acme, plan: 'PLAN-001', steps: ['Read', 'Check', 'Print'] },
    },
  ],
  async run(input, call) {
    const move = updateChecklist(call.target, input);
    return isRefusal(move) ? move : moveEntity(call, move);
  },
});
