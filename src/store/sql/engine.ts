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

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  readonly location: string;
  /** A read-only snapshot. */
  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /**
   * A transaction that commits when `work` resolves and rolls back when it throws. An engine that
   * waits before `work` runs may stop waiting at the signal.
   */
  write<Result>(work: (sql: Sql) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Waits until no other transaction writes this workspace. */
  lock(sql: Sql, workspace: string): Promise<void>;
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
