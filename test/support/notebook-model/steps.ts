/** Random calls about notebooks, each also applied to the model. */

import { expect } from 'vitest';
import {
  cancelRun,
  endRun,
  type RunResult,
  startRun,
} from '../../../src/domain/notebooks/run-decisions.ts';
import { isRefusal } from '../../../src/kernel/refusal.ts';
import { RUN_LIMITS, RUNTIME } from '../notebook-world.ts';
import type { Shown } from '../task-world.ts';
import {
  cellNamed,
  change,
  defaultName,
  isAllowed,
  isFile,
  type ModelCell,
  type ModelNotebook,
  statusOf,
} from './model.ts';
import { ask, count, type Run, read, type Step, someNotebook } from './run.ts';

const INVALID = 'INVALID_PAYLOAD';
const LANGUAGES = ['javascript', 'typescript'];
const PIECES = [
  ...['let a = 1;', '\n', '\n\n', '# heading', '###### a.js', '```', '````js', 'größe 界 🧭', ' '],
  ...['<!-- waymark:split -->', '<!-- waymark:end -->', '\r\n', '\t', '"quoted"', '\\', '--'],
];
const NAMES = [
  'a.js',
  'A.js',
  'b.ts',
  'c.mjs',
  'cell-2.js',
  'cell-2.ts',
  '../d.js',
  'e.py',
  'F.ts',
];

function someText({ random }: Run): string {
  return Array.from({ length: random.below(6) }, () => random.pick(PIECES)).join('');
}

function pickCell({ random }: Run, cells: readonly ModelCell[]): ModelCell | undefined {
  return cells.length === 0 ? undefined : random.pick(cells);
}

/** By its id, or by its file name if it has one. */
function nameOf({ random }: Run, { id, filename }: ModelCell): string {
  return filename !== undefined && random.chance(0.3) ? filename : id;
}

export const create: Step = async (run) => {
  const { random, model } = run;
  if (model.notebooks.length > 5) return remove(run);
  const language = random.pick(LANGUAGES);
  const name = random.chance(0.3) ? ' ' : `Notebook ${run.step}`;
  const fault = name === ' ' ? INVALID : undefined;
  const view = await ask(run, 'create', { name, language }, fault);
  if (!view) return;
  const { cells } = await read(run, 'get', { notebookId: view.notebookId });
  expect(cells.map(({ type }: Shown) => type)).toEqual(['title', 'package.json']);
  model.notebooks.push({
    ...{ id: view.notebookId, language, title: name, createdMs: run.nowMs, updatedMs: run.nowMs },
    cells: cells.map(modelCell),
  });
};

function modelCell({ id, type, text, source, filename, language }: Shown): ModelCell {
  return { id, type, content: text ?? source, filename, language, revision: 1 };
}

const remove: Step = async (run) => {
  const notebook = someNotebook(run);
  if (!notebook) return;
  await ask(run, 'delete', { notebookId: notebook.id }, undefined);
  run.model.notebooks = run.model.notebooks.filter((each) => each !== notebook);
};

/** A place in the notebook, as arguments; undefined if there is none. */
function somePlace(run: Run, others: readonly ModelCell[], must: boolean) {
  const { random } = run;
  const which = random.below(must ? 2 : 3);
  if (which === 0) {
    const position = random.below(others.length + 2);
    return { args: { position }, at: position > others.length ? undefined : position };
  }
  if (which === 2) return { args: {}, at: others.length };
  const before = random.chance(0.1) ? undefined : pickCell(run, others);
  if (!before) return { args: { afterCellId: 'nobody' }, at: undefined };
  return { args: { afterCellId: nameOf(run, before) }, at: others.indexOf(before) + 1 };
}

function isTaken(cells: readonly ModelCell[], name: string): boolean {
  return cells.some(({ filename }) => filename?.toLowerCase() === name.toLowerCase());
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** What is wrong with the text of a cell beside these others. */
function isFaulty(cell: Omit<ModelCell, 'id' | 'revision'>, others: readonly ModelCell[]): boolean {
  const { type, content, filename, language } = cell;
  if (type === 'title') return content.trim() === '' || /[\t\r\n]/.test(content);
  if (type === 'package.json')
    return others.some((each) => each.type === type) || !isObject(content);
  if (type !== 'code') return filename !== undefined;
  const name = filename ?? '';
  return !isAllowed(name, language ?? '') || isTaken(others, name);
}

function languageOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (name.endsWith('.ts')) return 'typescript';
  return name.endsWith('js') ? 'javascript' : undefined;
}

