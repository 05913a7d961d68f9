/** Finds the folders of this machine that every program needs: its shared libraries. */

import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import type { SystemFolders } from './sandbox-words.ts';

const LIBRARIES = ['/usr/lib', '/usr/lib64', '/usr/lib32', '/usr/libx32'];
const AT_THE_ROOT = ['/lib', '/lib64', '/lib32', '/libx32'];

/** Installed programs of Node, among them possibly this one. */
const HIDDEN = ['/usr/lib/node_modules', '/usr/lib64/node_modules'];

export function systemFolders(): SystemFolders {
  const atTheRoot = AT_THE_ROOT.filter((path) => existsSync(path));
  const isLink = (path: string) => lstatSync(path).isSymbolicLink();
  return {
    libraries: [
      ...LIBRARIES.filter((path) => existsSync(path) && !isLink(path)),
      ...atTheRoot.filter((path) => !isLink(path)),
    ],
    links: [...LIBRARIES.filter((path) => existsSync(path)), ...atTheRoot]
      .filter(isLink)
      .map((path) => [path, readlinkSync(path)]),
    hidden: HIDDEN.filter((path) => existsSync(path)),
  };
}
