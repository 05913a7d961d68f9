/** Follows a view as the hub does, event by event, and compares it with a fresh reading. */

import { expect } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { Hub } from '../../src/observatory/hub.ts';
import type { AnyView, Look, ViewRow } from '../../src/observatory/view.ts';
import type { TestSurface } from './surface.ts';

export interface ViewFollower<Row extends ViewRow> {
  /** The rows as a page has them: read once, and then only those that events touched. */
  readonly rows: ReadonlyMap<string, Row>;
  /** How many rows were read again since the last call of it. */
  readonly touched: readonly string[];
  /** Takes what happened since, and checks that nothing was missed. */
  catchUp(): Promise<ReadonlyMap<string, Row>>;
}

/** One moment of a workspace, as views see it. */
export function lookAt<Result>(
  { surface }: TestSurface,
  workspace: string,
  work: (look: Look) => Promise<Result>,
): Promise<Result> {
  const { store, now, facts } = surface;
  const { claimTtlMinutes, thoughts } = facts;
  const { project } = thoughts;
  const hub = new Hub(workspace, { store, now, claimTtlMinutes, project, log: () => {} });
  return hub.look(work);
}

export async function wholeView<Row extends ViewRow>(
  look: Look,
  view: AnyView,
  args: JsonObject,
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  let cursor: string | undefined;
  do {
    const page = await view.page(look, args, cursor);
    for (const row of page.rows) rows.set(row.key, row as Row);
    cursor = page.next;
  } while (cursor !== undefined);
  return rows;
}

export async function followView<Row extends ViewRow>(
  server: TestSurface,
  workspace: string,
  view: AnyView,
  args: JsonObject = {},
): Promise<ViewFollower<Row>> {
  let rows = new Map<string, Row>();
  let touched: readonly string[] = [];
  let seq = 0;
  await lookAt(server, workspace, async (look) => {
    rows = await wholeView<Row>(look, view, args);
    seq = look.tx.head;
  });
  return {
    get rows() {
      return rows;
    },
    get touched() {
      return touched;
    },
    catchUp: () =>
      lookAt(server, workspace, async (look) => {
        const events = await look.tx.journal.after(seq, 5_000);
        const keys = await view.touched(look, args, events);
        seq = look.tx.head;
        touched = keys === 'all' ? [] : [...new Set(keys)];
        if (keys === 'all') rows = await wholeView<Row>(look, view, args);
        else {
          for (const key of touched) rows.delete(key);
          for (const row of await view.rows(look, args, touched)) {
            // As the hub does: nothing is sent that no event touched.
            if (touched.includes(row.key)) rows.set(row.key, row as Row);
          }
        }
        const fresh = await wholeView<Row>(look, view, args);
        expect(byKey(rows), 'an event changed rows that it did not touch').toEqual(byKey(fresh));
        return rows;
      }),
  };
}

function byKey<Row>(rows: ReadonlyMap<string, Row>) {
  return Object.fromEntries([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
}