export const addCell: Step = async (run) => {
  const { random } = run;
  const notebook = someNotebook(run);
  if (!notebook) return create(run);
  const { cells } = notebook;
  const type = random.pick([
    'code',
    'code',
    'code',
    'markdown',
    'markdown',
    'title',
    'package.json',
  ]);
  const content = type === 'package.json' ? random.pick(['{}', '[]']) : someText(run);
  const filename = type === 'code' && random.chance(0.5) ? random.pick(NAMES) : undefined;
  const stray = type === 'markdown' && random.chance(0.1) ? { filename: 'x.js' } : {};
  const language = languageOf(filename) ?? notebook.language;
  const named = {
    ...{ type, content, ...stray },
    ...(type === 'code' ? { filename: filename ?? defaultName(cells, language), language } : {}),
    ...(type === 'package.json' ? { filename: type } : {}),
  };
  const place = somePlace(run, cells, false);
  const isRefused = place.at === undefined || isFaulty(named, cells);
  const words = random.pick([
    { type, content },
    { cellType: type, [isFile({ ...named, id: '', revision: 1 }) ? 'source' : 'text']: content },
  ]);
  const args = { notebookId: notebook.id, ...words, filename, ...stray, ...place.args };
  const view = await ask(run, 'add_cell', args, isRefused ? INVALID : undefined);
  if (!view || place.at === undefined) return;
  expect(view).toMatchObject({ position: place.at, cellCount: cells.length + 1 });
  expect(view.filename).toBe(named.filename);
  cells.splice(place.at, 0, { id: view.cellId, ...named, revision: 1 });
  change(run.model, notebook, run.nowMs);
};

export const updateCell: Step = async (run) => {
  const { random } = run;
  const notebook = someNotebook(run);
  const cell = notebook && pickCell(run, notebook.cells);
  if (!notebook || !cell) return addCell(run);
  const others = notebook.cells.filter((each) => each !== cell);
  const texts = [...Array.from({ length: 7 }, () => someText(run)), cell.content, '{}', undefined];
  const content = texts[random.below(texts.length)];
  const filename = cell.type === 'code' && random.chance(0.4) ? random.pick(NAMES) : undefined;
  const expected = random.chance(0.4) ? cell.revision - random.below(2) : undefined;
  const after = {
    type: cell.type,
    content: content ?? cell.content,
    filename: filename ?? cell.filename,
    language: filename === undefined ? cell.language : (languageOf(filename) ?? notebook.language),
  };
  const isEmpty = content === undefined && filename === undefined;
  const fault =
    expected !== undefined && expected !== cell.revision
      ? 'REVISION_MISMATCH'
      : isEmpty || isFaulty(after, others)
        ? INVALID
        : undefined;
  const args = { content, filename, expected_revision: expected };
  const cellId = nameOf(run, cell);
  const view = await ask(run, 'update_cell', { notebookId: notebook.id, cellId, ...args }, fault);
  if (!view) return;
  const isSame = after.content === cell.content && after.filename === cell.filename;
  if (isSame) count(run, 'same');
  expect(view.revision).toBe(cell.revision + (isSame ? 0 : 1));
  if (isSame) return;
  Object.assign(cell, after, { revision: cell.revision + 1, outdated: cell.run !== undefined });
  const first = notebook.cells.find(({ type }) => type === 'title');
  if (first === cell) notebook.title = after.content.trim();
  change(run.model, notebook, run.nowMs);
};

export const moveCell: Step = async (run) => {
  const notebook = someNotebook(run);
  const cell = notebook && pickCell(run, notebook.cells);
  if (!notebook || !cell) return addCell(run);
  const others = notebook.cells.filter((each) => each !== cell);
  const { args, at } = somePlace(run, others, true);
  const cellId = nameOf(run, cell);
  const fault = at === undefined ? INVALID : undefined;
  const view = await ask(run, 'move_cell', { notebookId: notebook.id, cellId, ...args }, fault);
  if (!view || at === undefined) return;
  expect(view).toMatchObject({ cellId: cell.id, position: at });
  if (notebook.cells[at] === cell) return;
  others.splice(at, 0, cell);
  notebook.cells = others;
  change(run.model, notebook, run.nowMs);
};

export const deleteCell: Step = async (run) => {
  const notebook = someNotebook(run);
  const cell = notebook && pickCell(run, notebook.cells);
  if (!notebook || !cell) return addCell(run);
  const name = run.random.chance(0.2) ? 'nobody' : nameOf(run, cell);
  const found = cellNamed(notebook.cells, name);
  const args = { notebookId: notebook.id, cellId: name };
  const view = await ask(run, 'delete_cell', args, found ? undefined : INVALID);
  if (!view) return;
  notebook.cells = notebook.cells.filter((each) => each !== found);
  expect(view.cellCount).toBe(notebook.cells.length);
  change(run.model, notebook, run.nowMs);
};

export const askUnknown: Step = async (run) => {
  const subOperation = run.random.pick(['get', 'list_cells', 'export', 'delete']);
  await ask(run, subOperation, { notebookId: 'nothing of the kind' }, INVALID);
};

