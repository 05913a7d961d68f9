/** `tasks_patch`: changes single fields of a plan, task, step or task node. */

import { patchTarget } from '../../domain/tasks/patch-target.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { commitTargetMove } from './steps/commit-target-move.ts';
import { patch } from './steps/patch-fields.ts';

export const tasksPatch = defineOperation({
  name: 'tasks_patch',
  title: 'Patch fields',
  description:
    'Sets, unsets, appends to or removes from single fields of a plan or task (kind task_detail), a step, or a task node (kind task). Can be undone.',
  toolset: 'tasks',
  does: writes().and(changes('either')),
  input: patch,
  refusals: ['CONFLICT'],
  example: {
    title: 'One more test for a step',
    args: {
      task: 'TASK-001',
      kind: 'step',
      path: 's:0',
      ops: [{ op: 'append', field: 'tests', value: 'npm run lint' }],
    },
  },
  async run(input, call) {
    const move = patchTarget(call.target, input);
    return isRefusal(move) ? move : commitTargetMove(call, move);
  },
});
