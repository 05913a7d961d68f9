/** The names of cells: which are allowed, and which cell an import means. */

import { quotedName } from '../../kernel/excerpt.ts';

import type { CellFile, RunRequest } from '../port.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const ENDINGS = { js: ['.js', '.mjs'], ts: ['.ts'] } as const;
const RESERVED = ['package.json', 'package-lock.json', 'tsconfig.json', 'node_modules'];

const MAX_CELLS = 200;
const MAX_CELL_BYTES = 100 * 1024;

/** Why these files cannot be run, as a sentence, or undefined. */
export function refusedFiles({ files, entry }: RunRequest): string | undefined {
  if (files.length > MAX_CELLS) {
    return `A run takes at most ${MAX_CELLS} cells; these are ${files.length}.`;
  }
  const seen = new Set<string>();
  for (const file of files) {
    const refused = refusedName(file) ?? refusedSize(file);
    if (refused !== undefined) return refused;
    const key = file.name.toLowerCase();
    if (seen.has(key)) return `Two cells are named ${file.name}, apart from upper and lower case.`;
    seen.add(key);
  }
  if (files.some(({ name }) => name === entry)) return undefined;
  return `No cell is named ${quotedName(entry)}. ${listed(files)}`;
}

function refusedName({ name, language }: CellFile): string | undefined {
  const endings = ENDINGS[language];
  const isAllowed =
    NAME.test(name) &&
    endings.some((ending) => name.endsWith(ending) && name.length > ending.length) &&
    !RESERVED.includes(name.toLowerCase());
  if (isAllowed) return undefined;
  return (
    `${quotedName(name)} cannot be the name of a cell: letters, digits, dots, ` +
    `underscores and hyphens, at most 64, ending in ${endings.join(' or ')}.`
  );
}

function refusedSize({ name, source }: CellFile): string | undefined {
  const bytes = Buffer.byteLength(source);
  if (bytes <= MAX_CELL_BYTES) return undefined;
  return `Cell ${name} has ${bytes} bytes; at most ${MAX_CELL_BYTES} can be run.`;
}

export function listed(files: readonly CellFile[]): string {
  return `Cells of this notebook: ${files.map(({ name }) => name).join(', ')}.`;
}

const ENDING = /\.(?:js|ts|mjs)$/;

/**
 * Every name by which a cell can be imported, with the cell it means. A cell's own name always
 * means that cell; other names go to the first of `x.js`, `x.ts` and `x.mjs` that exists.
 */
export function importNames(files: readonly CellFile[]): ReadonlyMap<string, string> {
  const own = new Set(files.map(({ name }) => name));
  const names = new Map<string, string>();
  for (const { name } of files) {
    const stem = name.replace(ENDING, '');
    const first = [`${stem}.js`, `${stem}.ts`, `${stem}.mjs`].find((each) => own.has(each));
    for (const alias of [stem, `${stem}.js`, `${stem}.ts`, `${stem}.mjs`]) {
      names.set(alias, own.has(alias) ? alias : (first ?? name));
    }
  }
  return names;
}
