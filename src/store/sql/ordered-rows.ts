/**
 * Reads a projected table of one workspace in the order of its primary key, page by page: no table
 * is ever in memory as a whole.
 */

import { type RawBuilder, sql as raw } from 'kysely';
import type { Sql } from './engine.ts';
import type { ProjectedTable } from './projection.ts';

export type TableRow = Readonly<Record<string, string | number | null>>;

/** The most rows that one query asks for. A row may hold a whole plan. */
export const MAX_PAGE_ROWS = 250;

const WORKSPACE = 'workspace';

/** Both engines order by the same rules: numbers by value, texts by their bytes. */
export async function* orderedPages(
  sql: Sql,
  table: ProjectedTable,
  workspace: string,
): AsyncGenerator<readonly TableRow[]> {
  const columns = keyWithin(table);
  let last: TableRow | undefined;
  for (;;) {
    const { rows } = await raw<TableRow>`
      select * from ${raw.table(table.name)} where workspace = ${workspace}
      ${last ? behind(columns, last) : raw``} ${inOrder(columns)}
      limit ${raw.raw(String(MAX_PAGE_ROWS))}`.execute(sql);
    if (rows.length > 0) yield rows;
    if (rows.length < MAX_PAGE_ROWS || columns.length === 0) return;
    last = rows.at(-1);
  }
}

/** A place in a table that is read in order. Most steps need no query, and so no turn of the loop. */
export class OrderedRows {
  /** Undefined behind the last row. */
  row: TableRow | undefined;
  private page: readonly TableRow[] = [];
  private at = 0;
  private readonly pages: AsyncGenerator<readonly TableRow[]>;

  private constructor(pages: AsyncGenerator<readonly TableRow[]>) {
    this.pages = pages;
  }

  static async open(sql: Sql, table: ProjectedTable, workspace: string): Promise<OrderedRows> {
    const rows = new OrderedRows(orderedPages(sql, table, workspace));
    await rows.load();
    return rows;
  }

  /** A promise only if the next row must be read first. */
  step(): Promise<void> | undefined {
    this.at += 1;
    this.row = this.page[this.at];
    return this.row ? undefined : this.load();
  }

  private async load(): Promise<void> {
    const { value, done } = await this.pages.next();
    this.page = done ? [] : value;
    this.at = 0;
    this.row = this.page[0];
  }
}

/** The primary key without the workspace, which all rows share. */
export function keyWithin({ key }: ProjectedTable): readonly string[] {
  return key.filter((column) => column !== WORKSPACE);
}

function behind(columns: readonly string[], last: TableRow): RawBuilder<unknown> {
  const names = raw.join(columns.map((column) => raw.ref(column)));
  return raw`and (${names}) > (${raw.join(columns.map((column) => last[column]))})`;
}

function inOrder(columns: readonly string[]): RawBuilder<unknown> {
  if (columns.length === 0) return raw``;
  return raw`order by ${raw.join(columns.map((column) => raw.ref(column)))}`;
}

/** Below 0 if the first row comes first, in the order in which the pages are read. */
export function compareKeys(columns: readonly string[], one: TableRow, other: TableRow): number {
  for (const column of columns) {
    const order = compareValues(one[column], other[column]);
    if (order !== 0) return order;
  }
  return 0;
}

type Value = TableRow[string] | undefined;

function compareValues(one: Value, other: Value): number {
  if (one === other) return 0;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  // UTF-8 keeps the order of code points; the UTF-16 of JavaScript does not.
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
