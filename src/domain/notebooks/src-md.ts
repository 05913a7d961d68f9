/**
 * Notebooks as Markdown files, `.src.md`: any Markdown viewer shows them, and reading returns every
 * cell exactly as it was. A comment marks a cell only where the plain form would be read as
 * something else.
 */

import { utf8Length } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { isStorable } from '../../kernel/text.ts';
import { refuseFor } from './cell-reasons.ts';
import { checkCellCount, checkFile, checkSize } from './cell-rules.ts';
import { languageOfFile, PACKAGE_JSON, quotedName } from './file-name.ts';
import type { CellText, Language, NotebookText } from './notebook.ts';
import { readHead, writeHead } from './src-md-head.ts';
import {
  closingLine,
  countLineEnds,
  type Fence,
  fenceOf,
  headingOf,
  isBlank,
  isMarker,
  lineAt,
  MARKER,
  markdownFrom,
  markerOf,
  SPLIT,
} from './src-md-lines.ts';

export function toSrcMd(notebook: NotebookText): string {
  const blocks = [writeHead(notebook)];
  let isAfterPlainMarkdown = false;
  for (const cell of notebook.cells) {
    const isPlain = cell.type === 'markdown' && isPlainMarkdown(cell.content);
    if (isPlain && isAfterPlainMarkdown) blocks.push(SPLIT);
    blocks.push(isPlain ? cell.content : blockOf(cell, notebook.language));
    isAfterPlainMarkdown = isPlain;
  }
  return `${blocks.join('\n\n')}\n`;
}

function blockOf(cell: CellText, language: Language): string {
  const { type, content } = cell;
  if (type === 'markdown') return marked(type, content);
  if (type === 'title') return isPlainTitle(content) ? titleLine(content) : marked(type, content);
  if (type === 'package.json') return fenced(PACKAGE_JSON, 'json', content);
  if (cell.filename === undefined) throw new Error('a code cell has a file name');
  return fenced(cell.filename, cell.language ?? language, content);
}

function isPlainMarkdown(content: string): boolean {
  if (isBlank(content, lineAt(content, 0))) return false;
  const { end, openFence } = markdownFrom(content, 0);
  return openFence === undefined && end === content.length;
}

function titleLine(content: string): string {
  return content === '' ? '#' : `# ${content}`;
}

function isPlainTitle(content: string): boolean {
  const line = titleLine(content);
  return !/[\r\n]/.test(content) && headingOf(line, lineAt(line, 0))?.text === content;
}

