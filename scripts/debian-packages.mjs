/** Installs the programs that the tests need from Debian's packages, if they are missing. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** @typedef {{ title: string, package: string, places: readonly string[] }} Program */

/** The sandbox of notebooks; other systems than Linux do not have it. */
export const BUBBLEWRAP = {
  title: 'bubblewrap',
  package: 'bubblewrap',
  places: ['/usr/local/bin/bwrap', '/usr/bin/bwrap', '/bin/bwrap'],
};

/** The connection pooler in front of PostgreSQL. */
export const PGBOUNCER = {
  title: 'PgBouncer',
  package: 'pgbouncer',
  places: ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'],
};

/** The browser that opens the page. */
export const CHROMIUM = {
  title: 'Chromium',
  package: 'chromium',
  places: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
};

/** @param {Program} program @param {(line: string) => void} say */
export function requireProgram(program, say) {
  if (isInstalled(program)) return;
  // Run level 1 prevents a package from starting its own server.
  installPackage(program.package, say, { RUNLEVEL: '1' });
  if (isInstalled(program)) return;
  throw new Error(
    `The tests need ${program.title}, which is not installed and cannot be by apt-get as root. ` +
      `Install the package ${program.package}.`,
  );
}

/** @param {Program} program */
function isInstalled({ places }) {
  return places.some((path) => existsSync(path));
}

/**
 * Does nothing where it cannot. @param {string} name @param {(line: string) => void} say
 * @param {Record<string, string>} more environment
 */
export function installPackage(name, say, more = {}) {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return;
  say(`Installing ${name} for the tests (apt-get install ${name}) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...more };
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  const words = ['install', '-y', '-qq', '--no-install-recommends', name];
  if (spawnSync('apt-get', words, options).status === 0) return;
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', words, options);
}
