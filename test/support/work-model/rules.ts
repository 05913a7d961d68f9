/**
 * The rules of the work graph alone: the journal folded in memory, and compared with the tables.
 */

import { expect } from 'vitest';
import { evolveWork, type WorkEvent, type WorkPart } from '../../../src/domain/work/evolve-work.ts';
import { deepen, growthBy } from '../../../src/domain/work/work-change.ts';
import { readinessOf, type WorkEdge, type WorkNode } from '../../../src/domain/work/work-node.ts';
import type { Reading } from '../../../src/store/port.ts';

/** The state after the events up to `head`, computed without the store. */
export interface Folded {
  head: number;
  nodes: Map<string, WorkNode>;
  edges: WorkEdge[];
  /** By project; `growthBy` updates them. */
  counts: Map<string, Record<'total' | 'resolved' | 'blocked' | 'actionable', number>>;
}

export function newFolded(): Folded {
  return { head: 0, nodes: new Map(), edges: [], counts: new Map() };
}

const PAGE = 500;

/** After every step: the result of the SQL statements equals what the rules say of each node. */
export async function expectSameRules(folded: Folded, tx: Reading): Promise<void> {
  for (const event of await tx.journal.after(folded.head, PAGE)) {
    if (event.type.startsWith('work_')) fold(folded, event as WorkEvent);
    folded.head = event.seq;
  }
  expect(folded.head, 'a step has more events than a page').toBe(tx.head);
  const stored = await tx.work.nodes([...folded.nodes.keys()]);
  expect(stored).toEqual([...folded.nodes.values()]);
  expect(stored.map(countsOf)).toEqual(recounted(folded));
  for (const [name, counts] of folded.counts) {
    expect(await tx.work.project(name)).toMatchObject(counts);
  }
}

function countsOf({ id, depth, openChildren, openDeps, readiness }: WorkNode) {
  return { id, depth, openChildren, openDeps, readiness };
}

/** The counters stored with each node, computed by their definition. */
function recounted({ nodes, edges }: Folded) {
  const children = new Map<string, number>();
  for (const { parent, resolved } of nodes.values()) {
    if (parent !== null && !resolved) children.set(parent, (children.get(parent) ?? 0) + 1);
  }
  const deps = new Map<string, number>();
  for (const { from, to, type } of edges) {
    const isOpen = type === 'depends_on' && nodes.get(to)?.resolved === false;
    if (isOpen) deps.set(from, (deps.get(from) ?? 0) + 1);
  }
  return [...nodes.values()].map((node) => {
    const openChildren = children.get(node.id) ?? 0;
    const openDeps = deps.get(node.id) ?? 0;
    const above = node.parent === null ? -1 : (nodes.get(node.parent)?.depth ?? Number.NaN);
    const readiness = readinessOf({ resolved: node.resolved, openChildren, openDeps });
    return countsOf({ ...node, depth: above + 1, openChildren, openDeps, readiness });
  });
}

function fold(folded: Folded, event: WorkEvent): void {
  const part = wholePart(folded, event);
  const change = evolveWork(event, part);
  if (change.deepened) {
    for (const node of belowAny(part.nodes, change.deepened.below)) {
      folded.nodes.set(node.id, deepen(node, change.deepened));
    }
  }
  for (const node of change.added) folded.nodes.set(node.id, node);
  for (const { after } of change.changed) folded.nodes.set(after.id, after);
  for (const { id } of change.removed) folded.nodes.delete(id);
  const gone = new Set(change.removedEdges.map(keyOf));
  folded.edges = folded.edges.filter((edge) => !gone.has(keyOf(edge)));
  folded.edges.push(...change.addedEdges);
  const counts = folded.counts.get(change.project);
  const grown = growthBy(change);
  folded.counts.set(change.project, {
    total: (counts?.total ?? 0) + grown.total,
    resolved: (counts?.resolved ?? 0) + grown.resolved,
    blocked: (counts?.blocked ?? 0) + grown.blocked,
    actionable: (counts?.actionable ?? 0) + grown.actionable,
  });
}

function keyOf({ from, to, type }: WorkEdge): string {
  return `${from} ${type} ${to}`;
}

/** The whole graph; the store loads only the part that the event concerns. */
function wholePart({ nodes, edges }: Folded, event: WorkEvent): WorkPart {
  const copy = new Map(nodes);
  if (event.type !== 'work_dropped') return { nodes: copy, edges, openBelow: [] };
  const top = copy.get(event.payload.id);
  const subtree = [...(top ? [top] : []), ...belowAny(copy, [event.payload.id])];
  const openBelow = subtree.filter((node) => !node.resolved).map((node) => node.id);
  return { nodes: copy, edges, openBelow };
}

function belowAny(nodes: ReadonlyMap<string, WorkNode>, tops: readonly string[]): WorkNode[] {
  const isBelow = ({ parent }: WorkNode): boolean => {
    const above = parent === null ? undefined : nodes.get(parent);
    return above !== undefined && (tops.includes(above.id) || isBelow(above));
  };
  return [...nodes.values()].filter(isBelow);
}
