/** The words that tell bubblewrap what a process may see: nothing of the machine but libraries. */

import type { LinkedModule } from '../link/link-cells.ts';
import { MODULE_ENDING, NOTEBOOK } from '../link/place-names.ts';

/** What must be known of the machine. */
export interface SystemFolders {
  /** Folders of libraries that exist. */
  readonly libraries: readonly string[];
  /** Links at the root that lead to them, with their targets. */
  readonly links: readonly (readonly [path: string, target: string])[];
  /** Folders in them that hold programs of others: shown empty. */
  readonly hidden: readonly string[];
}

/** A new world in every respect: no user, no capability, no network, no process of the machine. */
export const APART: readonly string[] = [
  ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--disable-userns', '--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL'],
  ...['--die-with-parent', '--new-session', '--clearenv'],
];

export function systemWords({ libraries, links, hidden }: SystemFolders): string[] {
  return [
    ...libraries.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...hidden.flatMap((folder) => ['--tmpfs', folder, '--remount-ro', folder]),
    ...links.flatMap(([path, target]) => ['--symlink', target, path]),
    ...['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
  ];
}

/** The working directory of a cell, and the only place that it can write to. */
export const SCRATCH = '/tmp';

export interface CellSandbox {
  readonly folders: SystemFolders;
  readonly scratchBytes: number;
  readonly modules: readonly LinkedModule[];
  /** Every name by which a module can be imported, with the module it means. */
  readonly names: ReadonlyMap<string, string>;
  /** The descriptor with the bytes of each module, in their order. */
  readonly descriptors: readonly number[];
  readonly packages: string | undefined;
}

export function cellWords(cell: CellSandbox): string[] {
  return [
    ...APART,
    ...['--unshare-net', '--hostname', 'cell'],
    ...systemWords(cell.folders),
    ...['--size', String(cell.scratchBytes), '--perms', '0777', '--tmpfs', SCRATCH],
    ...['--dir', NOTEBOOK],
    ...cell.modules.flatMap(({ name }, index) => [
      '--ro-bind-data',
      String(cell.descriptors[index]),
      `${NOTEBOOK}/${name}${MODULE_ENDING}`,
    ]),
    // Node follows links to the one file, so a cell is one module by whatever name it is imported.
    ...[...cell.names].flatMap(([alias, name]) => [
      '--symlink',
      `${name}${MODULE_ENDING}`,
      `${NOTEBOOK}/${alias}`,
    ]),
    ...(cell.packages === undefined
      ? []
      : ['--ro-bind', cell.packages, `${NOTEBOOK}/node_modules`]),
    ...['--setenv', 'HOME', SCRATCH, '--setenv', 'TMPDIR', SCRATCH],
    ...['--setenv', 'LANG', 'C.UTF-8', '--setenv', 'NO_COLOR', '1'],
    ...['--chdir', SCRATCH, '--remount-ro', '/'],
  ];
}
