/** The queries about the work graph. */

import type { JournalEvent } from '../domain/journal/event.ts';
import type { ClaimRule } from '../domain/work/claim.ts';
import type { Wait } from '../domain/work/waits.ts';
import type { WorkEventType } from '../domain/work/work-events.ts';
import type {
  Evidence,
  Link,
  WorkEdge,
  WorkNode,
  WorkProject,
  WorkSort,
} from '../domain/work/work-node.ts';
import type { Slice } from './port.ts';

/** A value that a property must have, by its path; null also matches a missing property. */
export interface PropertyMatch {
  readonly path: string;
  readonly value: string;
  readonly orAbsent: boolean;
}

export interface WorkFilter {
  readonly project: string;
  readonly resolved?: boolean | undefined;
  readonly properties?: readonly PropertyMatch[] | undefined;
  /** A substring of the summary; case is ignored, and no character is a wildcard. */
  readonly text?: string | undefined;
  /** Below this node, excluding it. */
  readonly ancestor?: string | undefined;
  readonly evidenceType?: string | undefined;
  /** Without unresolved children. */
  readonly isLeaf?: boolean | undefined;
  readonly isActionable?: boolean | undefined;
  readonly isBlocked?: boolean | undefined;
  /** The agent whose claim holds; null for nodes without a claim. */
  readonly claimedBy?: { readonly agent: string | null; readonly rule: ClaimRule } | undefined;
}

/** How far a reader has come: the place of the last node, and the head when the reading began. */
export interface WorkCursor {
  readonly sort: WorkSort;
  readonly head: number;
  /** The sort keys of the last node shown, then its place in the order of creation. */
  readonly after: readonly number[];
  /** Past the end of the order: nodes that changed place since the reading began follow. */
  readonly changed: boolean;
}

export interface WorkPage {
  readonly nodes: readonly WorkNode[];
  /** Where a reader goes on after each of the nodes. */
  readonly cursors: readonly WorkCursor[];
  readonly hasMore: boolean;
}

export interface Ancestor {
  readonly id: string;
  readonly summary: string;
  readonly resolved: boolean;
  readonly contextLinks: readonly string[];
}

/** How many nodes below a node, at any depth, are in each state of readiness. */
export interface CountsBelow {
  readonly actionable: number;
  readonly open: number;
  readonly blocked: number;
  readonly resolved: number;
}

/** The children of a node. */
export interface ChildCounts {
  readonly total: number;
  readonly resolved: number;
  /** The resolved ones with a child that is not. */
  readonly early: number;
}

/** A claim as it is recorded, whether it still holds or not. */
export interface WorkHolding {
  readonly id: string;
  readonly project: string;
  readonly agent: string;
  readonly atMs: number;
  readonly ofProcess: boolean;
  /** Of the node. */
  readonly readiness: number;
}

/** A node as a list of the whole tree shows it. */
export interface OutlineNode {
  readonly id: string;
  readonly parent: string | null;
  readonly depth: number;
  /** Its place in the order of creation, which never changes. */
  readonly order: number;
  readonly summary: string;
  readonly readiness: number;
  readonly priority: number;
  readonly updatedMs: number;
  readonly claim: WorkHolding | undefined;
  readonly below: CountsBelow;
  /** How many pieces it has. */
  readonly evidence: number;
  readonly dependsOn: readonly string[];
}

export interface Candidates {
  readonly project: string;
  readonly agent: string;
  readonly claims: ClaimRule;
  readonly scope?: string | undefined;
  readonly properties?: readonly PropertyMatch[] | undefined;
  readonly count: number;
  /** For a claim: what the agent holds comes first, and what it gave back comes last. */
  readonly isClaim: boolean;
}

