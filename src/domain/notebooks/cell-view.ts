/** How answers show notebooks, cells and what their runs left. */

import { firstCharacters } from '../../kernel/excerpt.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import { redactText } from '../../kernel/redaction.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { CellOutline, NotebookSummary, StoredCell } from './notebook.ts';
import {
  type RunEnd,
  type RunMark,
  type RunReason,
  type RunRuntime,
  reasonOf,
  statusOf,
} from './run.ts';

/** Times are in milliseconds, as the contract of notebooks has them. */
export function summaryView(notebook: NotebookSummary): JsonObject {
  const { id, title, language, tsconfig, cellCount, createdMs, updatedMs } = notebook;
  return {
    id,
    title,
    language,
    ...(tsconfig === undefined ? {} : { 'tsconfig.json': tsconfig }),
    cellCount,
    createdAt: createdMs,
    updatedAt: updatedMs,
  };
}

/** The cell by its type: prose has a text; a file has a name, a source and a status. */
export function cellView(
  cell: StoredCell,
  run: RunMark | undefined,
  end: RunEnd | undefined,
  nowMs: number,
): JsonObject {
  const { id, type, revision, content } = cell;
  if (!isFile(cell)) return { id, type, text: content, revision };
  return {
    ...{ id, type, ...fileFields(cell) },
    ...{ source: content, revision },
    ...runFields(cell, run, end, nowMs),
  };
}

/** One of a list, without its content. */
export function glanceView(
  cell: Omit<StoredCell, 'content'> & { readonly beginning: string; readonly chars: number },
  run: RunMark | undefined,
  nowMs: number,
): JsonObject {
  const { id, type, filename, beginning, chars } = cell;
  // The ending of the file name says the language.
  const file = isFile(cell) ? { filename, status: statusOf(run, nowMs) } : {};
  return { id, type, ...file, chars, begins: firstLine(beginning) };
}

/** Code and `package.json` can be run; the other cells have no status. */
export function isFile({ type }: Pick<CellOutline, 'type'>): boolean {
  return type === 'code' || type === 'package.json';
}

function fileFields({ filename, language }: CellOutline): JsonObject {
  return {
    ...(language === undefined ? {} : { language }),
    ...(filename === undefined ? {} : { filename }),
  };
}

const FIRST_LINE = 80;

function firstLine(text: string): string {
  const line =
    redactText(text)
      .split('\n')
      .find((each) => each.trim() !== '') ?? '';
  return firstCharacters(line.trim(), FIRST_LINE, '...');
}

/** What happened, if the run itself says nothing about it. */
const WORDS: { readonly [Reason in RunReason]?: string } = {
  time: 'The run took too long and was stopped.',
  memory: 'The run needed too much memory and was stopped.',
  output: 'The run printed too much and was stopped.',
  cancelled: 'The run was cancelled.',
  interrupted: 'The server that ran the cell ended before the run did.',
  busy: 'No place to run became free in time.',
};

/**
 * `outdated`: the cell was changed after its last run began. An installation itself lists the
 * packages in its cell, right before it ends.
 */
export function runFields(
  { changedSeq, type }: Pick<StoredCell, 'changedSeq' | 'type'>,
  run: RunMark | undefined,
  end: RunEnd | undefined,
  nowMs: number,
): JsonObject {
  const status = statusOf(run, nowMs);
  if (!run) return { status };
  const reason = reasonOf(run, nowMs);
  return {
    status,
    ...(end && end.stdout !== '' ? { output: end.stdout } : {}),
    ...errorFields(reason, end),
    executedAt: timestamp(run.startedMs),
    ...(changedSeq > ((type === 'package.json' && run.ended?.seq) || run.seq)
      ? { outdated: true }
      : {}),
  };
}

/** A run that ended well may still have printed warnings, which are no error. */
function errorFields(reason: RunReason | undefined, end: RunEnd | undefined): JsonObject {
  const stderr = end?.stderr ?? '';
  if (reason === undefined) return {};
  if (reason === 'ok') return stderr === '' ? {} : { stderr };
  const said = end?.message ?? WORDS[reason];
  const failed = reason === 'exit' || reason === 'error';
  const parts = failed && stderr !== '' ? [stderr] : [said, stderr];
  const error = parts.filter((part) => part !== undefined && part !== '').join('\n');
  return { error: error === '' ? `The cell ended with exit code ${end?.exit ?? '?'}.` : error };
}

/** What a run left, for the call that ran it; `most` characters of each text. */
export function ranView(
  end: RunEnd,
  { kind, version }: RunRuntime,
  most: number,
): JsonObject & { readonly status: string } {
  const { reason, exit, ms, stdout } = end;
  const errors = errorFields(reason, end);
  const texts = { output: stdout, error: null, ...errors };
  const shown = Object.entries(texts).map(([name, text]): [string, Json] => [
    name,
    typeof text === 'string' ? middleOut(text, most) : null,
  ]);
  return {
    status: reason === 'ok' ? 'completed' : 'failed',
    ...(reason === 'ok' || reason === 'exit' ? {} : { reason }),
    ...Object.fromEntries(shown),
    ...(exit === undefined || exit === 0 ? {} : { exitCode: exit }),
    ms,
    runtime: `${kind} ${version}`,
  };
}

/** The beginning and the end of a long text. The end is where programs say what went wrong. */
function middleOut(text: string, most: number): string {
  const clean = redactText(text);
  const characters = [...clean];
  if (characters.length <= most) return clean;
  const tail = Math.floor(most / 3);
  const left = characters.length - most;
  const end = tail === 0 ? '' : characters.slice(-tail).join('');
  return `${characters.slice(0, most - tail).join('')}\n[${left} characters left out: get_cell]\n${end}`;
}
