/** Random moves, merges and drops. */

import { isHeld, someNode, somePair } from './chosen.ts';
import { all, type Graph, type Node } from './graph.ts';
import { type Operation, restructure } from './restructuring.ts';
import { ask, count, type Run, type Step } from './run.ts';

function someMerge(run: Run): Operation {
  const isOdd = run.random.chance(0.5) ? isDropped : (node: Node) => isHeld(run, node);
  const odd = run.random.chance(0.4) ? all(run.graph).filter(isOdd) : [];
  if (odd.length > 0) {
    const { id, project } = run.random.pick(odd);
    const other = someNode(run, project);
    const [source, target] = run.random.chance(0.5) ? [id, other] : [other, id];
    return { op: 'merge', source, target };
  }
  const twins = run.random.chance(0.5) ? twinsOf(run.graph) : [];
  const [source, target] = twins.length > 0 ? run.random.pick(twins) : somePair(run);
  return { op: 'merge', source, target };
}

/** Pairs of nodes with the same edge: a merge must not store it twice. */
function twinsOf({ edges }: Graph): [string, string][] {
  return edges.flatMap((a) =>
    edges.flatMap((b): [string, string][] => {
      if (a === b || a.type !== b.type) return [];
      if (a.to === b.to) return [[a.from, b.from]];
      return a.from === b.from ? [[a.to, b.to]] : [];
    }),
  );
}

function someOperation(run: Run): Operation {
  const { random, step } = run;
  const [node_id, new_parent] = somePair(run);
  if (random.chance(0.55)) return { op: 'move', node_id, new_parent };
  if (random.chance(0.7)) return someMerge(run);
  return { op: 'drop', node_id, reason: ` not at ${step} ` };
}

async function askRestructure(run: Run, operations: readonly Operation[]): Promise<void> {
  const twins = twinsOf(run.graph);
  const before = run.graph;
  const answered = await ask(run, 'graph_restructure', { operations }, (asking) =>
    restructure(run.graph, operations, asking),
  );
  if (answered.code !== undefined) return;
  for (const each of operations) {
    count(run, each.op);
    if (each.op === 'merge') countMerged(run, before, each.source, each.target);
  }
  const isTwin = operations.some(
    (each) =>
      each.op === 'merge' &&
      twins.some(([source, target]) => source === each.source && target === each.target),
  );
  if (isTwin) count(run, 'merged with the same edge');
  count(run, 'newly by restructure', answered.newly_actionable?.length ?? 0);
}

function isDropped({ evidence }: Node): boolean {
  return evidence.some(({ type }) => type === 'dropped');
}

/** What a merge was about, so that no kind of it is missing from a run. */
function countMerged(run: Run, { nodes }: Graph, from: string, to: string): void {
  const [source, target] = [nodes.get(from), nodes.get(to)];
  if (!source || !target) return;
  if (isDropped(source)) count(run, 'merged a dropped node');
  if (isDropped(target)) count(run, 'merged into a dropped node');
  if (source.links.some((link) => !target.links.includes(link))) count(run, 'merged links');
  if (isHeld(run, source)) count(run, 'merged a held node');
  const isDescribed = typeof source.properties.description === 'string';
  if (isDescribed) count(run, 'merged a description');
}

export const restructureNodes: Step = (run) => {
  const size = run.random.chance(0.7) ? 1 : 2;
  return askRestructure(
    run,
    Array.from({ length: size }, () => someOperation(run)),
  );
};

/** Merges nodes, which also keeps the graph small. */
export async function mergeSome(run: Run): Promise<void> {
  for (let n = 0; n < 5; n++) await askRestructure(run, [someMerge(run)]);
}
