/** `tasks_done`: closes a step whose checkpoints are confirmed. */

import { closeStep } from '../../domain/tasks/step-moves.ts';
import { defineOperation } from '../define-operation.ts';
import { guardedAim, step } from '../fields.ts';
import { moveStep } from './move-step.ts';
import { PRINCIPAL_SCENE, TASK_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };
const first = { ...acme, task: 'TASK-001', path: 's:0' };
const proven = { ...acme, task: 'TASK-001', path: 's:3' };

export const tasksDone = defineOperation({
  name: 'tasks_done',
  title: 'Close a step',
  description:
    'Closes a step whose required checkpoints are confirmed and whose required proof is there.',
  family: 'tasks',
  effect: 'write',
  aim: 'task',
  input: { ...guardedAim, ...step },
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
      title: 'Close a verified step',
      before: [...TASK_SCENE, { tool: 'tasks_verify', args: { ...first, checkpoints: 'gate' } }],
      args: first,
    },
  ],
  async run(input, call) {
    const { target, nowMs } = call;
    return moveStep(call, input, (placed) => closeStep(target, placed, { nowMs }));
  },
});
