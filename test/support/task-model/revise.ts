/** One operation, one revision: however many events it takes. */

import type { Target, World } from './world.ts';

export function revise(
  world: World,
  target: Target,
  path: string | null,
  ...types: string[]
): void {
  target.revision += 1;
  target.updatedMs = world.nowMs;
  for (const type of types) happen(world, target, path, type);
}

export function happen(world: World, target: Target, path: string | null, type: string): void {
  world.happened.push({ target: target.id, type, revision: target.revision, path });
}
