/** The notebooks of the workspace, and one of them with its packages. */

import { z } from 'zod';
import { type NotebookSummary, notebookIdOf } from '../../../domain/notebooks/notebook.ts';
import type { RunReason } from '../../../domain/notebooks/run.ts';
import type { RunOutcome } from '../../../store/port.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';

/** How a run ended, and until when one without an end counts as running. A type: it is JSON. */
export type LastRun = {
  readonly end: RunReason | 'open';
  readonly startedMs: number;
  readonly leaseMs: number;
};

export interface NotebookRow extends ViewRow {
  readonly id: string;
  readonly title: string;
  readonly language: string;
  readonly cells: number;
  /** Cells that can be run, by how their last run ended. */
  readonly ok: number;
  readonly failed: number;
  /** Without an end: they run, or their lease has passed. */
  readonly open: number;
  readonly never: number;
  readonly lastRun?: LastRun;
  readonly createdMs: number;
  readonly atMs: number;
}

/** Fewer than other views: the cells of every notebook are counted. */
const PAGE = 100;

function rowFrom(notebook: NotebookSummary, outcomes: readonly RunOutcome[]): NotebookRow {
  const { id, title, language, cellCount, createdMs, updatedMs } = notebook;
  const counts = { ok: 0, failed: 0, open: 0, never: 0 };
  let last: { seq: number; run: LastRun } | undefined;
  for (const outcome of outcomes) {
    const { end, cells } = outcome;
    counts[end === 'ok' || end === 'open' || end === 'never' ? end : 'failed'] += cells;
    if (end === 'never' || !outcome.last || (last && last.seq > outcome.last.seq)) continue;
    const { seq, startedMs, leaseMs } = outcome.last;
    last = { seq, run: { end, startedMs, leaseMs } };
  }
  return {
    ...{ key: id, id, title, language, cells: cellCount, ...counts },
    ...(last === undefined ? {} : { lastRun: last.run }),
    ...{ createdMs, atMs: updatedMs },
  };
}

async function rowsFrom(
  { tx }: Look,
  notebooks: readonly NotebookSummary[],
): Promise<readonly NotebookRow[]> {
  const outcomes = await tx.notebooks.outcomes(notebooks);
  return notebooks.map((notebook) =>
    rowFrom(
      notebook,
      outcomes.filter((each) => each.notebook === notebook.seq),
    ),
  );
}

export const NOTEBOOKS_VIEW = defineView({
  name: 'notebooks',
  args: z.object({}),
  async page(look, _args, cursor) {
    const offset = Number(cursor ?? 0);
    const found = await look.tx.notebooks.list({ offset, limit: PAGE });
    const next = found.length < PAGE ? undefined : String(offset + PAGE);
    return { rows: await rowsFrom(look, found), next };
  },
  touched(_look, _args, events) {
    // What follows moves up, and a page that is being read would miss one.
    if (events.some(({ type }) => type === 'notebook_deleted')) return 'all';
    return events.flatMap(({ type, entity }) =>
      type.startsWith('notebook_') ? notebookIdOf(entity) : [],
    );
  },
  async rows(look, _args, keys) {
    const found: NotebookSummary[] = [];
    for (const id of keys) {
      const notebook = await look.tx.notebooks.summary(id);
      if (notebook) found.push(notebook);
    }
    return rowsFrom(look, found);
  },
});

export interface NotebookDetailRow extends NotebookRow {
  readonly tsconfig?: string;
  /** The installed packages, each as `name version`. */
  readonly packages: readonly string[];
}

async function detailRow(look: Look, id: string): Promise<readonly NotebookDetailRow[]> {
  const notebook = await look.tx.notebooks.summary(id);
  if (!notebook) return [];
  const [row] = await rowsFrom(look, [notebook]);
  const installed = await look.tx.notebooks.packages(notebook);
  const packages = Object.entries(installed?.packages ?? {}).map((each) => each.join(' '));
  const { tsconfig } = notebook;
  return row ? [{ ...row, packages, ...(tsconfig === undefined ? {} : { tsconfig }) }] : [];
}

export const NOTEBOOK_VIEW = defineView({
  name: 'notebook',
  args: z.object({ id: z.string().min(1).max(200) }),
  page: async (look, { id }) => ({ rows: await detailRow(look, id) }),
  touched: (_look, { id }, events) =>
    events.some(({ entity }) => entity === `notebook:${id}`) ? [id] : [],
  rows: async (look, { id }, keys) => (keys.length === 0 ? [] : detailRow(look, id)),
});
