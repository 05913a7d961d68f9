/** `tasks_patch`: sets, unsets, appends to or removes from the fields of a task, step or task node. */

import { patchEntity } from '../../domain/tasks/patch-entity.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../define-operation.ts';
import { guardedAim } from '../fields.ts';
import { moveEntity } from './move-entity.ts';
import { patch } from './patch-fields.ts';
import { CIRCLE_SCENE, TASK_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };

export const tasksPatch = defineOperation({
  name: 'tasks_patch',
  title: 'Patch fields',
  description:
    'Sets, unsets, appends to or removes from fields of a plan or task (task_detail), a step, or a task node (task). Can be undone.',
  family: 'tasks',
  effect: 'write',
  aim: 'either',
  input: { ...guardedAim, ...patch },
  refusals: {
    CONFLICT: {
      title: 'Each would wait for the other',
      before: CIRCLE_SCENE,
      args: {
        ...acme,
        task: 'TASK-001',
        ops: [{ op: 'append', field: 'depends_on', value: 'TASK-002' }],
      },
    },
    UNKNOWN_ID: {
      title: 'No such step',
      before: TASK_SCENE,
      args: {
        ...acme,
        task: 'TASK-001',
        kind: 'step',
        path: 's:7',
        ops: [{ op: 'set', field: 'title', value: 'X' }],
      },
    },
  },
  examples: [
    {
      title: 'One more test for a step',
      before: TASK_SCENE,
      args: {
        ...acme,
        task: 'TASK-001',
        kind: 'step',
        path: 's:0',
        ops: [{ op: 'append', field: 'tests', value: 'npm run lint' }],
      },
    },
  ],
  async run(input, call) {
    const move = patchEntity(call.target, input);
    return isRefusal(move) ? move : moveEntity(call, move);
  },
});
