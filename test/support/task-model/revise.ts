/** Raises the revision by one per operation, however many events it has. */

import type { Target, World } from './world.ts';

export function revise(
  world: World,
  target: Target,
  path: string | null,
  ...types: string[]
): void {
  target.revision += 1;
  target.updatedMs = world.nowMs;
  for (const type of types) recordEvent(world, target, path, type);
}

export function recordEvent(world: World, target: Target, path: string | null, type: string): void {
  world.happened.push({ target: target.id, type, revision: target.revision, path });
}
