/** Makes modules of the cells of a notebook: types removed, and every import between them checked. */

import type { CellFile } from '../port.ts';
import { importNames, listed } from './cell-names.ts';
import type { FindImports, FoundImport } from './find-imports.ts';
import type { SourceFault, StripTypes } from './read-typescript.ts';

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
}

export type Linked = LinkedCells | { readonly kind: 'broken'; readonly message: string };

export interface LinkTools {
  readonly stripTypes: StripTypes;
  readonly findImports: FindImports;
}

interface ReadCell {
  readonly name: string;
  readonly code: string;
  readonly imports: readonly FoundImport[];
  /** Why it cannot be a module. */
  readonly broken?: string;
}

/**
 * A cell that the entry needs and that cannot be a module breaks the run before it begins. Another
 * such cell throws when it is imported after all, so that half-written cells do no harm.
 */
export function linkCells(files: readonly CellFile[], entry: string, tools: LinkTools): Linked {
  const names = importNames(files);
  const cells = new Map(files.map((file) => [file.name, readCell(file, files, names, tools)]));
  const broken = firstBroken(cells, entry, names);
  if (broken !== undefined) return { kind: 'broken', message: broken };
  const missing: LinkedModule[] = [];
  const modules = [...cells.values()].map((cell) => ({
    name: cell.name,
    code:
      cell.broken === undefined
        ? withMissing(cell, files, names, missing)
        : `throw new SyntaxError(${JSON.stringify(cell.broken)});`,
  }));
  const known = new Map([...names, ...missing.map(({ name }) => [name, name] as const)]);
  return { kind: 'linked', modules: [...modules, ...missing], names: known };
}

function readCell(
  file: CellFile,
  files: readonly CellFile[],
  names: ReadonlyMap<string, string>,
  { stripTypes, findImports }: LinkTools,
): ReadCell {
  const { name, source } = file;
  const stripped = file.language === 'ts' ? stripTypes(source) : { code: source };
  if ('fault' in stripped) {
    return { name, code: '', imports: [], broken: faultWords(name, stripped.fault) };
  }
  const { code } = stripped;
  const imports = findImports(code).filter(({ specifier }) => /^\.{0,2}\//.test(specifier));
  const lost = imports.find((each) => !each.isDynamic && !meant(each.specifier, names));
  if (lost === undefined) return { name, code, imports };
  const line = code.slice(0, lost.start).split('\n').length;
  const broken = `${name}:${line}: ${missingWords(lost.specifier, files)}`;
  return { name, code, imports, broken };
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

/** What is wrong with the first cell that the entry needs, in the order in which they are met. */
function firstBroken(
  cells: ReadonlyMap<string, ReadCell>,
  entry: string,
  names: ReadonlyMap<string, string>,
): string | undefined {
  const reached = new Set([entry]);
  for (const name of reached) {
    const cell = cells.get(name);
    if (cell?.broken !== undefined) return cell.broken;
    for (const { specifier, isDynamic } of cell?.imports ?? []) {
      const target = meant(specifier, names);
      if (!isDynamic && target !== undefined) reached.add(target);
    }
  }
  return undefined;
}

/** A dynamic import of a missing cell can be caught, so it becomes an import of a module that throws. */
function withMissing(
  { code, imports }: ReadCell,
  files: readonly CellFile[],
  names: ReadonlyMap<string, string>,
  missing: LinkedModule[],
): string {
  const parts: string[] = [];
  let at = 0;
  for (const { specifier, start, end, isDynamic } of imports) {
    if (!isDynamic || meant(specifier, names) !== undefined) continue;
    // No cell has a name that begins with a dot.
    const name = `.missing-${missing.length + 1}`;
    missing.push({
      name,
      code: `throw new Error(${JSON.stringify(missingWords(specifier, files))});`,
    });
    parts.push(code.slice(at, start), JSON.stringify(`./${name}`));
    at = end;
  }
  return parts.join('') + code.slice(at);
}
