/** `npm test`: prepares what the tests need, runs them, cleans up, and prints the counts. */

import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUBBLEWRAP, CHROMIUM, PGBOUNCER, requireProgram } from './debian-packages.mjs';
import { roomyMemory } from './memory-disk.mjs';
import { startPostgres } from './postgres.mjs';
import { ROOT, sayOnStderr as say, setUp } from './setup.mjs';

const scratch = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'waymark-test-'));
const report = join(scratch, 'report.json');
// For the server, which has another account, the tests, and everything that they start.
chmodSync(scratch, 0o755);
process.env.TMPDIR = scratch;
// Node reads such a file whenever it starts, and the tests start thousands; they reach no other host.
delete process.env.NODE_EXTRA_CA_CERTS;

/** @type {() => Promise<void>} */
let stopPostgres = async () => {};

/** @returns {Promise<Record<string, string>>} */
async function database() {
  if (process.env.WAYMARK_TEST_POSTGRES === 'off') {
    say('WAYMARK_TEST_POSTGRES=off: testing without PostgreSQL.');
    return {};
  }
  requireProgram(PGBOUNCER, say);
  const given = process.env.WAYMARK_TEST_DATABASE_URL;
  if (given) return required(given);
  say('Starting a PostgreSQL server for the tests …');
  const { url, stop } = await startPostgres(say);
  stopPostgres = stop;
  return required(url);
}

/** Without a server vitest alone would test on SQLite only; here that would be half a test. */
function required(/** @type {string} */ url) {
  return { WAYMARK_TEST_DATABASE_URL: url, WAYMARK_TEST_POSTGRES: 'required' };
}

/** @param {Record<string, string>} env @returns {Promise<number>} */
function vitest(env) {
  const words = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...words, ...process.argv.slice(2)],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } },
  );
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

function count() {
  const { numPassedTests, numFailedTests, numPendingTests, numTotalTestSuites } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  return `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped in ${numTotalTestSuites} suites`;
}

let code = 1;
try {
  await setUp(say);
  if (process.platform === 'linux') requireProgram(BUBBLEWRAP, say);
  requireProgram(CHROMIUM, say);
  code = await vitest(await database());
  await stopPostgres();
  process.stdout.write(`${count()}\n`);
} catch (error) {
  await stopPostgres();
  code = 1;
  say(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = code;
