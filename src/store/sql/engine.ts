/** What an engine must do for the SQL store: transactions, and the few things SQL does not share. */

import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export type Sql = Kysely<Tables>;

/** How a transaction is to be run, where an engine is shared with others. */
export interface Manner {
  /** Alone on this workspace: nobody else writes it meanwhile. */
  readonly workspace?: string | undefined;
  /** Works on whole journals: no deadline of calls applies. */
  readonly long?: boolean;
  /**
   * Whether what the transaction wrote is there: asked, alone on the workspace, where the answer to
   * its commit was lost.
   */
  readonly isThere?: (sql: Sql) => Promise<boolean>;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  readonly location: string;
  /** A read-only snapshot. */
  read<Result>(work: (sql: Sql) => Promise<Result>, manner?: Manner): Promise<Result>;
  /** A transaction that commits when `work` resolves and rolls back when it throws. */
  write<Result>(work: (sql: Sql) => Promise<Result>, manner?: Manner): Promise<Result>;
  /** Tells other processes, at commit, that a workspace changed. */
  announce(sql: Sql, workspace: string): Promise<void>;
  watch(changed: () => void): () => void;
  /** The engine's own integrity check. */
  integrity(): Promise<readonly string[]>;
  /** A byte-consistent copy as a SQLite file, where the engine can make one by itself. */
  copyTo?(file: string): Promise<void>;
  close(): Promise<void>;
}
