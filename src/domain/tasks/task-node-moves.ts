/** The moves of task nodes: add, define and delete pieces of work inside a step. */

import { LIMITS } from '../../kernel/limits.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { type Move, revised } from './move.ts';
import { nextOrdinal, type PlacedNode, type PlacedStep } from './step-tree.ts';
import { newNode, type Target, type TaskNode, withNode, withStep } from './target.ts';
import { textList } from './text-list.ts';

export const NODE_LISTS = [
  'blockers',
  'dependencies',
  'next_steps',
  'problems',
  'risks',
  'success_criteria',
] as const;

export type NodeFields = {
  readonly [Field in keyof Omit<TaskNode, 'id' | 'step' | 'ordinal'>]?: TaskNode[Field] | undefined;
};

function cleanFields(given: NodeFields): Partial<TaskNode> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (name === 'title') return [name, (value as string).trim()];
      const isList = (NODE_LISTS as readonly string[]).includes(name);
      return [name, isList ? textList(value as readonly string[]) : value];
    }),
  );
}

export function addNode(
  target: Target,
  { step, path }: PlacedStep,
  given: NodeFields & { readonly title: string },
  id: string,
): { readonly move: Move; readonly path: string } | Refusal {
  if (target.nodes.length >= LIMITS.steps) {
    return refuse('INVALID_INPUT', `a task has at most ${LIMITS.steps} task nodes`);
  }
  const siblings = target.nodes.filter((node) => node.step === step.id);
  const ordinal = nextOrdinal(siblings, step.node_floor);
  const { title = '', ...fields } = cleanFields(given);
  const node = newNode({ id, step: step.id, ordinal, title, ...fields });
  const nodePath = `${path}.t:${ordinal}`;
  return {
    path: nodePath,
    move: {
      type: 'task_node_added',
      fields: { task: target.root.id, node_id: id, path: nodePath, parent_step: path, title },
      after: revised({ ...target, nodes: [...target.nodes, node] }),
      operation: { intent: 'task_node_add', undoable: false },
    },
  };
}

export function defineNode(target: Target, placed: PlacedNode, given: NodeFields): Move | Refusal {
  const change = cleanFields(given);
  const names = Object.keys(change);
  if (names.length === 0) return refuse('INVALID_INPUT', 'give at least one field to define');
  return {
    type: 'task_node_defined',
    fields: {
      task: target.root.id,
      node_id: placed.node.id,
      path: placed.path,
      fields: names,
    },
    after: revised(withNode(target, placed.node.id, change)),
    operation: { intent: 'task_node_patch', undoable: true },
  };
}

export function deleteNode(target: Target, { node, path }: PlacedNode): Move {
  const step = target.steps.find((each) => each.id === node.step);
  const floor = Math.max(step?.node_floor ?? 0, node.ordinal + 1);
  const kept = withStep(target, node.step, { node_floor: floor });
  return {
    type: 'task_node_deleted',
    fields: { task: target.root.id, node_id: node.id, path },
    after: revised({ ...kept, nodes: target.nodes.filter((each) => each.id !== node.id) }),
    operation: { intent: 'task_node_delete', undoable: false },
  };
}
