/** The store as the rest of the program sees it: transactions on one journal, and nothing of SQL. */

import type { Branch } from '../domain/branches/branch.ts';
import type { EffectiveView, LineageStep } from '../domain/branches/effective-view.ts';
import type { Document } from '../domain/documents/document.ts';
import type { EventDraft, JournalEvent } from '../domain/journal/event.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import type { Refusal } from '../kernel/refusal.ts';

export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  /** Where the memory lies, fit to be shown: a directory, or a URL without its password. */
  readonly location: string;
  /** The schema of the tables, as answers spell it. */
  readonly schemaVersion: string;
  /** A consistent snapshot of one workspace. */
  read<Result>(workspace: string, work: (tx: Reading) => Promise<Result>): Promise<Result>;
  /**
   * One transaction, alone on its workspace. A refusal rolls everything back; so does a throw.
   * `work` may run again where an engine asks for a retry, so it must not keep state outside.
   */
  write<Result>(
    writer: Writer,
    work: (tx: Writing) => Promise<Result | Refusal>,
  ): Promise<Result | Refusal>;
  workspaces(): Promise<readonly string[]>;
  /** Calls back soon after any process changed anything; returns how to stop. */
  watch(changed: () => void): () => void;
  /** What is wrong, in sentences; empty when all is well. */
  check(): Promise<readonly string[]>;
  /** Throws every projection away and makes it again from the journal. */
  rebuild(): Promise<{ readonly workspaces: number; readonly events: number }>;
  /** A consistent copy as a new SQLite file, while others write. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

export interface Writer {
  readonly workspace: string;
  readonly agent: string;
  readonly nowMs: number;
}

export interface Reading {
  readonly workspace: string;
  /** The last seq of the workspace; 0 before its first event. */
  readonly head: number;
  /** Undefined before the workspace was initialized. */
  state(): Promise<Workspace | undefined>;
  readonly journal: JournalQueries;
  readonly branches: BranchQueries;
  readonly documents: DocumentQueries;
}

export interface Writing extends Reading {
  /**
   * Enters events, in order, and updates every projection. A draft whose key the workspace already
   * has enters nothing: the event of old is returned in its place.
   */
  append(drafts: readonly EventDraft[]): Promise<readonly JournalEvent[]>;
  /** Runs a part that may fail alone: when it refuses, only its own events are undone. */
  attempt<Result>(part: () => Promise<Result | Refusal>): Promise<Result | Refusal>;
}

export interface JournalQueries {
  /** Oldest first, from behind `seq`. */
  after(seq: number, limit: number): Promise<readonly JournalEvent[]>;
  at(seq: number): Promise<JournalEvent | undefined>;
  /** Newest first. */
  ofEntity(entity: string, page: Slice): Promise<readonly JournalEvent[]>;
  /** Newest first: the entries of one document that a view sees. */
  inView(view: EffectiveView, doc: string, page: Slice): Promise<readonly JournalEvent[]>;
  withKey(key: string): Promise<JournalEvent | undefined>;
}

export interface Slice {
  /** Only what lies below this seq. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface BranchQueries {
  byId(id: number): Promise<Branch | undefined>;
  byName(name: string): Promise<Branch | undefined>;
  /** The canonical branch of a plan or task. */
  ofTarget(target: string): Promise<Branch | undefined>;
  /** By name, in the order of its bytes. */
  list(limit: number): Promise<readonly Branch[]>;
  lineage(id: number): Promise<readonly LineageStep[]>;
}

export interface DocumentQueries {
  /** The document that was written last. */
  latest(): Promise<Document | undefined>;
}
