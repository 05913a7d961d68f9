/** The queries about the journal as people read it. */

import type { JsonObject } from '../kernel/json.ts';
import type { Slice } from './port.ts';

export interface JournalFilter {
  readonly agent?: string | undefined;
  readonly type?: string | undefined;
  readonly entity?: string | undefined;
}

/** An event as one line needs it. */
export interface JournalLine {
  readonly seq: number;
  readonly tsMs: number;
  readonly agent: string;
  readonly type: string;
  readonly entity: string;
  /** In the current version; absent if it is long. */
  readonly payload?: JsonObject;
}

export interface LineQueries {
  /**
   * Newest first. With a condition only some events are looked at: a page may have fewer lines than
   * the limit, or none, and still have more behind it. `next`: read on before this seq.
   */
  page(
    filter: JournalFilter,
    slice: Slice,
  ): Promise<{ readonly lines: readonly JournalLine[]; readonly next?: number }>;
  /** The seqs of the newest lines that fit, among those that a page looks at. */
  newest(filter: JournalFilter, limit: number): Promise<readonly number[]>;
  /** Newest first. */
  at(seqs: readonly number[]): Promise<readonly JournalLine[]>;
  /** The last event of each agent that wrote since then, among the newest events. */
  lastOfEach(sinceMs: number): Promise<ReadonlyMap<string, JournalLine>>;
}
