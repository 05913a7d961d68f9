/** Brings a checkout to where it can run: dependencies installed, bundle built, both only when needed. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const BUILD_FOLDERS = ['src', 'models', 'guides'];
const BUILD_FILES = ['package.json', 'package-lock.json', 'scripts/build.mjs'];
const INSTALL_STAMP = 'node_modules/.waymark-installed';
const BUILD_STAMP = 'dist/.built-from';

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const full = join(path, entry.name);
      if (entry.isDirectory()) return filesUnder(full);
      return entry.name.endsWith('.test.ts') ? [] : [full];
    });
}

/** A fingerprint of everything that goes into the bundle. */
export function fingerprint() {
  const hash = createHash('sha256');
  const inputs = [
    ...BUILD_FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder))),
    ...BUILD_FILES.map((file) => join(ROOT, file)),
  ];
  for (const file of inputs) {
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} stamp */
function stamped(stamp) {
  const file = join(ROOT, stamp);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** @param {(line: string) => void} say */
export function install(say) {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (stamped(INSTALL_STAMP) === lock) return;
  refuseReadOnly();
  say('Installing dependencies (npm ci) …');
  // stdout may be a protocol's, and of a failure one line is enough.
  const { status, error, stderr } = spawnSync(
    'npm',
    // No package's own script need run here, and none may ask for a compiler.
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) throw new SetupError(`npm ci failed: ${error?.message ?? npmReason(stderr)}`);
  writeFileSync(join(ROOT, INSTALL_STAMP), lock);
}

/** A checkout that cannot be made ready: told in one line. */
export class SetupError extends Error {}

/** @param {string} words what npm wrote, a line per thought */
function npmReason(words) {
  const lines = words
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !/^(code|errno|syscall|path|A complete log)\b/.test(line));
  return (lines[0] ?? 'it gave no reason').slice(0, 300);
}

function refuseReadOnly() {
  try {
    accessSync(ROOT, constants.W_OK);
  } catch {
    throw new SetupError(`${ROOT} cannot be written; start it once as its owner`);
  }
}

/** @param {(line: string) => void} say */
export async function build(say) {
  const wanted = fingerprint();
  if (stamped(BUILD_STAMP) === wanted) return;
  refuseReadOnly();
  say('Building …');
  const { bundle } = await import(pathToFileURL(join(ROOT, 'scripts/build.mjs')).href);
  await bundle(wanted);
}

/** @param {(line: string) => void} say */
export async function setUp(say) {
  install(say);
  await build(say);
}

/**
 * For a start: makes the bundle where it is missing, or anew where the sources have changed. An old
 * one is better than none.
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} whether there is a bundle to start
 */
export async function renew(say) {
  const beganMs = Date.now();
  try {
    await setUp(say);
    markFresh(beganMs);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    const isBuilt = existsSync(join(ROOT, 'dist/waymark.js'));
    if (isBuilt) say(`The bundle is older than the sources and stays as it is: ${reason}.`);
    else say(`Waymark cannot be built here: ${reason}.`);
    return isBuilt;
  }
}

/** The sources were looked at when this began, so that the next start need not. @param {number} ms */
function markFresh(ms) {
  try {
    utimesSync(join(ROOT, BUILD_STAMP), new Date(ms), new Date(ms));
  } catch {}
}

/** @param {string} line */
export const sayOnStderr = (line) => process.stderr.write(`waymark: ${line}\n`);
