/** What an engine must do for the SQL store: transactions, and the few things SQL does not share. */

import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export type Sql = Kysely<Tables>;

/** Knows which processes live, by something that ends with them. */
export interface Vigil {
  /** From now on others see that this process lives, until it ends however it ends. */
  hold(process: string): Promise<void>;
  /** Of these, those that are gone for certain. */
  gone(processes: readonly string[], nowMs: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

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
  /** Takes the call back as long as it waits for its turn. */
  readonly signal?: AbortSignal | undefined;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  readonly location: string;
  /** A read-only snapshot. */
  read<Result>(work: (sql: Sql) => Promise<Result>, manner?: Manner): Promise<Result>;
  /**
   * A transaction that commits when `work` resolves and rolls back when it throws. An engine that
   * waits before `work` runs may stop waiting at the signal.
   */
  write<Result>(work: (sql: Sql) => Promise<Result>, manner?: Manner): Promise<Result>;
  /** Tells other processes, at commit, that a workspace changed. */
  announce(sql: Sql, workspace: string): Promise<void>;
  watch(changed: () => void): () => void;
  /** How this engine knows which processes live. */
  vigil(): Vigil;
  /** The engine's own integrity check. */
  integrity(): Promise<readonly string[]>;
  /** A byte-consistent copy as a SQLite file, where the engine can make one by itself. */
  copyTo?(file: string): Promise<void>;
  close(): Promise<void>;
}
