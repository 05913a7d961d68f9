/** Bundles the program into dist/: no dependency is needed at run time, and starting is fast. */

import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { fingerprint, ROOT } from './setup.mjs';

/** Bundled CommonJS packages ask for Node's own modules by `require`, which ESM does not have. */
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module';" +
  'const require = __createRequire(import.meta.url);';

/** @param {string} stamp */
export async function bundle(stamp) {
  const made = join(ROOT, `dist.new-${process.pid}`);
  const old = join(ROOT, `dist.old-${process.pid}`);
  const dist = join(ROOT, 'dist');
  rmSync(made, { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: { waymark: 'src/main.ts' },
    outdir: made,
    // One level down, where the SQLite package looks for its prebuilt binaries beside it.
    chunkNames: 'lib/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    external: ['pg-native', 'pg-cloudflare'],
    loader: { '.md': 'text' },
    banner: { js: REQUIRE },
    logLevel: 'warning',
  });
  mkdirSync(join(made, 'prebuilds'), { recursive: true });
  cpSync(join(ROOT, 'node_modules/@photostructure/sqlite/prebuilds'), join(made, 'prebuilds'), {
    recursive: true,
  });
  writeFileSync(join(made, '.built-from'), stamp);
  // Swapped by renames, so that a process that starts meanwhile never sees half a bundle.
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(made, dist);
  rmSync(old, { recursive: true, force: true });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundle(fingerprint());
