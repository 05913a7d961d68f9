/** What random steps are about: projects, nodes, properties and texts. */

import type { Json } from '../../../src/kernel/json.ts';
import { holderOf } from './claims.ts';
import { all, type Node } from './graph.ts';
import { askingAs, type Run } from './run.ts';

export const SUMMARIES = ['Read it', 'read 100%', 'Write_it', 'ÄRGER', "it's \\ done"];
export const TEXTS = [...SUMMARIES, ' Read it \n all of it\n\n to the end '];

export function someProject({ graph, random }: Run): string {
  const known = [...graph.projects.keys()];
  return random.chance(0.04) || known.length === 0 ? 'nowhere' : random.pick(known);
}

/** Mostly an existing node, more often a young one. */
export function someNode(run: Run, project?: string): string {
  const { graph, random } = run;
  if (random.chance(0.02)) return random.pick(['nowhere', ...graph.gone.keys()]);
  const own = all(graph, project);
  const nodes = own.length > 0 ? own : all(graph);
  const from = random.chance(0.5) ? Math.max(0, nodes.length - 12) : 0;
  return random.pick(nodes.slice(from)).id;
}

/** Two nodes, most often of one project. */
export function somePair(run: Run): [string, string] {
  const project = run.random.chance(0.14) ? undefined : someProjectThere(run);
  const [first, second, third] = [1, 2, 3].map(() => someNode(run, project)) as [
    string,
    string,
    string,
  ];
  return [first, first === second ? third : second];
}

export function someProjectThere({ graph, random }: Run): string {
  return random.pick([...graph.projects.keys()]);
}

export function someProperties({ random }: Run): Record<string, Json> {
  const some: readonly (readonly [string, Json])[] = [
    ['priority', random.pick([1, 2, -1, 0.5, 3, 0, 'high', '10', ' 2.5 '])],
    ['area', random.pick(['x', 'y'])],
    ['flag', random.chance(0.5)],
    ['deep', { n: random.below(2), list: [1, { k: 'v' }] }],
    ['deep.n', random.below(2)],
    ['nil', null],
  ];
  return Object.fromEntries(some.filter(() => random.chance(0.25)));
}

/** Sometimes a project is named by the id of its root. */
export function someName({ graph, random }: Run, project: string): string {
  const root = graph.projects.get(project);
  return root !== undefined && random.chance(0.1) ? root : project;
}

/** Properties that only claims and hints may set; sometimes with their present values. */
export function someForgery({ graph, random }: Run, id: string): Record<string, Json> {
  const there = graph.nodes.get(id)?.properties ?? {};
  const { _claimed_by: by, _claimed_at: at, _hint: hint } = there;
  return random.pick<Record<string, Json>>([
    { _claimed_by: by ?? 'ada', _claimed_at: at ?? '2099-01-01T00:00:00.000Z' },
    { _hint: hint ?? 'mine' },
    { _claimed_by: 'ben' },
    { _claimed_at: '2099-01-01T00:00:00.000Z' },
    { _claimed_for: 'ever' },
    { _hint: null },
  ]);
}

/** Whether any agent holds it. */
export function isHeld(run: Run, node: Node): boolean {
  return holderOf(node, askingAs(run, 'ada')) !== undefined;
}
