/** Follows a view as the hub does, event by event, and compares it with a fresh reading. */

import { expect } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { Hub } from '../../src/observatory/hub.ts';
import type { AnyView, Look, ViewRow } from '../../src/observatory/view.ts';
import type { TestSurface } from './surface.ts';
import { inOrder, takeEvents, wholeView } from './whole-view.ts';

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
        const taken = await takeEvents(look, view, args, rows, events);
        seq = look.tx.head;
        touched = taken === 'all' ? [] : taken;
        if (taken === 'all') rows = await wholeView<Row>(look, view, args);
        const fresh = await wholeView<Row>(look, view, args);
        expect(inOrder(rows), 'an event changed rows that it did not touch').toEqual(
          inOrder(fresh),
        );
        return rows;
      }),
  };
}
