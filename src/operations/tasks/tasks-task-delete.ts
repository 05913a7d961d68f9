/** `tasks_task_delete`: deletes a task node. */

import { findNode } from '../../domain/tasks/step-tree.ts';
import { deleteNode } from '../../domain/tasks/task-node-moves.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { commitNodeMove } from './steps/commit-node-move.ts';
import { nodePath } from './steps/node-fields.ts';

export const tasksTaskDelete = defineOperation({
  name: 'tasks_task_delete',
  title: 'Delete a task node',
  description:
    'Deletes a task node from the subplan of its step. The other nodes keep their paths.',
  toolset: 'tasks',
  does: writes({ destructive: true }).and(changes('task')),
  input: { path: nodePath },
  example: { title: 'Not needed', args: { task: 'TASK-001', path: 's:1.t:0' } },
  async run(input, call) {
    const placed = findNode(call.target, { path: input.path });
    if (isRefusal(placed)) return placed;
    const node = { node_id: placed.node.id, path: placed.path };
    return commitNodeMove(call, node, deleteNode(call.target, placed));
  },
});
