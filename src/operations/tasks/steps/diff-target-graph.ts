/** Compares the graph of a plan or task with that of its base, or else of the checkout. */

import type { Branch } from '../../../domain/branches/branch.ts';
import { edgeEnds, sameState, type Version, versionView } from '../../../domain/graph/version.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type Cursor, cursorBehind, type Pagination, readCursor } from '../../../kernel/paging.ts';
import type { Reading } from '../../../store/port.ts';
import { versionsOf } from '../../graph/steps/reasoning-versions.ts';
import { checkedOut, viewOf } from '../../steps/branch-ref.ts';
import type { ReasoningPlace } from './find-reasoning-place.ts';

export type GraphDiff =
  | {
      readonly available: true;
      readonly branch: string;
      readonly doc: string;
      readonly base: string;
      readonly base_source: 'branch_base' | 'checkout';
      /** Counts of this page; partial if there are other pages. */
      readonly summary: {
        readonly nodes_changed: number;
        readonly edges_changed: number;
        readonly total: number;
        readonly partial: boolean;
      };
      readonly changes: readonly JsonObject[];
      readonly pagination: Pagination;
    }
  | { readonly available: false; readonly reason: 'no_base' };

export interface DiffRequest {
  readonly cursor?: Cursor | null | undefined;
  readonly limit: number;
}

/**
 * Newest first. Only versions that the branch itself wrote can differ, so a page of those is read.
 * It can have fewer changes than its limit, because versions equal to the base are left out.
 */
export async function diffTargetGraph(
  tx: Reading,
  { branch, docs }: ReasoningPlace,
  { cursor, limit }: DiffRequest,
): Promise<GraphDiff> {
  const { base, source } = await baseOf(tx, branch);
  if (base.id === branch.id) return { available: false, reason: 'no_base' };
  const before = readCursor(cursor);
  const found = await tx.graph.ownVersions(branch.id, docs.graph, { before, limit: limit + 1 });
  const read = found.slice(0, limit);
  const there = await versionsOf(tx, await viewOf(tx, base), docs.graph, read);
  const changed = read.filter((each) => !sameState(each, there.get(`${each.kind}|${each.key}`)));
  const nodes = changed.filter((each) => each.kind === 'node').length;
  const hasMore = found.length > limit;
  const last = read.at(-1);
  return {
    available: true,
    branch: branch.name,
    doc: docs.graph,
    base: base.name,
    base_source: source,
    summary: {
      nodes_changed: nodes,
      edges_changed: changed.length - nodes,
      total: changed.length,
      partial: hasMore || before !== undefined,
    },
    changes: changed.map(changeView),
    pagination: {
      cursor: cursor ?? null,
      ...(hasMore && last ? { next_cursor: cursorBehind(last, found[limit]) } : {}),
      has_more: hasMore,
      limit,
      count: changed.length,
    },
  };
}

async function baseOf(
  tx: Reading,
  branch: Branch,
): Promise<{ base: Branch; source: 'branch_base' | 'checkout' }> {
  const base = branch.base && (await tx.branches.byId(branch.base.branch));
  if (base) return { base, source: 'branch_base' };
  return { base: await checkedOut(tx), source: 'checkout' };
}

function changeView(version: Version): JsonObject {
  return version.kind === 'node'
    ? { kind: 'node', id: version.key, to: versionView(version) }
    : { kind: 'edge', key: edgeEnds(version.key), to: versionView(version) };
}

/** The part that the capsule shows. */
export function diffHead(diff: GraphDiff): JsonObject {
  if (!diff.available) return diff;
  const { base, base_source, summary } = diff;
  return { available: true, base, base_source, total: summary.total, partial: summary.partial };
}
