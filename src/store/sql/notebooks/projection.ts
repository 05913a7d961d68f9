/** Projects notebooks, their cells and their runs, event by event. */

import type { JournalEvent } from '../../../domain/journal/event.ts';
import { type Cell, notebookIdOf } from '../../../domain/notebooks/notebook.ts';
import type { NotebookEventType } from '../../../domain/notebooks/notebook-events.ts';
import type { TextChanges } from '../../../recall/index/text-changes.ts';
import type { Sql } from '../engine.ts';
import { rowsInto } from '../insert-rows.ts';
import { prepared } from '../prepared.ts';
import type { Projection } from '../projection.ts';
import { collectTexts } from './collect-texts.ts';
import type { CellRow, NotebookRow, RunRow } from './tables.ts';

type NotebookEvent<Type extends NotebookEventType> = JournalEvent<Type>;

interface InNotebook {
  readonly workspace: string;
  readonly notebook: number;
}

const insertCells = rowsInto<Record<keyof CellRow, string | number | null>, keyof CellRow>(
  'notebook_cells',
  [
    ...(['workspace', 'notebook', 'id', 'position', 'type', 'filename', 'language'] as const),
    ...(['content', 'revision', 'changed_seq', 'run_seq'] as const),
  ],
);

function newCell(at: InNotebook, position: number, cell: Cell, seq: number): CellRow {
  const { id, type, content, filename = null, language = null } = cell;
  const text = { id, position, type, filename, language, content };
  return { ...at, ...text, revision: 1, changed_seq: seq, run_seq: null };
}

async function onCreated(
  sql: Sql,
  workspace: string,
  event: NotebookEvent<'notebook_created'>,
  texts: TextChanges,
): Promise<void> {
  collectTexts(event, texts);
  const { seq, tsMs } = event;
  const { id, title, language, tsconfig = null, cells } = event.payload;
  const row: NotebookRow = {
    ...{ workspace, seq, id, title, language, tsconfig },
    ...{ cells: cells.length, packages_seq: null },
    ...{ created_ms: tsMs, updated_ms: tsMs, updated_seq: seq },
  };
  await sql.insertInto('notebooks').values(row).execute();
  const at = { workspace, notebook: seq };
  await insertCells(
    sql,
    cells.map((cell, position) => ({ ...newCell(at, position, cell, seq) })),
  );
}

const touched = prepared(
  (sql: Sql, args: { workspace: string; id: string; seq: number; ms: number; by: number }) =>
    sql
      .updateTable('notebooks')
      .set((e) => ({
        cells: e('cells', '+', args.by),
        updated_ms: args.ms,
        updated_seq: args.seq,
      }))
      .where('workspace', '=', args.workspace)
      .where('id', '=', args.id)
      .returning('seq'),
);

/**
 * Marks the notebook as changed by the event; `by` is the number of cells that it adds. Returns
 * undefined if the notebook was deleted: only the end of a run can come after that.
 */
async function touch(
  sql: Sql,
  workspace: string,
  { entity, seq, tsMs }: JournalEvent,
  by = 0,
): Promise<InNotebook | undefined> {
  const id = notebookIdOf(entity);
  const [row] = await touched(sql, { workspace, id, seq, ms: tsMs, by });
  return row && { workspace, notebook: row.seq };
}

async function touchExisting(
  sql: Sql,
  workspace: string,
  event: JournalEvent,
  by = 0,
): Promise<InNotebook> {
  const at = await touch(sql, workspace, event, by);
  if (!at) throw new Error(`event ${event.seq} changes a notebook that does not exist`);
  return at;
}

/** From and to: positions, both included. */
const shiftCells = prepared(
  (sql: Sql, args: InNotebook & { from: number; to: number; by: number }) =>
    sql
      .updateTable('notebook_cells')
      .set((e) => ({ position: e('position', '+', args.by) }))
      .where('workspace', '=', args.workspace)
      .where('notebook', '=', args.notebook)
      .where('position', '>=', args.from)
      .where('position', '<=', args.to),
);

/** Behind every cell that a notebook can have. */
const LAST = 1_000_000;

const positionOf = prepared((sql: Sql, args: InNotebook & { id: string }) =>
  sql
    .selectFrom('notebook_cells')
    .select('position')
    .where('workspace', '=', args.workspace)
    .where('notebook', '=', args.notebook)
    .where('id', '=', args.id),
);

async function knownPosition(sql: Sql, at: InNotebook, id: string): Promise<number> {
  const [row] = await positionOf(sql, { ...at, id });
  if (!row) throw new Error(`the notebook ${at.notebook} has no cell ${id}`);
  return row.position;
}

function cellAt(sql: Sql, { workspace, notebook }: InNotebook, id: string) {
  return sql
    .updateTable('notebook_cells')
    .where('workspace', '=', workspace)
    .where('notebook', '=', notebook)
    .where('id', '=', id);
}

