/** Where installed packages are kept. */

import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** For a server that is root and whose data others may not enter. Folders can always be rebuilt. */
const SHARED = '/var/cache/waymark/notebooks/deps';

/**
 * In the data folder, unless the account of cells could not enter it: the home of root is closed on
 * most systems.
 */
export function packagesFolder(data: string, isRoot: boolean): string {
  const own = join(data, 'notebooks', 'deps');
  return isRoot && closedFolder(own) !== undefined ? SHARED : own;
}

/** The first folder on the way, from inside out, that other accounts may not enter. */
export function closedFolder(folder: string): string | undefined {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    if (existsSync(path) && (statSync(path).mode & 0o001) === 0) return path;
  }
  return undefined;
}
