/** Whether a node may be moved or merged: a tree stays a tree, and nobody waits for its own family. */

import { LIMITS } from '../../kernel/limits.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import type { EventDraft } from '../journal/event.ts';
import type { WorkNode } from './work-node.ts';

/** What must be known about two nodes before one goes under, or into, the other. */
export interface Meeting {
  readonly at: string;
  /** The ids above the destination, itself included. */
  readonly above: readonly string[];
  /** Levels below the node that moves. */
  readonly height: number;
}

function cycle(at: string, path: readonly string[]): Refusal {
  return refuse('CYCLE_DETECTED', `${at}: a cycle: ${path.join(' -> ')}`, { details: { path } });
}

function crossing(at: string, a: WorkNode, b: WorkNode): Refusal | undefined {
  if (a.project === b.project) return undefined;
  return refuse('CROSS_PROJECT', `${at}: ${a.id} is in ${a.project}, ${b.id} in ${b.project}`);
}

function isRoot(at: string, node: WorkNode, verb: string): Refusal | undefined {
  if (node.parent !== null) return undefined;
  return refuse(
    'INVALID_INPUT',
    `${at}: ${node.id} is the root of ${node.project}: not to be ${verb}`,
    {
      details: { field: at },
    },
  );
}

export function moveWork(
  node: WorkNode,
  parent: WorkNode,
  { at, above, height }: Meeting,
): EventDraft | Refusal | undefined {
  const fault = crossing(at, node, parent) ?? isRoot(at, node, 'moved');
  if (fault) return fault;
  if (above.includes(node.id)) {
    return cycle(at, [...above.slice(above.indexOf(node.id)), node.id]);
  }
  if (node.parent === parent.id) return undefined;
  const tooDeep = parent.depth + 1 + height > LIMITS.workDepth;
  if (tooDeep) return refuse('INVALID_INPUT', `${at}: at most ${LIMITS.workDepth} levels`);
  return {
    type: 'work_moved',
    entity: `work:${node.id}`,
    payload: {
      project: node.project,
      id: node.id,
      from: node.parent ?? '',
      to: parent.id,
      deeper: parent.depth + 1 - node.depth,
    },
  };
}

export function mergeWork(
  source: WorkNode,
  target: WorkNode,
  { at, above, height }: Meeting,
): EventDraft | Refusal {
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
  const tooDeep = target.depth + height > LIMITS.workDepth;
  if (tooDeep) return refuse('INVALID_INPUT', `${at}: at most ${LIMITS.workDepth} levels`);
  return {
    type: 'work_merged',
    entity: `work:${target.id}`,
    payload: {
      project: target.project,
      source: source.id,
      target: target.id,
      summary: source.summary,
      deeper: target.depth - source.depth,
    },
  };
}
