/** Dependencies between targets. No target may depend on itself, even through others. */

import { Refused, unknown } from './refuse.ts';
import { listOf, type Target, type World } from './world.ts';

/** Call it after the new list is set; `before` is the previous list. */
export function checkDependencies(world: World, target: Target, before: readonly string[]): void {
  const now = listOf(target, 'depends_on');
  if (now.every((id) => before.includes(id))) return;
  for (const id of now) if (!world.targets.has(id)) unknown(id);
  const isFamily = (id: string) =>
    target.parent === id || world.targets.get(id)?.parent === target.id;
  if (now.some(isFamily) || reaches(world, now, target.id))
    throw new Refused('CONFLICT', 'a circle');
}

function reaches(world: World, from: readonly string[], wanted: string): boolean {
  const seen = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === wanted) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    const next = world.targets.get(id);
    if (next) open.push(...listOf(next, 'depends_on'));
  }
  return false;
}

export function dependentsOf(world: World, id: string): Target[] {
  return [...world.targets.values()]
    .filter((each) => listOf(each, 'depends_on').includes(id))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
