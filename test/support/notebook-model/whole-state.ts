/** Compares everything that can be read of notebooks with the model. */

import { expect } from 'vitest';
import type { Shown } from '../task-world.ts';
import { isFile, type ModelCell, type ModelNotebook, statusOf } from './model.ts';
import { count, type Run, read } from './run.ts';

const WIDE = { max_chars: 4_000_000 };

export async function expectSameState(run: Run): Promise<void> {
  const { notebooks } = await read(run, 'list', { limit: 100 });
  expect(notebooks).toEqual([...run.model.notebooks].reverse().map(summaryView));
  for (const notebook of run.model.notebooks) {
    await expectSameCells(run, notebook);
    await expectSamePages(run, notebook);
  }
}

function summaryView({ id, title, language, cells, createdMs, updatedMs }: ModelNotebook): Shown {
  const times = { createdAt: createdMs, updatedAt: updatedMs };
  return { id, title, language, cellCount: cells.length, ...times };
}

async function expectSameCells(run: Run, notebook: ModelNotebook): Promise<void> {
  const notebookId = notebook.id;
  const whole = await read(run, 'get', { notebookId, limit: 200, ...WIDE });
  const { cells, budget: _budget, hasMore, ...summary } = whole;
  expect(hasMore).toBe(false);
  expect(summary).toEqual(summaryView(notebook));
  const wanted = notebook.cells.map((cell) => cellView(cell, run.nowMs));
  expect(cells.map(withoutError)).toEqual(wanted);
  for (const [position, cell] of notebook.cells.entries()) {
    if (!run.random.chance(0.2)) continue;
    const view = await read(run, 'get_cell', { notebookId, cellId: cell.id, ...WIDE });
    const { budget: _cap, ...shown } = view;
    expect(withoutError(shown)).toEqual({ ...wanted[position], position, content: cell.content });
    count(run, 'cell compared');
  }
}

/** Whether a failed cell says why is compared; the words are not. */
function withoutError({ error, ...cell }: Shown): Shown {
  expect(error !== undefined && error !== '', JSON.stringify(cell)).toBe(cell.status === 'failed');
  return cell;
}

function cellView(cell: ModelCell, nowMs: number): Shown {
  const { id, type, content, filename, language, revision, run } = cell;
  if (!isFile(cell)) return { id, type, text: content, revision };
  return {
    ...{ id, type, ...(language === undefined ? {} : { language }), filename },
    ...{ source: content, revision, status: statusOf(run, nowMs) },
    ...(run?.stdout ? { output: run.stdout } : {}),
    ...(run ? { executedAt: new Date(run.startedMs).toISOString() } : {}),
    ...(cell.outdated ? { outdated: true } : {}),
  };
}

async function expectSamePages(run: Run, notebook: ModelNotebook): Promise<void> {
  const notebookId = notebook.id;
  const seen: Shown[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const args = { notebookId, offset, limit: 3 };
    const page: Shown = await read(run, 'list_cells', args);
    seen.push(...page.cells.map(({ id, type, chars }: Shown) => ({ id, type, chars })));
    offset = page.nextOffset;
  }
  expect(seen).toEqual(
    notebook.cells.map(({ id, type, content }) => ({ id, type, chars: [...content].length })),
  );
}
