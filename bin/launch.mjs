/** Starts the bundle; in a checkout it is made first where it is missing or older than the sources. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUNDLE = join(ROOT, 'dist/waymark.js');

/** @param {string} path */
const changedMs = (path) => statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;

/** @param {string} folder @returns {string[]} */
function foldersFrom(folder) {
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...below.flatMap((entry) => foldersFrom(join(folder, entry.name)))];
}

/**
 * Cheap, since every start pays for it: git makes changed files anew, which changes their folders.
 * What is edited in place is seen by `npm start` and `npm test`, which read everything.
 */
function looksOlder() {
  const builtMs = statSync(join(ROOT, 'dist/.built-from'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isYounger = (/** @type {string} */ path) => changedMs(path) > builtMs;
  return (
    ['package.json', 'package-lock.json', 'scripts/build.mjs'].some((name) =>
      isYounger(join(ROOT, name)),
    ) ||
    ['src', 'web', 'models', 'guides'].some((name) => foldersFrom(join(ROOT, name)).some(isYounger))
  );
}

/** What is installed as a package has no sources, and nothing to compare. */
async function isReady() {
  const isCheckout = existsSync(join(ROOT, 'src'));
  const isBuilt = existsSync(BUNDLE);
  if (isBuilt && !(isCheckout && looksOlder())) return true;
  if (!isCheckout) {
    process.stderr.write(
      'waymark: This package has no dist/ and is not whole: install it again.\n',
    );
    return false;
  }
  const { renew, sayOnStderr } = await import('../scripts/setup.mjs');
  return renew(sayOnStderr);
}

if (await isReady()) {
  // From Node 22 on, compiled code is kept between starts.
  module.enableCompileCache?.();
  await import(new URL('../dist/waymark.js', import.meta.url).href);
} else process.exitCode = 1;
