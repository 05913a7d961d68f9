/**
 * The interface of the store, which the rest of the program sees instead of SQL.
 *
 * It is an interface to hide SQL behind, not a port for exchangeable stores: `sql/sql-store.ts` is
 * its one implementation, and SQLite and PostgreSQL are engines below that. It is wide because each
 * question that an operation asks has a method with an index behind it: a few general methods would
 * read too much, or let queries leak into operations. It is split by noun; the `*-port.ts` files
 * beside it hold lines of the journal, targets, work, thoughts, notebooks and agents.
 */

import type { Branch } from '../domain/branches/branch.ts';
import type { EffectiveView, LineageStep } from '../domain/branches/effective-view.ts';
import type { Document, DocumentKind } from '../domain/documents/document.ts';
import type { NoteType } from '../domain/documents/entry-view.ts';
import type { Conflict } from '../domain/graph/conflict.ts';
import type { NodeState } from '../domain/graph/graph-events.ts';
import type { EdgeVersion, NodeVersion, Version } from '../domain/graph/version.ts';
import type { EventDraft, JournalEvent } from '../domain/journal/event.ts';
import type { RefReset } from '../domain/refs/ref.ts';
import type { Tag } from '../domain/refs/tag.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import type { VersionMark } from '../kernel/paging.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { AgentQueries, PresenceRow, Presences, ProjectBook } from './agent-port.ts';
import type { CallKeys } from './call-port.ts';
import type { LineQueries } from './line-port.ts';
import type { NotebookQueries } from './notebook-port.ts';
import type { Patience } from './patience.ts';
import type { RecallQueries } from './recall-port.ts';
import type { RuleQueries } from './rule-port.ts';
import type { TargetQueries } from './target-port.ts';
import type { ThoughtQueries } from './thought-port.ts';
import type { WorkQueries } from './work-port.ts';

export type * from './agent-port.ts';
export type * from './call-port.ts';
export type * from './line-port.ts';
export type * from './notebook-port.ts';
export type * from './recall-port.ts';
export type * from './rule-port.ts';
export type * from './target-port.ts';
export type * from './thought-port.ts';
export type * from './work-port.ts';

export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  /**
   * Where the memory is kept, in a form that may be shown: a directory, or a URL without password.
   */
  readonly location: string;
  /** The schema version of the tables, as answers report it. */
  readonly schemaVersion: string;
  /** What the owner of the memory should know, although everything works: sentences. */
  readonly notices: readonly string[];
  /** A consistent snapshot of one workspace. */
  read<Result>(
    workspace: string,
    work: (tx: Reading) => Promise<Result>,
    manner?: ReadManner,
  ): Promise<Result>;
  /**
   * One transaction, with exclusive access to its workspace. A refusal or a throw rolls everything
   * back. `work` may run again if an engine asks for a retry, so it must not keep state outside.
   */
  write<Result>(
    writer: Writer,
    work: (tx: Writing) => Promise<Result | Refusal>,
  ): Promise<Result | Refusal>;
  workspaces(): Promise<readonly string[]>;
  /** The last event of every workspace, sorted by the workspaces' names. Not for a call. */
  heads(): Promise<readonly WorkspaceHead[]>;
  /** Which project has which workspace. */
  readonly projects: ProjectBook;
  /** Which agents are present; undefined if presence is not tracked. */
  readonly presences: Presences | undefined;
  /** Calls back soon after any process changed anything; returns the function that stops it. */
  watch(changed: () => void): () => void;
  /** What is wrong, in sentences; empty if nothing is. */
  check(): Promise<readonly string[]>;
  /** Drops every projection and builds it again from the journal. */
  rebuild(): Promise<{ readonly workspaces: number; readonly events: number }>;
  /** A consistent copy as a new SQLite file, while others write. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

export interface WorkspaceHead {
  readonly workspace: string;
  /** The seq of its last event. */
  readonly head: number;
  readonly lastType: string;
  readonly lastAtMs: number;
}

export interface ReadManner {
  /**
   * Not for a call, as when people look on: what is wrong with the memory is still reported to the
   * next call.
   */
  readonly aside?: boolean;
  /** The time that the whole call has. */
  readonly patience?: Patience | undefined;
}

export interface Writer {
  readonly workspace: string;
  readonly agent: string;
  readonly nowMs: number;
  /** Ends waiting for the lock: `write` then throws `Cancelled`, and `work` has not run. */
  readonly signal?: AbortSignal | undefined;
  /** The time that the whole call has. */
  readonly patience?: Patience | undefined;
  /** Called if the transaction was committed, but may not be on a synchronous standby. */
  readonly onUnreplicated?: (() => void) | undefined;
}

