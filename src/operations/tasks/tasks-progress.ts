/** `tasks_progress`: closes a step, or opens it again. */

import * as z from 'zod';
import { closeStep, reopenStep } from '../../domain/tasks/step-moves.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../define-operation.ts';
import { guardedAim, step } from '../fields.ts';
import { moveStep } from './move-step.ts';
import { PRINCIPAL_SCENE, TASK_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };
const first = { ...acme, task: 'TASK-001', path: 's:0', completed: true };
const proven = { ...acme, task: 'TASK-001', path: 's:3' };

export const tasksProgress = defineOperation({
  name: 'tasks_progress',
  title: 'Close or reopen a step',
  description:
    'Closes a step as tasks_done does, or with completed=false opens it again. force skips checkpoints and proof. Can be undone.',
  family: 'tasks',
  effect: 'write',
  aim: 'task',
  input: {
    ...guardedAim,
    ...step,
    completed: z.boolean().default(true),
    force: z.boolean().default(false),
  },
  refusals: {
    CHECKPOINTS_NOT_CONFIRMED: { title: 'Nothing is confirmed', before: TASK_SCENE, args: first },
    PROOF_REQUIRED: {
      title: 'The step wants proof',
      before: [
        ...PRINCIPAL_SCENE,
        { tool: 'tasks_verify', args: { ...proven, checkpoints: 'gate' } },
      ],
      args: proven,
    },
  },
  examples: [
    {
      title: 'Open a step again',
      before: [...TASK_SCENE, { tool: 'tasks_progress', args: { ...first, force: true } }],
      args: { ...first, completed: false },
    },
  ],
  async run({ completed, force, ...selector }, call) {
    const { target, nowMs } = call;
    return moveStep(call, selector, (placed) => {
      const move = completed
        ? closeStep(target, placed, { nowMs, force })
        : reopenStep(target, placed, force);
      if (isRefusal(move)) return move;
      return { ...move, operation: { intent: 'step_progress', undoable: true } };
    });
  },
});
