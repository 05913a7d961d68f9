/** The tools that add, change and delete task nodes. */

import type { Tool } from './call.ts';
import { findNode, findStep } from './find-part.ts';
import { findTarget } from './find-target.ts';
import { recordFinal, undoable } from './history.ts';
import { NODE_LISTS } from './patch-tool.ts';
import { invalid } from './refuse.ts';
import { revise } from './revise.ts';
import { textList } from './text-rules.ts';
import { type Fields, newNode, raiseFloor, type Target } from './world.ts';

const PLAIN = ['status', 'status_manual', 'priority', 'blocked', 'description', 'context'];

function fieldsIn(args: Fields): Fields {
  const fields: Fields = {};
  if (args.title !== undefined) fields.title = String(args.title).trim();
  for (const name of PLAIN) if (args[name] !== undefined) fields[name] = args[name];
  for (const name of NODE_LISTS) {
    if (args[name] !== undefined) fields[name] = textList(args[name] as string[]);
  }
  return fields;
}

function nodeAnswer(target: Target, nodeId: string, path: string, type: string): Fields {
  return {
    task: target.id,
    revision: target.revision,
    node: { node_id: nodeId, path },
    event: { type, task_id: target.id, path },
  };
}

const add: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'task');
  const above = findStep(target, { path: args.parent_step ?? '' });
  const node = newNode(world, above.step, fieldsIn(args));
  const path = `${above.path}.t:${node.ordinal}`;
  recordFinal(world, target, 'task_node_add', path);
  revise(world, target, path, 'task_node_added');
  return nodeAnswer(target, node.id, path, 'task_node_added');
};

const define: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'task');
  const { node, path } = findNode(target, { path: args.path ?? '' });
  const fields = fieldsIn(args);
  if (Object.keys(fields).length === 0) invalid('nothing to define');
  undoable(world, target, { intent: 'task_node_patch', path }, () => {
    Object.assign(node.fields, fields);
  });
  revise(world, target, path, 'task_node_defined');
  return nodeAnswer(target, node.id, path, 'task_node_defined');
};

const remove: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'task');
  const { node, path, step } = findNode(target, { path: args.path ?? '' });
  step.nodes.splice(step.nodes.indexOf(node), 1);
  raiseFloor(step, 'node_floor', node.ordinal);
  recordFinal(world, target, 'task_node_delete', path);
  revise(world, target, path, 'task_node_deleted');
  return nodeAnswer(target, node.id, path, 'task_node_deleted');
};

export const nodeTools: Record<string, Tool> = {
  tasks_task_add: add,
  tasks_task_define: define,
  tasks_task_delete: remove,
};