function fenced(filename: string, info: string, content: string): string {
  const runs = content.match(/`{3,}/g) ?? [];
  const longest = runs.reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `###### ${filename}\n\n${fence}${info}\n${content}\n${fence}`;
}

const END = /<!-- waymark:end(?: ([0-9]+))? -->/g;

/** The markers are numbered where the text contains the end marker itself. */
function marked(type: 'markdown' | 'title', content: string): string {
  const used = new Set([...content.matchAll(END)].map(([, number = '1']) => number));
  let number = 1;
  while (used.has(String(number))) number++;
  const suffix = number === 1 ? '' : ` ${number}`;
  return `${MARKER}${type}${suffix} -->\n${content}\n${MARKER}end${suffix} -->`;
}

/** The text of a file, and the line at which the next cell begins. */
interface ReadPosition {
  readonly text: string;
  readonly at: number;
  /** The number of that line, from 1. */
  readonly line: number;
}

/** A cell as it was read, and where the next one begins. */
interface Reading {
  /** Undefined for a marker between two cells. */
  readonly cell?: CellText;
  readonly next: number;
}

/**
 * Reads a file in this form, or in the earlier one without markers. Cells are checked by the rules
 * for cells; titles only for their size, so that whatever a notebook holds can be read again.
 */
export function fromSrcMd(file: string): NotebookText | Refusal {
  const text = unixLines(file);
  const top = { text, at: 0, line: 1 };
  if (!isStorable(text)) {
    return malformed(top, unstorableAt(text), 'expected text without NUL or half characters');
  }
  const first = lineAt(text, 0);
  const head = readHead(text.slice(first.start, first.end));
  if ('expected' in head) return malformed(top, 0, head.expected);
  const badTsconfig = faultOfTsconfig(head.tsconfig);
  if (badTsconfig !== undefined) return malformed(top, 0, badTsconfig);
  const cells = readCells({ text, at: first.next, line: 2 }, head.language);
  return isRefusal(cells) ? cells : { ...head, cells };
}

/**
 * A first line that ends in CR LF shows that an editor converted the whole file. Without it, such
 * line ends are part of the cells.
 */
function unixLines(file: string): string {
  const text = file.startsWith('\uFEFF') ? file.slice(1) : file;
  const { end } = lineAt(text, 0);
  return text[end - 1] === '\r' && text[end] === '\n' ? text.replaceAll('\r\n', '\n') : text;
}

function unstorableAt(text: string): number {
  return Math.max(0, text.search(/\0|\p{Surrogate}/u));
}

function faultOfTsconfig(tsconfig: string | undefined): string | undefined {
  if (tsconfig === undefined) return undefined;
  if (utf8Length(tsconfig) > LIMITS.cellBytes) {
    return `expected tsconfig.json to have at most ${LIMITS.cellBytes} bytes`;
  }
  return isStorable(tsconfig) ? undefined : 'expected tsconfig.json without NUL';
}

function readCells(start: ReadPosition, language: Language): readonly CellText[] | Refusal {
  const { text } = start;
  const cells: CellText[] = [];
  let { at, line } = start;
  while (at < text.length) {
    const next = lineAt(text, at);
    if (isBlank(text, next)) {
      at = next.next;
      line++;
      continue;
    }
    const reading = readCell({ text, at, line }, language, cells);
    if (isRefusal(reading)) return reading;
    if (reading.cell) cells.push(reading.cell);
    const tooMany = checkCellCount(cells.length, lineName(line));
    if (tooMany) return tooMany;
    line += countLineEnds(text, at, reading.next);
    at = reading.next;
  }
  return cells;
}

function lineName(line: number): string {
  return `line ${line}`;
}

/** Counts from the place on, so that a file of many cells is counted once. */
function lineOf({ text, at, line }: ReadPosition, where: number): number {
  return line + countLineEnds(text, at, where);
}

function malformed(place: ReadPosition, where: number, expected: string): Refusal {
  const line = lineOf(place, where);
  const message = `${lineName(line)}: ${expected}`;
  return refuseFor({ kind: 'src_md_malformed', line }, 'INVALID_INPUT', message);
}

function readCell(
  place: ReadPosition,
  language: Language,
  before: readonly CellText[],
): Reading | Refusal {
  const { text, at } = place;
  const line = lineAt(text, at);
  if (isMarker(text, line)) return readMarked(place);
  const heading = headingOf(text, line);
  if (heading?.level === 6) return readFile(place, heading.text, language, before);
  if (heading) return sized(place, { type: 'title', content: heading.text }, line.next);
  const { end, next, openFence } = markdownFrom(text, at);
  if (openFence !== undefined) return unclosed(place, openFence);
  return sized(place, { type: 'markdown', content: text.slice(at, end) }, next);
}

function sized({ line }: ReadPosition, cell: CellText, next: number): Reading | Refusal {
  return checkSize(cell.content, lineName(line)) ?? { cell, next };
}

const OPENING = /^<!-- waymark:(markdown|title)( [1-9][0-9]{0,5})? -->$/;
const OPENINGS = ['split', 'markdown', 'title'].map((name) => `${MARKER}${name} -->`).join(' or ');

function readMarked(place: ReadPosition): Reading | Refusal {
  const { text, at } = place;
  const line = lineAt(text, at);
  const marker = markerOf(text, line);
  if (marker === SPLIT) return { next: line.next };
  const [, type, number = ''] = OPENING.exec(marker) ?? [];
  if (type !== 'markdown' && type !== 'title') {
    return malformed(place, at, `expected ${OPENINGS}, or an end below one of the last two`);
  }
  const end = `${MARKER}end${number} -->`;
  for (let from = line.end; ; ) {
    const found = text.indexOf(`\n${end}`, from);
    if (found < 0) return malformed(place, at, `expected a line ${end} below this one, found none`);
    const last = lineAt(text, found + 1);
    if (markerOf(text, last) === end) {
      // If the end is the next line, the text has no line at all, and is empty too.
      const content = text.slice(Math.min(line.next, found), found);
      return sized(place, { type, content }, last.next);
    }
    from = last.end;
  }
}

function readFile(
  place: ReadPosition,
  filename: string,
  language: Language,
  before: readonly CellText[],
): Reading | Refusal {
  const { text, at } = place;
  const opening = firstNotBlank(text, lineAt(text, at).next);
  const fence = fenceOf(text, lineAt(text, opening));
  if (!fence) {
    const expected = `expected a fenced block with the content of ${quotedName(filename)}`;
    return malformed(place, opening, `${expected} below its heading of level 6`);
  }
  const start = lineAt(text, opening).next;
  const closing = closingLine(fence, text, start);
  if (!closing) return unclosed(place, opening);
  // Without the end of the last line; a block without lines is empty.
  const content = text.slice(start, Math.max(start, closing.start - 1));
  const cell = fileCell(filename, content, fence, language);
  if (!cell) {
    const expected = filename === PACKAGE_JSON ? 'json' : 'javascript or typescript';
    const found = quotedName(fence.info);
    return malformed(place, opening, `expected ${expected} behind the fence, found ${found}`);
  }
  const [heading, block] = [lineName(place.line), lineName(lineOf(place, opening))];
  return (
    checkSize(content, block) ??
    checkFile(cell, before, { filename: heading, content: block }) ?? { cell, next: closing.next }
  );
}

function firstNotBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text, lineAt(text, at))) at = lineAt(text, at).next;
  return at;
}

const LANGUAGE_WORDS: ReadonlyMap<string, Language> = new Map([
  ['javascript', 'javascript'],
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['typescript', 'typescript'],
  ['ts', 'typescript'],
]);

/** Undefined if the word behind the fence is none of those expected. */
function fileCell(
  filename: string,
  content: string,
  { info }: Fence,
  language: Language,
): CellText | undefined {
  const word = info.toLowerCase();
  if (filename === PACKAGE_JSON) {
    return word === '' || word === 'json' ? { type: 'package.json', content, filename } : undefined;
  }
  const named = word === '' ? (languageOfFile(filename) ?? language) : LANGUAGE_WORDS.get(word);
  return named && { type: 'code', content, filename, language: named };
}

function unclosed(place: ReadPosition, where: number): Refusal {
  return malformed(place, where, 'expected a line below that closes the fence opened here');
}