export interface Reading {
  readonly workspace: string;
  /** The last seq of the workspace; 0 before its first event. */
  readonly head: number;
  /** Undefined before the workspace was initialized. */
  state(): Promise<Workspace | undefined>;
  readonly journal: JournalQueries;
  readonly lines: LineQueries;
  readonly branches: BranchQueries;
  readonly documents: DocumentQueries;
  readonly refs: RefQueries;
  readonly graph: GraphQueries;
  readonly conflicts: ConflictQueries;
  readonly targets: TargetQueries;
  readonly work: WorkQueries;
  readonly thoughts: ThoughtQueries;
  readonly notebooks: NotebookQueries;
  readonly rules: RuleQueries;
  readonly recall: RecallQueries;
  readonly agents: AgentQueries;
}

export interface Writing extends Reading {
  /**
   * Appends events in order and updates every projection. A draft whose key the workspace already
   * has appends nothing: the earlier event is returned in its place.
   */
  append(drafts: readonly EventDraft[]): Promise<readonly JournalEvent[]>;
  /**
   * Writes a row of presence. A process that others took for gone by mistake is present again with
   * whatever the transaction writes, or not at all.
   */
  attend(row: PresenceRow): Promise<void>;
  readonly calls: CallKeys;
  /** Runs a part that may fail alone: if it refuses, only its own events are undone. */
  attempt<Result>(part: () => Promise<Result | Refusal>): Promise<Result | Refusal>;
}

export interface JournalQueries {
  /** Oldest first, starting after `seq`. */
  after(seq: number, limit: number): Promise<readonly JournalEvent[]>;
  at(seq: number): Promise<JournalEvent | undefined>;
  /** Newest first. */
  ofEntity(entity: string, page: Slice): Promise<readonly JournalEvent[]>;
  /** Newest first: the entries of one document that a view sees. */
  inView(view: EffectiveView, doc: string, page: Slice): Promise<readonly JournalEvent[]>;
  /** The same, notes only. */
  notesInView(
    view: EffectiveView,
    doc: string,
    page: Slice,
  ): Promise<readonly JournalEvent<NoteType>[]>;
  /** Oldest first, starting after `seq`: the entries of one document that a view sees. */
  inViewAfter(
    view: EffectiveView,
    doc: string,
    seq: number,
    limit: number,
  ): Promise<readonly JournalEvent[]>;
  withKey(key: string): Promise<JournalEvent | undefined>;
  /** The places of the entries whose keys have this prefix. */
  keyedLike(prefix: string): Promise<readonly EntryPlace[]>;
  /** Those of these events that exist, by seq. */
  these(seqs: readonly number[]): Promise<ReadonlyMap<number, JournalEvent>>;
}

export interface EntryPlace {
  readonly branch: number;
  readonly seq: number;
}

