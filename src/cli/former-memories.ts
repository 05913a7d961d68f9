/**
 * Finds the memories that a new workspace may have had under a former path of its directory. Only a
 * person can know, so they are named and nothing is bound.
 */

import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Store } from '../store/port.ts';
import type { FormerMemory } from '../surface/surface.ts';

/** `directory`: that of the workspace, if it is not bound to it. */
export async function formerMemories(
  store: Store,
  workspace: string,
  directory?: string,
): Promise<readonly FormerMemory[]> {
  const places = new Map<string, string[]>();
  for (const { kind, value, workspace: name } of await store.projects.all()) {
    if (kind === 'directory') places.set(name, [...(places.get(name) ?? []), value]);
  }
  const here = directory ?? places.get(workspace)?.[0];
  if (here === undefined) return [];
  const isNear = (path: string) =>
    dirname(path) === dirname(here) || basename(path) === basename(here);
  const known = new Set(await store.workspaces());
  return [...places]
    .filter(([name, paths]) => known.has(name) && paths.some(isNear))
    .filter(([, paths]) => paths.every((path) => !existsSync(path)))
    .map(([name, [path = '']]) => ({ workspace: name, directory: path, here }));
}