async function onAdded(
  sql: Sql,
  workspace: string,
  event: NotebookEvent<'notebook_cell_added'>,
  texts: TextChanges,
): Promise<void> {
  collectTexts(event, texts);
  const { cell, position } = event.payload;
  const at = await touchExisting(sql, workspace, event, 1);
  await shiftCells(sql, { ...at, from: position, to: LAST, by: 1 });
  await insertCells(sql, [{ ...newCell(at, position, cell, event.seq) }]);
}

async function onUpdated(
  sql: Sql,
  workspace: string,
  event: NotebookEvent<'notebook_cell_updated'>,
  texts: TextChanges,
): Promise<void> {
  collectTexts(event, texts);
  const { cell, title } = event.payload;
  const at = await touchExisting(sql, workspace, event);
  const { content, filename = null, language = null } = cell;
  const text = { content, filename, language };
  await cellAt(sql, at, cell.id)
    .set((e) => ({ ...text, revision: e('revision', '+', 1), changed_seq: event.seq }))
    .execute();
  if (title === undefined) return;
  await sql
    .updateTable('notebooks')
    .set({ title })
    .where('workspace', '=', workspace)
    .where('seq', '=', at.notebook)
    .execute();
}

/** Two statements, however far the cell moves. */
async function onMoved(
  sql: Sql,
  workspace: string,
  event: NotebookEvent<'notebook_cell_moved'>,
): Promise<void> {
  const { cell, position: to } = event.payload;
  const at = await touchExisting(sql, workspace, event);
  const from = await knownPosition(sql, at, cell);
  const passed = to > from ? { from: from + 1, to, by: -1 } : { from: to, to: from - 1, by: 1 };
  await shiftCells(sql, { ...at, ...passed });
  await cellAt(sql, at, cell).set({ position: to }).execute();
}

async function onRemoved(
  sql: Sql,
  workspace: string,
  event: NotebookEvent<'notebook_cell_removed'>,
  texts: TextChanges,
): Promise<void> {
  collectTexts(event, texts);
  const { cell } = event.payload;
  const at = await touchExisting(sql, workspace, event, -1);
  const position = await knownPosition(sql, at, cell);
  await sql
    .deleteFrom('notebook_cells')
    .where('workspace', '=', workspace)
    .where('notebook', '=', at.notebook)
    .where('id', '=', cell)
    .execute();
  await shiftCells(sql, { ...at, from: position + 1, to: LAST, by: -1 });
}

async function onDeleted(
  sql: Sql,
  workspace: string,
  event: NotebookEvent<'notebook_deleted'>,
  texts: TextChanges,
): Promise<void> {
  collectTexts(event, texts);
  const { notebook } = await touchExisting(sql, workspace, event);
  await sql
    .deleteFrom('notebook_cells')
    .where('workspace', '=', workspace)
    .where('notebook', '=', notebook)
    .execute();
  await sql
    .deleteFrom('notebooks')
    .where('workspace', '=', workspace)
    .where('seq', '=', notebook)
    .execute();
}

async function onRunStarted(
  sql: Sql,
  workspace: string,
  event: NotebookEvent<'notebook_run_started'>,
): Promise<void> {
  const { run, cell, leaseMs } = event.payload;
  const at = await touchExisting(sql, workspace, event);
  const row: RunRow = {
    ...{ workspace, seq: event.seq, id: run, notebook_id: notebookIdOf(event.entity), cell },
    ...{ started_ms: event.tsMs, lease_ms: leaseMs },
    ...{ ended_seq: null, ended_ms: null, reason: null },
  };
  await sql.insertInto('notebook_runs').values(row).execute();
  await cellAt(sql, at, cell).set({ run_seq: event.seq }).execute();
}

async function onRunEnded(
  sql: Sql,
  workspace: string,
  event: NotebookEvent<'notebook_run_ended'>,
  texts: TextChanges,
): Promise<void> {
  const { run, reason, installed } = event.payload;
  await sql
    .updateTable('notebook_runs')
    .set({ ended_seq: event.seq, ended_ms: event.tsMs, reason })
    .where('workspace', '=', workspace)
    .where('id', '=', run)
    .execute();
  const at = await touch(sql, workspace, event);
  if (!at) return;
  collectTexts(event, texts);
  if (!installed) return;
  await sql
    .updateTable('notebooks')
    .set({ packages_seq: event.seq })
    .where('workspace', '=', workspace)
    .where('seq', '=', at.notebook)
    .execute();
}

export const notebooksProjection: Projection = {
  name: 'notebooks',
  tables: [
    { name: 'notebooks', key: ['workspace', 'seq'] },
    { name: 'notebook_cells', key: ['workspace', 'notebook', 'id'] },
    { name: 'notebook_runs', key: ['workspace', 'seq'] },
  ],
  on: {
    notebook_created: onCreated,
    notebook_deleted: onDeleted,
    notebook_cell_added: onAdded,
    notebook_cell_updated: onUpdated,
    notebook_cell_moved: onMoved,
    notebook_cell_removed: onRemoved,
    notebook_run_started: onRunStarted,
    notebook_run_ended: onRunEnded,
  },
};