export interface WorkQueries {
  /** By name; `after` continues behind one. */
  projects(
    limit: number,
    after?: string,
  ): Promise<readonly (WorkProject & { readonly summary: string })[]>;
  project(name: string): Promise<WorkProject | undefined>;
  nodes(ids: readonly string[]): Promise<readonly WorkNode[]>;
  /** The actionable ones among these, in the order of the ranking. */
  ranked(ids: readonly string[]): Promise<readonly WorkNode[]>;
  /** By node, oldest first. */
  evidence(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Evidence[]>>;
  /** From the root down to the parent. */
  ancestors(id: string): Promise<readonly Ancestor[]>;
  /**
   * The first children of a node, oldest first. `open`: only those that are not resolved;
   * `unfinished`: also those that were resolved before their own children.
   */
  children(
    parent: string,
    limit: number,
    which?: { readonly open: true } | { readonly unfinished: true },
  ): Promise<readonly WorkNode[]>;
  childCounts(parents: readonly string[]): Promise<ReadonlyMap<string, ChildCounts>>;
  /** The targets of `depends_on`, or the nodes that depend on it. */
  neighbours(
    id: string,
    way: 'depends_on' | 'depended_by',
    limit: number,
  ): Promise<readonly WorkNode[]>;
  hasEdge(from: string, to: string, type: string): Promise<boolean>;
  /** Every dependency reachable from these nodes. */
  dependenciesFrom(ids: readonly string[]): Promise<readonly Link[]>;
  /** The ids of a node and of all its descendants. */
  subtree(id: string): Promise<readonly string[]>;
  /** The unresolved ones among a node and its descendants; and which of those were claimed. */
  openBelow(
    id: string,
  ): Promise<{ readonly ids: readonly string[]; readonly claimed: readonly WorkNode[] }>;
  /**
   * Some of the dependencies between these subtrees and these nodes, in either direction, if any
   * exist.
   */
  dependenciesBetween(tops: readonly string[], others: readonly string[]): Promise<readonly Link[]>;
  /** The edges of other kinds at a node. */
  otherEdges(id: string, limit: number): Promise<readonly WorkEdge[]>;
  /** All edges of these nodes, each once, in a fixed order. */
  edgesAt(ids: readonly string[]): Promise<readonly WorkEdge[]>;
  /** How many levels the tree below a node has. */
  height(id: string): Promise<number>;
  /** The ids of the nodes that wait for any of these, each once. */
  waitingFor(ids: readonly string[]): Promise<readonly string[]>;
  /**
   * At least the waits on every way by which one of the first nodes waits for one of the last,
   * through open dependencies and open parts. The given nodes count as open.
   */
  waitsBetween(from: readonly string[], to: readonly string[]): Promise<readonly Wait[]>;
  /** Actionable nodes that no other agent holds, in the order of the ranking. */
  next(request: Candidates): Promise<readonly WorkNode[]>;
  page(
    filter: WorkFilter,
    page: {
      readonly sort: WorkSort;
      readonly limit: number;
      readonly cursor?: WorkCursor | undefined;
    },
  ): Promise<WorkPage>;
  count(filter: WorkFilter): Promise<number>;
  /** Newest first. */
  history(node: string, page: Slice): Promise<readonly JournalEvent<WorkEventType>[]>;
  /** The newest evidence of a project. */
  recentEvidence(
    project: string,
    limit: number,
  ): Promise<
    readonly { readonly node: string; readonly summary: string; readonly evidence: Evidence }[]
  >;
  /** Unresolved nodes with a claim that holds, the latest claim first. */
  claimed(project: string, rule: ClaimRule, limit: number): Promise<readonly WorkNode[]>;
  /** A stretch of a project in the order of creation; `after` is an `order`, or -1. */
  outline(
    project: string,
    stretch: { readonly after: number; readonly limit: number },
  ): Promise<{ readonly nodes: readonly OutlineNode[]; readonly next?: number }>;
  /** Those of the nodes that are in the project, in no order. */
  outlineOf(project: string, ids: readonly string[]): Promise<readonly OutlineNode[]>;
  /** The ids of the nodes that exist among these, and of all their ancestors, each once. */
  lines(ids: readonly string[]): Promise<readonly string[]>;
  /** All claims on unresolved nodes, also those that have ended, by id. */
  holdings(project?: string): Promise<readonly WorkHolding[]>;
}
