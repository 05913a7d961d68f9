/**
 * Makes a checkout ready to run: installs dependencies and builds the bundle, both only if needed.
 */

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

const BUILD_FOLDERS = ['src', 'web', 'models', 'guides', 'notebooks'];
const BUILD_FILES = [
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/build-web.mjs',
];
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
  // stdout may carry a protocol, and one line of a failure is enough.
  const { status, error, stderr } = spawnSync(
    'npm',
    // No package needs its install script here, and none may need a compiler.
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

/** A checkout that cannot be made ready: reported in one line. */
export class SetupError extends Error {}

/** @param {string} words what npm wrote, a line per thought */
function npmReason(words) {
  const lines = words
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !/^(code|errno|syscall|path|A complete log)\b/.test(line));
  return (lines[0] ?? 'no reason given').slice(0, 300);
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
 * For a start: builds the bundle if it is missing, or again if the sources have changed. If that
 * fails, an old bundle is used.
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
    if (isBuilt) say(`The bundle is older than the sources and is used as it is: ${reason}.`);
    else say(`Waymark cannot be built here: ${reason}.`);
    return isBuilt;
  }
}

/**
 * Marks when the sources were last checked, so that the next start can skip it. @param {number} ms
 */
function markFresh(ms) {
  try {
    utimesSync(join(ROOT, BUILD_STAMP), new Date(ms), new Date(ms));
  } catch {}
}

/** @param {string} line */
export const sayOnStderr = (line) => process.stderr.write(`waymark: ${line}\n`);
