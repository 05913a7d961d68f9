/**
 * Decides whether a node can be moved, merged or dropped: no cycles, and no node waits for its
 * ancestors or descendants.
 */

import { shownPath } from '../../kernel/cuts/shown-path.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { EventDraft } from '../journal/event.ts';
import { claimIn } from './claim.ts';
import { cycleByMerge, mergeEdges } from './dependencies.ts';
import { mergeFields } from './merge-fields.ts';
import { tooDeep } from './plan-work.ts';
import { refuseFor } from './reasons.ts';
import { circleAt, circleBy, refuseCircle, type Wait, waitsAfterMerge } from './waits.ts';
import { workNodeId } from './work-id.ts';
import type { Evidence, Link, WorkEdge, WorkNode } from './work-node.ts';

/** What a move or merge needs to know about its destination. */
interface Destination {
  readonly at: string;
  /** The ids above the destination, itself included. */
  readonly above: readonly string[];
  /** Levels below the node that moves. */
  readonly height: number;
}

function cycle(at: string, whole: readonly string[]): Refusal {
  const path = shownPath(whole);
  return refuse('CYCLE_DETECTED', cycleMessage(at, path), { details: { path } });
}

function cycleMessage(at: string, path: readonly string[]): string {
  return `${at}: a cycle: ${path.join(' -> ')}`;
}

function crossing(at: string, a: WorkNode, b: WorkNode): Refusal | undefined {
  if (a.project === b.project) return undefined;
  return refuse('CROSS_PROJECT', `${at}: ${a.id} is in ${a.project}, ${b.id} in ${b.project}`);
}

function isRoot(at: string, node: WorkNode, verb: string): Refusal | undefined {
  if (node.parent !== null) return undefined;
  return refuse(
    'INVALID_INPUT',
    `${at}: ${node.id} is the root of ${node.project}: it cannot be ${verb}`,
    {
      details: { field: at },
    },
  );
}

export function moveWork(
  node: WorkNode,
  parent: WorkNode,
  { at, above, height }: Destination,
): EventDraft | Refusal | undefined {
  const fault = crossing(at, node, parent) ?? isRoot(at, node, 'moved');
  if (fault) return fault;
  if (above.includes(node.id)) {
    return cycle(at, [...above.slice(above.indexOf(node.id)), node.id]);
  }
  if (node.parent === parent.id) return undefined;
  if (parent.depth + 1 + height > LIMITS.workDepth) return tooDeep(`${at}.new_parent`);
  return {
    type: 'work_moved',
    entity: workNodeId(node.id),
    payload: {
      project: node.project,
      id: node.id,
      from: node.parent ?? '',
      to: parent.id,
      deeper: parent.depth + 1 - node.depth,
    },
  };
}

/**
 * A node that depends on its own ancestor or descendant would wait for ever. The links are the
 * dependencies between the subtree that moves and the nodes that will be above it.
 */
export function familyCycle(at: string, [link]: readonly Link[]): Refusal | undefined {
  if (!link) return undefined;
  const path = [link.from, link.to, link.from];
  return refuseFor({ kind: 'family_cycle' }, 'CYCLE_DETECTED', cycleMessage(at, path), { path });
}

/** The deadlock that a move would create. `waits`: the ways from the node to its new parent. */
export function moveCircle(
  at: string,
  node: WorkNode,
  parent: WorkNode,
  waits: readonly Wait[],
): Refusal | undefined {
  if (node.resolved || parent.resolved) return undefined;
  const circle = circleBy({ from: parent.id, to: node.id, isPart: true }, waits);
  return circle && refuseCircle(at, circle);
}

/** The deadlock that a merge would create. `waits`: the ways between the nodes, both open. */
export function mergeCircle(
  at: string,
  source: WorkNode,
  target: WorkNode,
  waits: readonly Wait[],
): Refusal | undefined {
  if (target.resolved) return undefined;
  const circle = circleAt(target.id, waitsAfterMerge(waits, source.id, target.id));
  return circle && refuseCircle(at, circle);
}

interface Family {
  readonly children: readonly string[];
  /** All edges of both nodes. */
  readonly edges: readonly WorkEdge[];
}

export function mergeWork(
  source: WorkNode,
  target: WorkNode,
  { at, above, height }: Destination,
  { children, edges }: Family,
): MergePlan | Refusal {
  if (source.id === target.id) {
    return refuse('INVALID_INPUT', `${at}: a node cannot be merged into itself`, {
      details: { field: at },
    });
  }
  const fault = crossing(at, source, target) ?? isRoot(at, source, 'merged away');
  if (fault) return fault;
  if (above.includes(source.id)) {
    return cycle(at, [...above.slice(above.indexOf(source.id)), source.id]);
  }
  if (target.depth + height > LIMITS.workDepth) return tooDeep(`${at}.target`);
  const { differing, ...fields } = mergeFields(source, target);
  return {
    differing,
    draft: {
      type: 'work_merged',
      entity: workNodeId(target.id),
      payload: {
        project: target.project,
        source: source.id,
        target: target.id,
        summary: source.summary,
        deeper: target.depth - source.depth,
        kept: { ...fields, edges: mergeEdges(edges, source.id, target.id), children },
      },
    },
  };
}

export interface MergePlan {
  readonly draft: EventDraft;
  /** The fields of the source that only its history has afterwards. */
  readonly differing: readonly string[];
}

/** The dependencies through which a merge may close a cycle. */
interface Dependencies {
  /** All dependencies reachable from either node. */
  readonly onward: readonly Link[];
  /**
   * Dependencies between the two subtrees on one side, and both nodes and the target's ancestors on
   * the other.
   */
  readonly family: readonly Link[];
}

/**
 * Checks the graph as it would be after the merge, in which a dependency between the two nodes is
 * dropped.
 */
export function mergeCycle(
  source: string,
  target: string,
  { onward, family }: Dependencies,
  at: string,
): Refusal | undefined {
  const path = cycleByMerge(onward, source, target);
  if (path) return cycle(at, path);
  const heir = (id: string) => (id === source ? target : id);
  const link = family
    .map(({ from, to }) => ({ from: heir(from), to: heir(to) }))
    .find(({ from, to }) => from !== to);
  return link && cycle(at, [link.from, link.to, link.from]);
}

/**
 * Drops `node` and everything unresolved below it. `open`: how many nodes these are, and which of
 * them have a claim.
 */
export function dropWork(
  node: WorkNode,
  open: { readonly count: number; readonly claimed: readonly WorkNode[] },
  evidence: Evidence,
): EventDraft | undefined {
  if (open.count === 0) return undefined;
  const claims = open.claimed.flatMap(({ id, properties }) => {
    const claim = claimIn(properties);
    return claim ? [{ id, by: claim.agent, at: timestamp(claim.atMs) }] : [];
  });
  return {
    type: 'work_dropped',
    entity: workNodeId(node.id),
    payload: { project: node.project, id: node.id, evidence, claims },
  };
}
