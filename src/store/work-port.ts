/** What can be asked about the work graph. */

import type { JournalEvent } from '../domain/journal/event.ts';
import type { ClaimRule } from '../domain/work/claim.ts';
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

/** A value that a property must have, by its path; null also fits where there is none. */
export interface PropertyMatch {
  readonly path: string;
  readonly value: string;
  readonly orAbsent: boolean;
}

export interface WorkFilter {
  readonly project: string;
  readonly resolved?: boolean | undefined;
  readonly properties?: readonly PropertyMatch[] | undefined;
  /** Anywhere in the summary, whatever the case; every character means itself. */
  readonly text?: string | undefined;
  /** Below this node, without it. */
  readonly ancestor?: string | undefined;
  readonly evidenceType?: string | undefined;
  /** Without children that are not resolved. */
  readonly isLeaf?: boolean | undefined;
  readonly isActionable?: boolean | undefined;
  readonly isBlocked?: boolean | undefined;
  /** By a claim that holds; null for what nobody holds. */
  readonly claimedBy?: { readonly agent: string | null; readonly rule: ClaimRule } | undefined;
}

/** How far a reader has come: the place of the last node, and the head when the reading began. */
export interface WorkCursor {
  readonly sort: WorkSort;
  readonly head: number;
  /** The sort keys of the last node shown, then its place in the order of creation. */
  readonly after: readonly number[];
  /** Past the end of the order: what has changed place since the reading began follows. */
  readonly changed: boolean;
}

export interface WorkPage {
  readonly nodes: readonly WorkNode[];
  readonly next?: WorkCursor;
}

export interface Ancestor {
  readonly id: string;
  readonly summary: string;
  readonly resolved: boolean;
  readonly contextLinks: readonly string[];
}

export interface Candidates {
  readonly project: string;
  readonly agent: string;
  readonly claims: ClaimRule;
  readonly scope?: string | undefined;
  readonly properties?: readonly PropertyMatch[] | undefined;
  readonly count: number;
}

export interface WorkQueries {
  projects(limit: number): Promise<readonly (WorkProject & { readonly summary: string })[]>;
  project(name: string): Promise<WorkProject | undefined>;
  nodes(ids: readonly string[]): Promise<readonly WorkNode[]>;
  /** By node, oldest first. */
  evidence(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Evidence[]>>;
  /** From the root down to the parent. */
  ancestors(id: string): Promise<readonly Ancestor[]>;
  /** The first children of a node, oldest first. */
  children(parent: string, limit: number): Promise<readonly WorkNode[]>;
  childCounts(
    parents: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly total: number; readonly resolved: number }>>;
  /** Targets of `depends_on`, or who depends on it. */
  neighbours(
    id: string,
    way: 'depends_on' | 'depended_by',
    limit: number,
  ): Promise<readonly WorkNode[]>;
  hasEdge(from: string, to: string, type: string): Promise<boolean>;
  /** Every dependency along which one can come from these nodes. */
  dependenciesFrom(ids: readonly string[]): Promise<readonly Link[]>;
  /** The ids of a node and of everything below it. */
  subtree(id: string): Promise<readonly string[]>;
  /** What is unresolved of a node and of everything below it; the nodes of those that were claimed. */
  openBelow(
    id: string,
  ): Promise<{ readonly ids: readonly string[]; readonly claimed: readonly WorkNode[] }>;
  /** Dependencies between these subtrees and these nodes, either way: some, where there are any. */
  dependenciesBetween(tops: readonly string[], others: readonly string[]): Promise<readonly Link[]>;
  /** Edges of other kinds at a node. */
  otherEdges(id: string, limit: number): Promise<readonly WorkEdge[]>;
  /** How deep the tree below a node goes. */
  height(id: string): Promise<number>;
  /** The ids of those that wait for any of these, each once. */
  waitingFor(ids: readonly string[]): Promise<readonly string[]>;
  /** Actionable, in the order of the ranking; an agent's own claims come first, the latest first. */
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
  /** Unresolved nodes that somebody holds, the latest claim first. */
  claimed(project: string, rule: ClaimRule, limit: number): Promise<readonly WorkNode[]>;
}
