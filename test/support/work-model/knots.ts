/** Random steps that tie nodes together so that they would wait for each other. */

import type { Shown } from '../task-world.ts';
import { someProjectThere } from './chosen.ts';
import { connect, type PlanRequest, plan, update } from './making.ts';
import { type Operation, restructure } from './restructuring.ts';
import { ask, type Run, type Step } from './run.ts';

/** A part and what it waits for: `top` contains `part`, which needs `middle`, which needs `last`. */
const NODES = [
  { ref: 'top' },
  { ref: 'part', parent_ref: 'top', depends_on: ['middle'] },
  { ref: 'middle', depends_on: ['last'] },
  { ref: 'last' },
];

/** Closes the circle in one of the ways that must be refused. */
export const tieKnot: Step = async (run) => {
  const root = run.graph.projects.get(someProjectThere(run)) ?? '';
  const nodes = NODES.map(
    (node): PlanRequest => ({ parent_ref: root, summary: node.ref, ...node }),
  );
  const planned = await ask(run, 'graph_plan', { nodes }, (asking, answered) =>
    plan(run.graph, nodes, asking, answered.created ?? []),
  );
  const idOf = (ref: string) => planned.created.find((each: Shown) => each.ref === ref).id;
  const [top, middle, last] = [idOf('top'), idOf('middle'), idOf('last')];
  const back = { from: last, to: top, type: 'depends_on' };
  await run.random.pick([
    () => connectEdge(run, back),
    () => change(run, { op: 'move', node_id: top, new_parent: last }),
    () => change(run, { op: 'merge', source: top, target: last }),
    async () => {
      await resolve(run, middle, true);
      await connectEdge(run, back);
      await resolve(run, middle, false);
    },
  ])();
};

function connectEdge(run: Run, edge: { from: string; to: string; type: string }): Promise<Shown> {
  const edges = [edge];
  return ask(run, 'graph_connect', { edges }, (asking) => connect(run.graph, edges, asking));
}

function change(run: Run, operation: Operation): Promise<Shown> {
  const operations = [operation];
  return ask(run, 'graph_restructure', { operations }, (asking) =>
    restructure(run.graph, operations, asking),
  );
}

function resolve(run: Run, node_id: string, resolved: boolean): Promise<Shown> {
  const updates = [{ node_id, resolved }];
  return ask(run, 'graph_update', { updates }, (asking) => update(run.graph, updates, asking));
}
