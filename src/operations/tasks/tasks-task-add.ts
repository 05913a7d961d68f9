/** `tasks_task_add`: adds a task node, a piece of work inside a step. */

import { findStep } from '../../domain/tasks/step-tree.ts';
import { addNode } from '../../domain/tasks/task-node-moves.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { line, step } from '../declaration/fields.ts';
import { commitNodeMove } from './steps/commit-node-move.ts';
import { nextIds } from './steps/next-ids.ts';
import { nodeFields, nodePart } from './steps/node-fields.ts';

export const tasksTaskAdd = defineOperation({
  name: 'tasks_task_add',
  title: 'Add a task node',
  description:
    'Adds a task node, a piece of work, to the subplan of a step. Returns its id and its path, such as s:0.t:1.',
  toolset: 'tasks',
  does: writes().and(changes('task')),
  input: {
    parent_step: step.path.unwrap().describe('Path or id of the step'),
    title: line(LIMITS.title),
    ...nodeFields,
  },
  example: {
    title: 'A piece of a step',
    args: { task: 'TASK-001', parent_step: 's:1', title: 'Read the sign' },
  },
  async run(input, call) {
    const placed = findStep(call.target, { path: input.parent_step });
    if (isRefusal(placed)) return placed;
    const id = (await nextIds(call.tx)).node();
    const added = addNode(call.target, placed, { ...nodePart(input), title: input.title }, id);
    if (isRefusal(added)) return added;
    return commitNodeMove(call, { node_id: id, path: added.path }, added.move);
  },
});
