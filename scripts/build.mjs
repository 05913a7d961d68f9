/** Bundles the program into dist/: it needs no dependency at run time, and starts fast. */

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { READER_FILE } from '../src/runner/link/reader-name.mjs';
import { ENGINE_FILES, ENGINE_FOLDER, WORKER_FILE } from '../src/runner/quickjs/engine-names.mjs';
import { buildWeb } from './build-web.mjs';
import { fingerprint, ROOT } from './setup.mjs';

/** Bundled CommonJS packages load Node's own modules by `require`, which ESM does not have. */
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module';" +
  'const require = __createRequire(import.meta.url);';

/** The list of the files of a bundle, by their paths in it. */
const LIST = '.files';

/** @param {string} stamp */
export async function bundle(stamp) {
  const made = join(ROOT, `dist.new-${process.pid}`);
  rmSync(made, { recursive: true, force: true });
  try {
    await make(made, stamp);
    putInPlace(made, join(ROOT, 'dist'));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** How the program is bundled, into whichever directory. */
export const BUNDLE = /** @type {const} */ ({
  absWorkingDir: ROOT,
  entryPoints: { waymark: 'src/main.ts' },
  // One level down, because the SQLite package looks for its prebuilt binaries beside it.
  chunkNames: 'lib/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifyWhitespace: true,
  minifySyntax: true,
  minifyIdentifiers: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  external: ['pg-native', 'pg-cloudflare'],
  loader: { '.md': 'text' },
  banner: { js: REQUIRE },
  logLevel: 'warning',
});

/** @param {string} made @param {string} stamp */
async function make(made, stamp) {
  await build({ ...BUNDLE, external: [...BUNDLE.external], outdir: made });
  mkdirSync(join(made, 'prebuilds'), { recursive: true });
  cpSync(join(ROOT, 'node_modules/@photostructure/sqlite/prebuilds'), join(made, 'prebuilds'), {
    recursive: true,
  });
  await addWorkers(join(made, 'lib'));
  await buildWeb(join(made, 'web'));
  writeFileSync(join(made, LIST), filesIn(made).join('\n'));
  writeFileSync(join(made, '.built-from'), stamp);
}

/**
 * What the sandbox of notebooks loads when a first cell is run: the code of its workers, and the
 * engine. @param {string} folder beside the chunks
 */
export async function addWorkers(folder) {
  for (const [room, file] of [
    ['link', READER_FILE],
    ['quickjs', WORKER_FILE],
  ]) {
    await build({
      ...BUNDLE,
      external: [...BUNDLE.external],
      entryPoints: [`src/runner/${room}/${file}`],
      splitting: false,
      outfile: join(folder, file ?? ''),
    });
  }
  mkdirSync(join(folder, ENGINE_FOLDER), { recursive: true });
  const { resolve } = createRequire(import.meta.url);
  for (const name of ENGINE_FILES) {
    cpSync(resolve(`quickjs-wasi/${name}`), join(folder, ENGINE_FOLDER, name));
  }
}

/**
 * Copies file by file, and the entry file last: a process that starts or builds meanwhile finds a
 * complete bundle at every moment. The files of the previous bundle stay, for servers that run from
 * it.
 * @param {string} made @param {string} dist
 */
function putInPlace(made, dist) {
  mkdirSync(dist, { recursive: true });
  const before = listed(dist);
  const files = listed(made);
  for (const file of [...files.filter((name) => name !== ENTRY), ENTRY, LIST, '.built-from']) {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    renameSync(join(made, file), join(dist, file));
  }
  const kept = new Set([...before, ...files, LIST, '.built-from']);
  for (const file of filesIn(dist)) if (!kept.has(file)) rmSync(join(dist, file), { force: true });
}

const ENTRY = 'waymark.js';

/** @param {string} folder @returns {string[]} */
function listed(folder) {
  const list = join(folder, LIST);
  return existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [];
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundle(fingerprint());
