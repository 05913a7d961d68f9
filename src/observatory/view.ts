/**
 * What a view of the page is: rows that are read from the projections, and read again when an event
 * touches them.
 *
 * No view reduces events: a touched row is read whole and sent whole. A row is therefore always as
 * the store has it, and a slow reader needs only the keys that it has not got yet.
 */

import type { z } from 'zod';
import type { JournalEvent } from '../domain/journal/event.ts';
import type { ClaimRule } from '../domain/work/claim.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { PresenceRow, Reading } from '../store/port.ts';

/** A row of a view. Its key is unique in the view, and stays as long as the row is the same thing. */
export interface ViewRow {
  readonly key: string;
}

/** What a view reads from: one consistent moment of one workspace. */
export interface Look {
  readonly tx: Reading;
  readonly nowMs: number;
  /** Which claims hold at that moment. */
  readonly claims: ClaimRule;
  /** The only project whose sessions of thought are shown, if the server was started for one. */
  readonly project: string | undefined;
  /** The agents that are present in this workspace; empty if presence is not tracked. */
  present(): Promise<readonly PresenceRow[]>;
}

export interface ViewPage<Row extends ViewRow> {
  readonly rows: readonly Row[];
  /** Continues behind the last row; absent on the last page. */
  readonly next?: string | undefined;
  /** How many rows exist in all, if more exist than are ever sent. */
  readonly total?: number | undefined;
}

export interface View<Args extends JsonObject = JsonObject, Row extends ViewRow = ViewRow> {
  readonly name: string;
  readonly args: z.ZodType<Args>;
  /** A page of rows: the first one, or the one behind `cursor`. At most `MAX_PAGE` rows. */
  page(look: Look, args: Args, cursor: string | undefined): Promise<ViewPage<Row>>;
  /**
   * The keys of the rows that these events may have changed, added or removed; `all` if that cannot
   * be told. It may name too many, and never too few.
   */
  touched(
    look: Look,
    args: Args,
    events: readonly JournalEvent[],
  ): Promise<readonly string[] | 'all'> | readonly string[] | 'all';
  /** The rows of these keys, as they are now; a key without a row has left the view. */
  rows(look: Look, args: Args, keys: readonly string[]): Promise<readonly Row[]>;
  /** Set if its rows also change without events, by time or presence: how often to look again. */
  readonly everyMs?: number | undefined;
}

/** Rows in one page of a view. */
export const MAX_PAGE = 500;

/** Rows that one subscription gets in all. */
export const MAX_ROWS = 60_000;

/** A view of any rows, as the feeds see it. */
export type AnyView = View<JsonObject, ViewRow>;

/** Declares a view: its rows and arguments are checked here, and forgotten by the feeds. */
export function defineView<Args extends JsonObject, Row extends ViewRow>(
  view: View<Args, Row>,
): AnyView {
  return view as unknown as AnyView;
}
