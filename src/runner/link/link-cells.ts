/** Makes modules of the cells of a notebook: types removed, and every import between them checked. */

import { isBuiltin } from 'node:module';
import type { CellFile } from '../port.ts';
import { importNames, listed } from './cell-names.ts';
import type { FoundImport, ReadSource, SourceFault } from './read-source.ts';

export interface LinkedModule {
  /** The name of its cell. A module that only reports a missing cell has a name of its own. */
  readonly name: string;
  readonly code: string;
}

export interface LinkedCells {
  readonly kind: 'linked';
  readonly modules: readonly LinkedModule[];
  /** Every name by which a module can be imported, with the module it means. */
  readonly names: ReadonlyMap<string, string>;
  /** The packages that the run cannot begin without, each where it is first imported. */
  readonly packages: readonly NeededPackage[];
}

export interface NeededPackage {
  readonly name: string;
  /** Cell and line. */
  readonly at: string;
}

export type Linked = LinkedCells | { readonly kind: 'broken'; readonly message: string };

interface ReadCell {
  readonly name: string;
  readonly code: string;
  readonly imports: readonly FoundImport[];
  readonly packages: readonly NeededPackage[];
  readonly mayImportAny: boolean;
  /** Why it cannot be a module. */
  readonly broken?: string;
}

/** Missing cells of dynamic imports that get our sentence; further ones get the runtime's. */
const MAX_MISSING = 50;

/**
 * Reads only the cells that the entry reaches. One that the entry needs and that cannot be a module
 * breaks the run before it begins. Another such cell throws when it is imported after
 * all, so that half-written cells do no harm.
 */
export async function linkCells(
  files: readonly CellFile[],
  entry: string,
  read: ReadSource,
): Promise<Linked> {
  const names = importNames(files);
  const cells = await reachedCells(files, entry, names, read);
  const needed = neededCells(cells, entry, names);
  const broken = needed.find((cell) => cell.broken !== undefined)?.broken;
  if (broken !== undefined) return { kind: 'broken', message: broken };
  const missing = new Map<string, LinkedModule>();
  const modules = files.map((file) => {
    const cell = cells.get(file.name);
    if (cell === undefined) return unreached(file);
    const code =
      cell.broken === undefined
        ? withMissing(cell, files, names, missing)
        : `throw new SyntaxError(${JSON.stringify(cell.broken)});`;
    return { name: cell.name, code };
  });
  const known = new Map([
    ...names,
    ...[...missing.values()].map(({ name }) => [name, name] as const),
  ]);
  const packages = needed.flatMap((cell) => cell.packages);
  return { kind: 'linked', modules: [...modules, ...missing.values()], names: known, packages };
}

/** Every cell that can be imported from the entry, by whatever import, in the order of meeting. */
async function reachedCells(
  files: readonly CellFile[],
  entry: string,
  names: ReadonlyMap<string, string>,
  read: ReadSource,
): Promise<ReadonlyMap<string, ReadCell>> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const cells = new Map<string, ReadCell>();
  const reached = new Set([entry]);
  for (const name of reached) {
    const file = byName.get(name);
    if (file === undefined) continue;
    const cell = await readCell(file, files, names, read);
    cells.set(name, cell);
    for (const { specifier } of cell.imports) {
      const target = meant(specifier, names);
      if (target !== undefined) reached.add(target);
    }
    if (cell.mayImportAny) for (const each of byName.keys()) reached.add(each);
  }
  return cells;
}

/** JavaScript runs as it is. Types are removed only where an import is seen that leads to them. */
function unreached({ name, language, source }: CellFile): LinkedModule {
  if (language === 'js') return { name, code: source };
  const message = `No import that this run reaches names ${name}. Import it by import or import().`;
  return { name, code: `throw new Error(${JSON.stringify(message)});` };
}

async function readCell(
  { name, language, source }: CellFile,
  files: readonly CellFile[],
  names: ReadonlyMap<string, string>,
  read: ReadSource,
): Promise<ReadCell> {
  const reading = await read({ language, source });
  if ('fault' in reading) {
    const broken = faultWords(name, reading.fault);
    return { name, code: '', imports: [], packages: [], mayImportAny: false, broken };
  }
  const { code, mayImportAny } = reading;
  const imports = reading.imports.filter(({ specifier }) => /^\.{0,2}\//.test(specifier));
  const lineOf = ({ start }: FoundImport) => code.slice(0, start).split('\n').length;
  const packages = new Map<string, NeededPackage>();
  for (const each of reading.imports) {
    const wanted = each.isDynamic ? undefined : packageIn(each.specifier);
    if (wanted === undefined || packages.has(wanted)) continue;
    packages.set(wanted, { name: wanted, at: `${name}:${lineOf(each)}` });
  }
  const cell = { name, code, imports, packages: [...packages.values()], mayImportAny };
  const lost = imports.find((each) => !each.isDynamic && !meant(each.specifier, names));
  if (lost === undefined) return cell;
  const broken = `${name}:${lineOf(lost)}: ${missingWords(lost.specifier, files)}`;
  return { ...cell, broken };
}

const PACKAGE = /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*(?=\/|$)/;

/** The package that a specifier names, unless it is a part of Node. */
function packageIn(specifier: string): string | undefined {
  if (isBuiltin(specifier)) return undefined;
  return PACKAGE.exec(specifier)?.[0];
}

/** The cell that an import means: only `./name` is one. */
function meant(specifier: string, names: ReadonlyMap<string, string>): string | undefined {
  return specifier.startsWith('./') ? names.get(specifier.slice(2)) : undefined;
}

function faultWords(name: string, { line, column, message }: SourceFault): string {
  return `${name}:${line}:${column}: SyntaxError: ${message}`;
}

function missingWords(specifier: string, files: readonly CellFile[]): string {
  return `Cannot find the cell ${JSON.stringify(specifier)}. ${listed(files)}`;
}

/** The cells without which the entry cannot begin, in the order in which they are met. */
function neededCells(
  cells: ReadonlyMap<string, ReadCell>,
  entry: string,
  names: ReadonlyMap<string, string>,
): readonly ReadCell[] {
  const needed = new Set([entry]);
  for (const name of needed) {
    for (const { specifier, isDynamic } of cells.get(name)?.imports ?? []) {
      const target = meant(specifier, names);
      if (!isDynamic && target !== undefined) needed.add(target);
    }
  }
  return [...needed].flatMap((name) => cells.get(name) ?? []);
}

/** A dynamic import of a missing cell can be caught, so it becomes an import of a module that throws. */
function withMissing(
  { code, imports }: ReadCell,
  files: readonly CellFile[],
  names: ReadonlyMap<string, string>,
  missing: Map<string, LinkedModule>,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const { specifier, start, end, isDynamic } of imports) {
    if (!isDynamic || meant(specifier, names) !== undefined) continue;
    const known = missing.get(specifier);
    if (!known && missing.size >= MAX_MISSING) continue;
    const module = known ?? {
      // No cell has a name that begins with a dot.
      name: `.missing-${missing.size + 1}`,
      code: `throw new Error(${JSON.stringify(missingWords(specifier, files))});`,
    };
    missing.set(specifier, module);
    parts.push(code.slice(at, start), JSON.stringify(`./${module.name}`));
    at = end;
  }
  return parts.join('') + code.slice(at);
}
