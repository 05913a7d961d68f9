/** `npm run bench`: builds the program and the benchmarks, runs them, and removes the build. */

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sayOnStderr, setUp } from './setup.mjs';

/** Below node_modules, so that packages resolve, and on the project's own disk. */
const CACHE = join(ROOT, 'node_modules/.cache');

/** Bundled CommonJS packages load Node's own modules by `require`, which ESM does not have. */
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module';" +
  'const require = __createRequire(import.meta.url);';

/** A copy of the program, so that a rebuild meanwhile changes nothing. @param {string} scratch */
function copyProgram(scratch) {
  for (const part of ['package.json', 'bin', 'dist']) {
    cpSync(join(ROOT, part), join(scratch, part), { recursive: true });
  }
}

/** @param {string} scratch */
async function bundle(scratch) {
  const { build } = await import('esbuild');
  /** @type {import('esbuild').BuildOptions} */
  const shared = {
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    loader: { '.md': 'text' },
    logLevel: 'warning',
  };
  // The same choices as in build.mjs: the comparison must not be one of bundlers.
  await build({
    ...shared,
    entryPoints: ['bench/bare-server.ts'],
    outdir: join(scratch, 'bare'),
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    banner: { js: REQUIRE },
  });
  await build({
    ...shared,
    entryPoints: ['main', 'keeping-server', 'feed-watchers', 'measured-command'].map(
      (name) => `bench/${name}.ts`,
    ),
    outdir: join(scratch, 'bench'),
    packages: 'external',
  });
}

/** @param {string} scratch @returns {Promise<number>} */
function run(scratch) {
  const main = join(scratch, 'bench/main.js');
  const child = spawn(process.execPath, [main, ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

await setUp(sayOnStderr);
mkdirSync(CACHE, { recursive: true });
const scratch = mkdtempSync(join(CACHE, 'waymark-bench-'));
try {
  copyProgram(scratch);
  await bundle(scratch);
  process.exitCode = await run(scratch);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
