/** What a subscription follows: rows that can be read, and notices of which of them changed. */

import type { Json } from '../../kernel/json.ts';
import { redact } from '../../kernel/redaction.ts';
import type { ViewPage, ViewRow } from '../view.ts';

/** A change of some rows. */
export interface RowChange {
  /** Everything up to this seq is in the rows. */
  readonly seq: number;
  readonly keys: readonly string[];
  /** The rows as JSON, without the brackets around them. */
  readonly rows: string;
  /** The keys that have no row any more. */
  readonly gone: readonly string[];
}

export interface FeedListener {
  change(change: RowChange): void;
  /** Everything may have changed: the view must be read anew. */
  reset(): void;
  /** The feed ended by a bug, which is in the log. */
  fail(): void;
}

/** Can be ended from the first moment, also while it is still waiting to be ready. */
export interface Joined {
  /** Resolves once no later change can be missed. It never rejects. */
  readonly ready: Promise<void>;
  leave(): void;
}

export interface PageAtSeq {
  readonly page: ViewPage<ViewRow>;
  readonly seq: number;
}

export interface RowFeed {
  join(listener: FeedListener): Joined;
  /** A page of rows, and the moment at which it was read. */
  page(cursor: string | undefined): Promise<PageAtSeq>;
  /** The rows of these keys as they are now. */
  changeOf(keys: readonly string[]): Promise<RowChange>;
  /** What changed after `seq`; undefined if the rows must be read anew. */
  changedSince(
    seq: number,
  ): Promise<{ readonly keys: readonly string[]; readonly seq: number } | undefined>;
  log(line: string): void;
}

/** The rows as they are sent: redacted, and as the inside of a list. */
export function rowsText(rows: readonly ViewRow[]): string {
  return rows.map(rowText).join(',');
}

/** The keys of rows that are gone, as the rows had them. */
export function keysText(keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => (redact({ key }) as { key: Json }).key));
}

export function rowText(row: ViewRow): string {
  return JSON.stringify(redact(row as unknown as Json));
}
