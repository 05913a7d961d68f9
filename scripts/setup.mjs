/** Brings a checkout to where it can run: dependencies installed, bundle built, both only when needed. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  say('Installing dependencies (npm ci) …');
  // stdout may be a protocol's: whatever npm has to say goes to stderr.
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('npm ci failed: see its words above.');
  writeFileSync(join(ROOT, INSTALL_STAMP), lock);
}

/** @param {(line: string) => void} say */
export async function build(say) {
  const wanted = fingerprint();
  if (stamped(BUILD_STAMP) === wanted) return;
  say('Building …');
  const { bundle } = await import(pathToFileURL(join(ROOT, 'scripts/build.mjs')).href);
  await bundle(wanted);
}

/** @param {(line: string) => void} say */
export async function setUp(say) {
  install(say);
  await build(say);
}

/** @param {string} line */
export const sayOnStderr = (line) => process.stderr.write(`waymark: ${line}\n`);
