/** What a plan or task waits for. A cycle would wait for ever, so it is refused with its path. */

import { shownPath } from '../../kernel/cuts/shown-path.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { refuseFor } from './reasons.ts';
import type { Root } from './target.ts';

export interface Dependency {
  readonly from: string;
  readonly to: string;
}

/**
 * `known`: the dependencies that exist, each with its plan if it has one.
 * `edges`: all dependencies that can be reached from them.
 */
export function checkDependencies(
  { id, parent, depends_on: dependsOn }: Pick<Root, 'id' | 'parent' | 'depends_on'>,
  known: ReadonlyMap<string, string | null>,
  edges: readonly Dependency[],
): Refusal | undefined {
  const unknown = dependsOn.find((each) => !known.has(each));
  if (unknown !== undefined) {
    const message = `depends_on: no plan or task ${unknown}`;
    return refuseFor({ kind: 'dependency_unknown' }, 'UNKNOWN_ID', message);
  }
  const family = dependsOn.find((each) => each === parent || known.get(each) === id);
  if (family !== undefined) {
    return refuse('CONFLICT', `depends_on: a circle: ${id} -> ${family} -> ${id}`, {
      recovery: 'A plan is done when its tasks are, so neither can wait for the other.',
    });
  }
  const circle = pathBack(id, dependsOn, edges);
  if (!circle) return undefined;
  return refuse('CONFLICT', `depends_on: a circle: ${shownPath(circle).join(' -> ')}`, {
    recovery: 'Leave one of these dependencies out.',
  });
}

/** The path from `id` through its dependencies back to itself, if there is one. */
function pathBack(
  id: string,
  dependsOn: readonly string[],
  edges: readonly Dependency[],
): readonly string[] | undefined {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const known = next.get(from);
    if (known) known.push(to);
    else next.set(from, [to]);
  }
  const cameFrom = new Map<string, string>();
  const open = dependsOn.map((each) => ({ at: each, from: id }));
  // The list grows while it is read.
  for (const { at, from } of open) {
    if (at === id) return trail(id, from, cameFrom);
    if (cameFrom.has(at)) continue;
    cameFrom.set(at, from);
    for (const each of next.get(at) ?? []) open.push({ at: each, from: at });
  }
  return undefined;
}

function trail(id: string, last: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [id];
  for (let at = last; at !== id; at = cameFrom.get(at) ?? id) path.push(at);
  return [id, ...path.reverse()];
}
