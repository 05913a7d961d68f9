/** Builds the page of the Observatory: one script and one style sheet, named by their content. */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './setup.mjs';

/** @param {string} folder */
export async function buildWeb(folder) {
  mkdirSync(folder, { recursive: true });
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: { app: 'web/main.tsx' },
    tsconfig: 'web/tsconfig.json',
    outdir: folder,
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  });
  /** @type {Record<string, string>} */
  const names = {};
  for (const { path, contents } of outputFiles) {
    const extension = path.endsWith('.css') ? 'css' : 'js';
    names[extension] = put(folder, `app.${extension}`, contents);
  }
  const icon = put(folder, 'icon.svg', readFileSync(join(ROOT, 'web/icon.svg')));
  const shell = readFileSync(join(ROOT, 'web/index.html'), 'utf8')
    .replace('ICON', `/assets/${icon}`)
    .replace('STYLE', `/assets/${names.css}`)
    .replace('SCRIPT', `/assets/${names.js}`);
  writeFileSync(join(folder, 'index.html'), shell);
}

/** @param {string} folder @param {string} name @param {Uint8Array} contents */
function put(folder, name, contents) {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 10);
  const hashed = basename(name).replace('.', `-${hash}.`);
  writeFileSync(join(folder, hashed), contents);
  return hashed;
}
