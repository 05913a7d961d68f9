/**
 * Starts and stops a PostgreSQL server for the tests in a temporary directory; installs it if
 * needed.
 */

import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { installPackage } from './debian-packages.mjs';

const DEBIAN_BINARIES = '/usr/lib/postgresql';
const START_SECONDS = 60;

/** @returns {string | undefined} the directory with initdb and postgres in it */
export function findBinaries() {
  const versions = existsSync(DEBIAN_BINARIES)
    ? readdirSync(DEBIAN_BINARIES).sort((a, b) => Number(b) - Number(a))
    : [];
  return [
    ...versions.map((version) => join(DEBIAN_BINARIES, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ].find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
}

/** PostgreSQL refuses to run as root: its own account is used, or `nobody`. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody']
    .map((name) => accounts.find(([user]) => user === name))
    .find((found) => found !== undefined);
  if (!account)
    throw new Error(
      'PostgreSQL does not run as root, and neither account postgres nor nobody exists.',
    );
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * @param {(line: string) => void} say
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgres(say) {
  // Run level 1 prevents the package from starting its own server.
  if (!findBinaries()) installPackage('postgresql', say, { RUNLEVEL: '1' });
  const bin = findBinaries();
  if (!bin) {
    throw new Error(
      'The tests need PostgreSQL (initdb and postgres), which is not installed and cannot be by ' +
        'apt-get as root. Install it, or set WAYMARK_TEST_POSTGRES=off to test without it.',
    );
  }
  const account = unprivileged();
  const directory = mkdtempSync(join(tmpdir(), 'waymark-postgres-'));
  if (account.uid !== undefined) chownSync(directory, account.uid, account.gid);
  const data = join(directory, 'data');
  const initdb = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'waymark', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...account, cwd: directory, encoding: 'utf8' },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr || initdb.error}`);
  const port = await freePort();
  // A test server may lose its data when the machine fails, but not when a client does.
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=200'];
  const server = spawn(
    join(bin, 'postgres'),
    [
      ...['-D', data, '-p', String(port), '-k', directory, '-h', '127.0.0.1'],
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    { ...account, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const stop = async () => {
    if (server.exitCode === null) {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await gone;
    }
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await ready(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://waymark@127.0.0.1:${port}/postgres`, stop };
}

/** @param {import('node:child_process').ChildProcess} server */
export function ready(server) {
  return new Promise((resolve, reject) => {
    let words = '';
    const late = setTimeout(
      () => reject(new Error(`PostgreSQL did not start: ${words}`)),
      START_SECONDS * 1000,
    );
    server.stderr?.on('data', (chunk) => {
      words = (words + chunk).slice(-4000);
      if (!/is ready to accept (read-only )?connections/.test(words)) return;
      clearTimeout(late);
      resolve(undefined);
    });
    server.once('exit', () => {
      clearTimeout(late);
      reject(new Error(`PostgreSQL stopped: ${words}`));
    });
  });
}
