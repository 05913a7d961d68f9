/**
 * The interface of an engine below the SQL store: transactions, and what differs between databases.
 */

import type { Kysely } from 'kysely';
import type { Patience } from '../patience.ts';
import type { Tables } from './tables.ts';

export type Sql = Kysely<Tables>;

/** Knows which processes are alive, by locks that end with them. */
export interface Vigil {
  /**
   * From now on other processes see that this one is alive, until it ends in whatever way.
   * `regained` is called if they may have missed it for a while.
   */
  hold(process: string, regained: () => void): Promise<void>;
  /** Those of these processes that nothing shows alive, for longer than a living one may need. */
  gone(processes: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The conditions under which an engine runs a transaction. */
export interface Manner {
  /** The workspace to lock: no other transaction writes to it meanwhile. */
  readonly workspace?: string | undefined;
  /** The transaction works on whole journals, so the deadlines of calls do not apply. */
  readonly long?: boolean;
  /**
   * Tells whether the transaction was committed. It is asked, with the workspace locked, if the
   * answer to the commit was lost.
   */
  readonly isThere?: (sql: Sql) => Promise<boolean>;
  /** The time that the whole call has; without it the transaction has as much for itself. */
  readonly patience?: Patience | undefined;
  /** Called if the transaction was committed, but may not be on a synchronous standby. */
  readonly onUnreplicated?: (() => void) | undefined;
  /** Cancels the call as long as it waits for its turn. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Not the transaction of a call, so nobody reads its failure: if another file was found in place
   * of the memory, the next call must still be told.
   */
  readonly aside?: boolean;
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
  /** Notifies other processes, at commit, that a workspace changed. */
  announce(sql: Sql, workspace: string): Promise<void>;
  /**
   * Makes the commit wait for a synchronous standby although nothing was written, so that what
   * this transaction has seen is there too.
   */
  confirm?(sql: Sql): Promise<void>;
  watch(changed: () => void): () => void;
  /** How this engine knows which processes are alive. */
  vigil(): Vigil;
  /** What the owner of the memory should know, although everything works. */
  readonly notices?: readonly string[];
  /** The engine's own integrity check. */
  integrity(): Promise<readonly string[]>;
  /** A consistent copy as a SQLite file, if the engine can write one by itself. */
  copyTo?(file: string): Promise<void>;
  close(): Promise<void>;
}
