/** `tasks_task_define`: changes the fields of a task node. */

import { findNode } from '../../domain/tasks/step-tree.ts';
import { defineNode } from '../../domain/tasks/task-node-moves.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { line } from '../declaration/fields.ts';
import { commitNodeMove } from './steps/commit-node-move.ts';
import { nodeFields, nodePart, nodePath } from './steps/node-fields.ts';

export const tasksTaskDefine = defineOperation({
  name: 'tasks_task_define',
  title: 'Define a task node',
  description: 'Changes the given fields of a task node. Lists are replaced. Can be undone.',
  toolset: 'tasks',
  does: writes().and(changes('task')),
  input: { path: nodePath, title: line(LIMITS.title).optional(), ...nodeFields },
  example: { title: 'It is done', args: { task: 'TASK-001', path: 's:1.t:0', status: 'DONE' } },
  async run(input, call) {
    const placed = findNode(call.target, { path: input.path });
    if (isRefusal(placed)) return placed;
    const move = defineNode(call.target, placed, nodePart(input));
    if (isRefusal(move)) return move;
    return commitNodeMove(call, { node_id: placed.node.id, path: placed.path }, move);
  },
});
