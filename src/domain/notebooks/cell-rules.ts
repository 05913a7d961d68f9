/** The rules for cells: what one of each type has, how long it may be, and what its file is called. */

import { utf8Length } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import { isOneLine } from '../../kernel/text.ts';
import { refuseFor } from './cell-reasons.ts';
import {
  allowedNames,
  faultOfFileName,
  nearestFileName,
  PACKAGE_JSON,
  quotedName,
  sameName,
} from './file-name.ts';
import type { CellText, Language } from './notebook.ts';

/** What a refusal names first: the argument, or the line of a file. */
export interface CellPlaces {
  readonly filename: string;
  readonly content: string;
}

const ARGUMENTS: CellPlaces = { filename: 'filename', content: 'content' };

/** What matters of the cells that a cell stands beside. */
type Beside = Pick<CellText, 'type'> & { readonly filename?: string | undefined };

/**
 * Checks one cell by every rule. `others`: the cells that it will stand beside, without the one it
 * replaces.
 */
export function checkCell(
  cell: CellText,
  others: readonly Beside[],
  places: CellPlaces = ARGUMENTS,
): Refusal | undefined {
  return (
    checkSize(cell.content, places.content) ??
    (cell.type === 'title' ? checkTitle(cell.content, places.content) : undefined) ??
    checkFile(cell, others, places)
  );
}

/** `count`: of the cells that the notebook would have. */
export function checkCellCount(count: number, place = 'cells'): Refusal | undefined {
  if (count <= LIMITS.cells) return undefined;
  const message = `${place}: a notebook has at most ${LIMITS.cells} cells; put the rest into another notebook`;
  return refuseFor({ kind: 'too_many_cells' }, 'INVALID_INPUT', message);
}

export function checkSize(content: string, place: string): Refusal | undefined {
  // A unit of a string has at most three bytes, so most cells need not be measured.
  if (content.length * 3 <= LIMITS.cellBytes) return undefined;
  const bytes = utf8Length(content);
  if (bytes <= LIMITS.cellBytes) return undefined;
  const message = `${place}: a cell has at most ${LIMITS.cellBytes} bytes, this one has ${bytes}; divide it into several cells`;
  return refuseFor({ kind: 'cell_too_long' }, 'INVALID_INPUT', message);
}

function checkTitle(content: string, place: string): Refusal | undefined {
  const why = faultOfTitle(content);
  if (why === undefined) return undefined;
  const message = `${place}: ${why}; put longer text into a markdown cell below the title`;
  return refuseFor({ kind: 'title_refused' }, 'INVALID_INPUT', message);
}

function faultOfTitle(content: string): string | undefined {
  if (content.trim() === '') return 'a title has at least one visible character';
  if (!isOneLine(content)) return 'a title is one line without control characters';
  if (content.length > LIMITS.title) return `a title has at most ${LIMITS.title} characters`;
  return undefined;
}

/** Checks the name and the language, which only files have, and the JSON of `package.json`. */
export function checkFile(
  cell: CellText,
  others: readonly Beside[],
  places: CellPlaces,
): Refusal | undefined {
  if (cell.type === 'code') return checkCode(cell, others, places);
  if (cell.language !== undefined) return incomplete('language: only a code cell has a language');
  if (cell.type === 'package.json') return checkPackageJson(cell, others, places);
  if (cell.filename === undefined) return undefined;
  return incomplete(`${places.filename}: a ${cell.type} cell has no file name; leave it out`);
}

function incomplete(message: string): Refusal {
  return refuseFor({ kind: 'cell_incomplete' }, 'INVALID_INPUT', message);
}

function checkCode(
  cell: CellText,
  others: readonly Beside[],
  places: CellPlaces,
): Refusal | undefined {
  if (cell.language === undefined) {
    return incomplete('language: a code cell is written in javascript or typescript');
  }
  return checkFileName(cell.filename ?? '', cell.language, others, places.filename);
}

function checkFileName(
  name: string,
  language: Language,
  others: readonly Beside[],
  place: string,
): Refusal | undefined {
  const taken = others.flatMap(({ filename }) => (filename === undefined ? [] : [filename]));
  const why = faultOfFileName(name, language);
  if (why !== undefined) {
    const nearest = nearestFileName(name, language, taken);
    const message = `${place}: ${quotedName(name)} is not allowed, because ${why}. ${allowedNames(language)}, for example ${nearest}`;
    return refuseFor({ kind: 'file_name_refused', nearest }, 'INVALID_INPUT', message);
  }
  const same = taken.find((other) => sameName(other) === sameName(name));
  if (same === undefined) return undefined;
  const nearest = nearestFileName(name, language, taken);
  const message = `${place}: another cell is called ${quotedName(same)} already. The file names of a notebook differ by more than case, for example ${nearest}`;
  return refuseFor({ kind: 'file_name_taken', nearest }, 'INVALID_INPUT', message);
}

function checkPackageJson(
  { filename, content }: CellText,
  others: readonly Beside[],
  places: CellPlaces,
): Refusal | undefined {
  if (filename !== PACKAGE_JSON) {
    return incomplete(`${places.filename}: the file of this cell is called ${PACKAGE_JSON}`);
  }
  if (others.some(({ type }) => type === 'package.json')) {
    const message = `${places.filename}: the notebook has a ${PACKAGE_JSON} cell already; change that one`;
    return refuseFor({ kind: 'package_json_exists' }, 'INVALID_INPUT', message);
  }
  const why = faultOfPackageJson(content);
  if (why === undefined) return undefined;
  const message = `${places.content}: ${PACKAGE_JSON} is a JSON object such as {"type":"module","dependencies":{}}, but this is ${why}`;
  return refuseFor({ kind: 'package_json_malformed' }, 'INVALID_INPUT', message);
}

function faultOfPackageJson(content: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return 'not JSON';
  }
  if (Array.isArray(value)) return 'a list';
  if (value === null) return 'null';
  return typeof value === 'object' ? undefined : `a ${typeof value}`;
}
