/** The exact nodes and edges that the graphs of plans and tasks must have. */

import { isOpen, nodePlaces, stepPlaces } from './tree.ts';
import { type Fields, listOf, type Target, type World } from './world.ts';

export interface GraphShape {
  nodes: Map<string, Fields>;
  edges: Set<string>;
}

function rootNode({ id, kind, fields }: Target): Fields {
  const { title = '', status = '', tags = [] } = fields;
  return { type: kind, title, status, tags, meta: { source: 'tasks', task_id: id } };
}

export function graphShape(world: World, target: Target): GraphShape {
  const nodes = new Map<string, Fields>();
  const edges = new Set<string>();
  const root = `task:${target.id}`;
  const meta = { source: 'tasks', task_id: target.id };
  nodes.set(root, rootNode(target));
  for (const id of listOf(target, 'depends_on')) {
    const type = id.startsWith('PLAN-') ? 'plan' : 'task';
    nodes.set(`task:${id}`, { type, tags: [], meta: { source: 'tasks', task_id: id } });
    edges.add(`${root}|depends_on|task:${id}`);
  }
  for (const { step, path, above } of stepPlaces(target)) {
    const { title = '' } = step.fields;
    const status = isOpen(step) ? 'open' : 'done';
    const about = { ...meta, step_id: step.id, path };
    nodes.set(`step:${step.id}`, { type: 'step', title, status, tags: [], meta: about });
    edges.add(`${above ? `step:${above.id}` : root}|contains|step:${step.id}`);
  }
  for (const { node, step, path } of nodePlaces(target)) {
    const { title = '', status = '' } = node.fields;
    const about = { ...meta, node_id: node.id, path };
    nodes.set(`task:${node.id}`, { type: 'task_node', title, status, tags: [], meta: about });
    edges.add(`step:${step.id}|contains|task:${node.id}`);
  }
  for (const task of world.targets.values()) {
    if (task.parent !== target.id) continue;
    nodes.set(`task:${task.id}`, rootNode(task));
    edges.add(`${root}|contains|task:${task.id}`);
  }
  return { nodes, edges };
}

/** Records which keys exist now, and which drawn edges have lost an end. */
export function trackGraphs(world: World): void {
  const shapes = new Map(
    [...world.targets].map(([id, target]) => [id, graphShape(world, target)] as const),
  );
  for (const [target, { nodes, edges }] of shapes) {
    for (const key of [...nodes.keys(), ...edges]) world.keys.push({ target, key });
  }
  for (const edge of world.drawn) {
    if (!shapes.get(edge.target)?.nodes.has(edge.to)) edge.isLive = false;
  }
}