/** The copy is the same to the byte, and is a notebook of its own. */
export const copy: Step = async (run) => {
  const notebook = someNotebook(run);
  if (!notebook || run.model.notebooks.length > 5) return remove(run);
  const wide = { max_chars: 4_000_000 };
  const { content } = await read(run, 'export', { notebookId: notebook.id, ...wide });
  const view = await ask(run, 'load', { content }, undefined);
  if (!view) throw new Error('it was not loaded');
  const again = await read(run, 'export', { notebookId: view.notebookId, ...wide });
  expect(again.content).toBe(content);
  const { cells, title } = await read(run, 'get', {
    ...{ notebookId: view.notebookId, limit: 200, ...wide },
  });
  expect(cells.map(modelCell).map(textOf)).toEqual(notebook.cells.map(textOf));
  run.model.notebooks.push({
    ...{ id: view.notebookId, language: notebook.language, title },
    ...{ createdMs: run.nowMs, updatedMs: run.nowMs, cells: cells.map(modelCell) },
  });
};

function textOf({ type, content, filename, language }: ModelCell): object {
  return { type, content, filename, language };
}

/** Starts, ends or cancels a run, as a server with a sandbox would. */
export const runCell: Step = async (run) => {
  const { random } = run;
  run.nowMs += random.below(random.chance(0.3) ? 30_000 : 3_000);
  const isRunning = (each: ModelCell) => statusOf(each.run, run.nowMs) === 'running';
  const busy = run.model.notebooks.filter(({ cells }) => cells.some(isRunning));
  const notebook = busy.length > 0 && random.chance(0.5) ? random.pick(busy) : someNotebook(run);
  const files = notebook?.cells.filter(isFile) ?? [];
  const live = files.filter(isRunning);
  const cell = pickCell(run, live.length > 0 ? live : files);
  if (!notebook || !cell) return addCell(run);
  const status = statusOf(cell.run, run.nowMs);
  if (status !== 'running') return start(run, notebook, cell);
  if (random.chance(0.2)) return startInVain(run, notebook, cell);
  return random.chance(0.7) ? end(run, notebook, cell) : cancel(run, notebook, cell);
};

const result = (stdout: string, reason: RunResult['reason']): RunResult => ({
  ...{ reason, stdout, stderr: '', ms: 1 },
});

async function start(run: Run, notebook: ModelNotebook, cell: ModelCell): Promise<void> {
  const id = `00000000-0000-4000-9000-${String(run.step).padStart(12, '0')}`;
  const leaseMs = run.nowMs + 20_000;
  const isLate = cell.run !== undefined && cell.run.reason === undefined;
  await writeRun(run, notebook, cell, id, leaseMs);
  if (isLate) count(run, 'interrupted');
  cell.run = { id, startedMs: run.nowMs, leaseMs };
  cell.outdated = false;
  change(run.model, notebook, run.nowMs);
  count(run, 'started');
}

async function writeRun(
  run: Run,
  notebook: ModelNotebook,
  cell: ModelCell,
  id: string,
  leaseMs: number,
) {
  return write(run, cell, (last) =>
    startRun(
      notebook.id,
      {
        ...{ run: id, cell: cell.id, source: 's', runtime: RUNTIME },
        ...{ limits: RUN_LIMITS, leaseMs },
      },
      last,
      run.nowMs,
    ),
  );
}

async function startInVain(run: Run, notebook: ModelNotebook, cell: ModelCell): Promise<void> {
  const refusal = await writeRun(run, notebook, cell, 'never', run.nowMs);
  expect(isRefusal(refusal) && refusal.code).toBe('CONFLICT');
  count(run, 'running already');
}

async function end(run: Run, notebook: ModelNotebook, cell: ModelCell): Promise<void> {
  const stdout = someText(run);
  const reason = run.random.pick(['ok', 'exit', 'time'] as const);
  await write(run, cell, (last) => (last ? endRun(notebook.id, last, result(stdout, reason)) : []));
  Object.assign(cell.run ?? {}, { reason, stdout });
  change(run.model, notebook, run.nowMs);
  count(run, 'ended');
}

async function cancel(run: Run, notebook: ModelNotebook, cell: ModelCell): Promise<void> {
  await write(run, cell, (last) => cancelRun(notebook.id, cell.id, last, run.nowMs));
  Object.assign(cell.run ?? {}, { reason: 'cancelled', stdout: '' });
  change(run.model, notebook, run.nowMs);
  count(run, 'cancelled');
}

type Decide = (last: Parameters<typeof startRun>[2]) => ReturnType<typeof startRun>;

async function write({ server, workspace, nowMs }: Run, { id }: ModelCell, decide: Decide) {
  return server.surface.store.write({ workspace, agent: 'runner', nowMs }, async (tx) => {
    const [last] = await tx.notebooks.runs(id, { offset: 0, limit: 1 });
    const drafts = decide(last);
    return isRefusal(drafts) ? drafts : tx.append(drafts);
  });
}