export interface Slice {
  /** Only what is older than this seq. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** A page of graph versions. One event may have many. */
export interface VersionSlice {
  /** Only what is older than this event, or than one of its versions. */
  readonly before?: number | VersionMark | undefined;
  readonly limit: number;
}

export interface BranchQueries {
  byId(id: number): Promise<Branch | undefined>;
  byName(name: string): Promise<Branch | undefined>;
  /** Of the branches that lost this name, the last one. */
  formerlyNamed(name: string): Promise<FormerName | undefined>;
  /** The name that a branch lost last. */
  formerNameOf(id: number): Promise<FormerName | undefined>;
  /** The canonical branch of a plan or task. */
  ofTarget(target: string): Promise<Branch | undefined>;
  /** Sorted by the bytes of the name. */
  list(limit: number): Promise<readonly Branch[]>;
  lineage(id: number): Promise<readonly LineageStep[]>;
  /** A branch that has this one as its base, if one exists. */
  standingOn(id: number): Promise<Branch | undefined>;
  /** In the order of their creation, starting after an id. */
  glances(after: number, limit: number): Promise<readonly BranchGlance[]>;
  /** Those of these branches that exist. */
  glancesOf(ids: readonly number[]): Promise<readonly BranchGlance[]>;
}

/** A name that a branch no longer has: it was renamed or deleted. */
export interface FormerName {
  /** The branch. */
  readonly id: number;
  readonly name: string;
  /** The event that took the name. */
  readonly seq: number;
}

/** A branch with what a list shows of it. */
export interface BranchGlance {
  readonly branch: Branch;
  /** How many entries were written on the branch itself, counted up to `MAX_COUNTED` + 1. */
  readonly own: number;
  /** The last event that wrote to one of its documents. */
  readonly lastSeq: number | undefined;
  /** Of merges into it. */
  readonly openConflicts: number;
}

/** Entries are counted up to here: an exact count of a long log would read all of it. */
export const MAX_COUNTED = 1_000;

export interface DocumentQueries {
  /** The document that was written last. */
  latest(): Promise<Document | undefined>;
  /** The documents that a view sees, each up to what the view sees of it, last written first. */
  inView(view: EffectiveView): Promise<readonly Document[]>;
  /** How many entries the view sees, counted up to `LIMITS.counted`. */
  entries(view: EffectiveView, doc: string): Promise<number>;
  /** The kind of its first entry that the view sees; undefined if it has none. */
  kind(view: EffectiveView, doc: string): Promise<DocumentKind | undefined>;
  /** The branches on which a document was written after this seq. */
  branchesWrittenAfter(seq: number): Promise<readonly number[]>;
}

export interface RefQueries {
  /** The last reset of the ref of a document on a branch. */
  reset(branch: number, doc: string): Promise<RefReset | undefined>;
  tag(name: string): Promise<Tag | undefined>;
  /** Last set first. */
  tags(limit: number): Promise<readonly Tag[]>;
}

export interface NodeFilter {
  readonly ids?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly status?: string | undefined;
  readonly tagsAny?: readonly string[] | undefined;
  readonly tagsAll?: readonly string[] | undefined;
  /** Its words must all occur in title and text. A blank text is no condition. */
  readonly text?: string | undefined;
  /** Leaves out nodes with this tag. */
  readonly withoutTag?: string | undefined;
  /** Leaves out nodes with one of these statuses, given in lower case and compared in any case. */
  readonly withoutStatuses?: readonly string[] | undefined;
  readonly includeDeleted?: boolean | undefined;
  /** Leaves out the nodes of tasks and work, which other tools write. */
  readonly excludeReserved?: boolean | undefined;
}

/** The open cards of a workspace, on whatever branch; those of sessions of thought are left out. */
export interface OpenCardRequest {
  readonly type: 'question' | 'hypothesis';
  /** Only cards in these documents. */
  readonly docs?: readonly [string, string] | undefined;
  /** Only cards with this id. */
  readonly id?: string | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface OpenCard {
  readonly branch: number;
  readonly doc: string;
  readonly seq: number;
  readonly tsMs: number;
  readonly state: NodeState;
}

/** A graph document of a branch. */
export interface GraphPlace {
  readonly branch: number;
  readonly doc: string;
}

/** How many nodes there are of each type; only types that occur. */
export type NodeCounts = Readonly<Record<string, number>>;

export type VersionName = Pick<Version, 'kind' | 'key'>;

/** Graph documents as a view sees them: the newest version of each key, newest first. */
export interface GraphQueries {
  nodes(
    view: EffectiveView,
    doc: string,
    filter: NodeFilter,
    slice: VersionSlice,
  ): Promise<readonly NodeVersion[]>;
  /** Without tombstones. */
  edges(view: EffectiveView, doc: string, slice: VersionSlice): Promise<readonly EdgeVersion[]>;
  /** Those with one of these nodes as an end; includes tombstones. */
  edgesAt(
    view: EffectiveView,
    doc: string,
    nodes: readonly string[],
  ): Promise<readonly EdgeVersion[]>;
  /** Includes tombstones. */
  byKey(
    view: EffectiveView,
    doc: string,
    kind: Version['kind'],
    keys: readonly string[],
  ): Promise<readonly Version[]>;
  /** The keys that have a version within these stretches, whether or not it is the one seen. */
  changedKeys(
    view: EffectiveView,
    doc: string,
  ): Promise<readonly { readonly kind: Version['kind']; readonly key: string }[]>;
  /**
   * The current versions that were written on the branch itself, newest first; includes tombstones.
   */
  ownVersions(branch: number, doc: string, slice: VersionSlice): Promise<readonly Version[]>;
  /**
   * The keys that have a version after this seq, within the view; undefined if there are more than
   * `limit`, or so many versions that reading them all would take long. `excludeReserved` leaves
   * out nodes of tasks and work, and edges that begin there.
   */
  changedAfter(
    view: EffectiveView,
    doc: string,
    slice: { readonly seq: number; readonly limit: number; readonly excludeReserved?: boolean },
  ): Promise<readonly VersionName[] | undefined>;
  /** All versions of one key that the view sees, newest first; includes tombstones. */
  versionsOf(
    view: EffectiveView,
    doc: string,
    kind: Version['kind'],
    key: string,
    limit: number,
  ): Promise<readonly Version[]>;
  /** Newest first. */
  openCards(request: OpenCardRequest): Promise<readonly OpenCard[]>;
  /** The graphs that have a version of this node, live or not, last written first. */
  places(node: string): Promise<readonly GraphPlace[]>;
  /** The newest live nodes of these types, counted up to `LIMITS.counted`. */
  count(view: EffectiveView, doc: string, types: readonly string[]): Promise<NodeCounts>;
  /** The seq of the first version of each of these nodes that the view sees. */
  beginnings(
    view: EffectiveView,
    doc: string,
    nodes: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
}

export interface ConflictQueries {
  byId(id: string): Promise<Conflict | undefined>;
  /** Newest first. */
  into(
    branch: number,
    doc: string,
    status: Conflict['status'],
    slice: Slice,
  ): Promise<readonly Conflict[]>;
  /** Of all branches and documents, newest first. */
  all(status: Conflict['status'], slice: Slice): Promise<readonly Conflict[]>;
}
