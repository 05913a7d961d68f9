/** Installs bubblewrap for the tests if it is missing, as PostgreSQL is. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/local/bin/bwrap', '/usr/bin/bwrap', '/bin/bwrap'];

/** @param {(line: string) => void} say */
export function requireBubblewrap(say) {
  if (process.platform !== 'linux' || isInstalled()) return;
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    say('Installing bubblewrap for the tests (apt-get install bubblewrap) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    /** @type {import('node:child_process').SpawnSyncOptions} */
    const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
    const words = ['install', '-y', '-qq', '--no-install-recommends', 'bubblewrap'];
    if (spawnSync('apt-get', words, options).status !== 0) {
      spawnSync('apt-get', ['update', '-qq'], options);
      spawnSync('apt-get', words, options);
    }
  }
  if (isInstalled()) return;
  throw new Error(
    'The tests of the sandbox need bubblewrap (bwrap), which is not installed and cannot be by ' +
      'apt-get as root. Install the package bubblewrap.',
  );
}

function isInstalled() {
  return PLACES.some((path) => existsSync(path));
}
