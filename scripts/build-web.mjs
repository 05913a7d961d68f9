/** Builds the page of the Observatory: scripts and one style sheet, named by their content. */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './setup.mjs';

/** @type {import('esbuild').BuildOptions} */
const SHARED = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  target: ['chrome123', 'firefox120', 'safari17.5'],
  legalComments: 'none',
  logLevel: 'warning',
};

/** @param {string} folder */
export async function buildWeb(folder) {
  mkdirSync(folder, { recursive: true });
  const [script = '', ...others] = await buildScripts(folder);
  const style = put(folder, 'app.css', await styles());
  const icon = put(folder, 'icon.svg', readFileSync(join(ROOT, 'web/icon.svg')));
  const shell = readFileSync(join(ROOT, 'web/index.html'), 'utf8')
    .replace('ICON', `/assets/${icon}`)
    .replace('STYLE', `/assets/${style}`)
    .replace('SCRIPT', `/assets/${script}`)
    .replace('<!-- OTHERS -->', others.map(preload).join('\n'));
  writeFileSync(join(folder, 'index.html'), shell);
}

/** Loaded at the same time as the file that imports it. @param {string} name */
const preload = (name) => `<link rel="modulepreload" href="/assets/${name}">`;

/**
 * The page, and the parts that are loaded later.
 * @param {string} folder
 * @returns {Promise<string[]>} the name of the first file, and of those that it imports at once
 */
async function buildScripts(folder) {
  const { metafile } = await build({
    ...SHARED,
    entryPoints: { app: 'web/main.tsx' },
    tsconfig: 'web/tsconfig.json',
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.css': 'empty' },
  });
  const outputs = Object.entries(metafile.outputs);
  const found = outputs.find(([, { entryPoint }]) => entryPoint === 'web/main.tsx');
  if (!found) throw new Error('the page was not built');
  const [first, { imports }] = found;
  const atOnce = imports.filter(({ kind }) => kind === 'import-statement');
  return [first, ...atOnce.map(({ path }) => path)].map((path) => basename(path));
}

/** What others build on comes first. */
const BASE = ['style.css', 'shell/shell.css'];

/**
 * All style sheets as one: a part of the page that is loaded later would show up without its own.
 * @returns {Promise<Uint8Array>}
 */
async function styles() {
  const web = join(ROOT, 'web');
  const all = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css') && !BASE.includes(name))
    .sort();
  const contents = [...BASE, ...all].map((name) => `@import './${name}';`).join('\n');
  const { outputFiles } = await build({
    ...SHARED,
    stdin: { contents, resolveDir: web, loader: 'css' },
    write: false,
  });
  const [style] = outputFiles;
  if (!style) throw new Error('the style of the page was not built');
  return style.contents;
}

/** @param {string} folder @param {string} name @param {Uint8Array} contents */
function put(folder, name, contents) {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 10);
  const hashed = basename(name).replace('.', `-${hash}.`);
  writeFileSync(join(folder, hashed), contents);
  return hashed;
}
