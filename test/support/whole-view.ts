/** The rows of a view as a page has them: read whole, then kept by what events touch. */

import { expect } from 'vitest';
import type { JournalEvent } from '../../src/domain/journal/event.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { AnyView, Look, ViewRow } from '../../src/observatory/view.ts';

export type Rows<Row extends ViewRow> = Map<string, Row>;

/** Page by page, as a subscription loads it. */
export async function wholeView<Row extends ViewRow>(
  look: Look,
  view: AnyView,
  args: JsonObject,
): Promise<Rows<Row>> {
  const rows: Rows<Row> = new Map();
  let cursor: string | undefined;
  do {
    const page = await view.page(look, args, cursor);
    for (const row of page.rows) {
      expect(rows.has(row.key), `${view.name} shows ${row.key} twice`).toBe(false);
      rows.set(row.key, row as Row);
    }
    cursor = page.next;
  } while (cursor !== undefined);
  return rows;
}

/** Changes `rows` as the feed would; `all` if the view must be read anew. */
export async function takeEvents<Row extends ViewRow>(
  look: Look,
  view: AnyView,
  args: JsonObject,
  rows: Rows<Row>,
  events: readonly JournalEvent[],
): Promise<readonly string[] | 'all'> {
  const touched = await view.touched(look, args, events);
  if (touched === 'all') return 'all';
  const keys = [...new Set(touched)];
  for (const key of keys) rows.delete(key);
  for (const row of await view.rows(look, args, keys)) {
    // As the feed does: nothing is sent that no event touched.
    if (keys.includes(row.key)) rows.set(row.key, row as Row);
  }
  return keys;
}

/** For comparing: the order in which rows came does not matter, and what is sent is JSON. */
export function inOrder<Row extends ViewRow>(rows: ReadonlyMap<string, Row>): readonly Row[] {
  const plain = [...rows.values()].map((row) => JSON.parse(JSON.stringify(row)) as Row);
  return plain.sort((a, b) => (a.key < b.key ? -1 : 1));
}
