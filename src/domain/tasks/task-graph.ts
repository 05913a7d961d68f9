/**
 * Plans, tasks, steps and task nodes as the reasoning graph sees them.
 *
 * The graph of a target follows from the target alone, so every change of the graph is the
 * difference of two graphs. A plan's graph has nodes of its tasks too, which their events update.
 */

import {
  edgeChange,
  edgeRemoval,
  type GraphChange,
  nodeChange,
  nodeRemoval,
} from '../graph/graph-change.ts';
import type { EdgeState, NodeState } from '../graph/graph-events.ts';
import { edgeKey } from '../graph/version.ts';
import type { Changes } from './change.ts';
import { nodePaths, stepsInOrder } from './step-tree.ts';
import { isOpen, type Step, type Target } from './target.ts';

export interface TaskGraph {
  readonly nodes: readonly NodeState[];
  readonly edges: readonly EdgeState[];
}

const SOURCE = 'tasks';
const NOTHING: TaskGraph = { nodes: [], edges: [] };

export function graphOf(target: Target | undefined): TaskGraph {
  if (!target) return NOTHING;
  const { root } = target;
  const steps = stepsInOrder(target);
  const paths = nodePaths(target);
  const about = { source: SOURCE, task_id: root.id };
  return {
    nodes: [
      rootNode(target),
      ...root.depends_on.map((id) => ({
        id: `task:${id}`,
        type: id.startsWith('PLAN-') ? 'plan' : 'task',
        tags: [],
        meta: { source: SOURCE, task_id: id },
      })),
      ...steps.map(({ step, path }) => ({
        id: `step:${step.id}`,
        type: 'step',
        title: step.title,
        status: isOpen(step) ? 'open' : 'done',
        tags: [],
        meta: { ...about, step_id: step.id, path },
      })),
      ...target.nodes.map((node) => ({
        id: `task:${node.id}`,
        type: 'task_node',
        title: node.title,
        status: node.status,
        tags: [],
        meta: { ...about, node_id: node.id, path: paths.get(node.id) ?? '' },
      })),
    ],
    edges: [
      ...root.depends_on.map((id) => ({
        from: `task:${root.id}`,
        rel: 'depends_on',
        to: `task:${id}`,
      })),
      ...steps.map(({ step }) => ({
        from: step.parent === null ? `task:${root.id}` : `step:${step.parent}`,
        rel: 'contains',
        to: `step:${step.id}`,
      })),
      ...target.nodes.map((node) => ({
        from: `step:${node.step}`,
        rel: 'contains',
        to: `task:${node.id}`,
      })),
    ],
  };
}

function rootNode({ root }: Target): NodeState {
  return {
    id: `task:${root.id}`,
    type: root.kind,
    title: root.title,
    status: root.status,
    tags: root.tags,
    meta: { source: SOURCE, task_id: root.id },
  };
}

/** What a task adds to the graph of its plan. */
export function entryInPlan(task: Target | undefined): TaskGraph {
  if (!task?.root.parent) return NOTHING;
  const { id, parent } = task.root;
  return {
    nodes: [rootNode(task)],
    edges: [{ from: `task:${parent}`, rel: 'contains', to: `task:${id}` }],
  };
}

/** The fields of a step that the graph does not show: its requirements and its evidence. */
export const UNSEEN_FIELDS: ReadonlySet<string> = new Set<keyof Step>([
  ...(['success_criteria', 'tests', 'blockers', 'confirmed', 'evidenced', 'proof'] as const),
  ...(['blocked', 'blocked_reason', 'notes', 'forced'] as const),
  ...(['step_floor', 'node_floor'] as const),
]);

/** Whether a change can affect the graph at all; most moves of a step cannot. */
export function showsInGraph(changes: Changes): boolean {
  return changes.some(
    ({ part, before, after }) =>
      !part.startsWith('STEP-') ||
      before === null ||
      after === null ||
      Object.keys(after).some((field) => !UNSEEN_FIELDS.has(field)),
  );
}

/** Nodes are added before edges, and edges are removed before nodes. */
export function changesBetween(before: TaskGraph, after: TaskGraph): readonly GraphChange[] {
  const nodes = new Set(after.nodes.map((node) => node.id));
  const edges = new Set(after.edges.map(edgeKey));
  return [
    ...changed(before.nodes, after.nodes, (node) => node.id).map(nodeChange),
    ...changed(before.edges, after.edges, edgeKey).map(edgeChange),
    ...before.edges.map(edgeKey).flatMap((key) => (edges.has(key) ? [] : [edgeRemoval(key)])),
    ...before.nodes.flatMap(({ id }) => (nodes.has(id) ? [] : [nodeRemoval(id)])),
  ];
}

function changed<Item>(
  before: readonly Item[],
  after: readonly Item[],
  key: (item: Item) => string,
): readonly Item[] {
  const old = new Map(before.map((item) => [key(item), JSON.stringify(item)]));
  return after.filter((item) => old.get(key(item)) !== JSON.stringify(item));
}
