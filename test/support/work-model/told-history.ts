/** A node as its history alone tells it: every change in order, each from what was there before. */

import { expect } from 'vitest';
import type { Json } from '../../../src/kernel/json.ts';
import type { Shown } from '../task-world.ts';
import { canonical, type Edge, edgesFrom, type Graph } from './graph.ts';

interface Told {
  readonly id: string;
  summary: Json;
  parent: Json;
  resolved: Json;
  state: Json;
  readonly properties: Record<string, Json>;
  readonly links: Json[];
  readonly evidence: Json[];
  /** Those that begin at the node. */
  readonly edges: Json[];
}

/**
 * `events`: oldest first. A node that exists is as they tell; of one that was merged away nothing
 * is left, so that everything it had is in its history.
 */
export function expectToldBy(graph: Graph, id: string, events: readonly Shown[]): void {
  const told = nothing(id);
  for (const { action, changes } of events) {
    if (action === 'created') told.resolved = false;
    for (const each of changes) apply(told, each, `${action} of ${id}: ${each.field}`);
  }
  expect(inOrder(told), `what the history of ${id} tells`).toEqual(inOrder(existing(graph, id)));
}

function nothing(id: string): Told {
  return {
    ...{ id, summary: null, parent: null, resolved: null, state: null },
    ...{ properties: {}, links: [], evidence: [], edges: [] },
  };
}

function existing(graph: Graph, id: string): Told {
  const node = graph.nodes.get(id);
  if (!node) return nothing(id);
  return {
    id,
    summary: node.summary,
    parent: node.parent ?? null,
    resolved: node.resolved,
    state: node.state ?? null,
    properties: node.properties as Record<string, Json>,
    links: node.links,
    evidence: node.evidence as unknown as Json[],
    edges: edgesFrom(graph, id) as unknown as Json[],
  };
}

/** The order of links and edges is not told; that of evidence is. */
function inOrder({ links, edges, ...told }: Told) {
  return { ...told, links: links.map(canonical).sort(), edges: edges.map(canonical).sort() };
}

function apply(told: Told, { field, before, after }: Shown, where: string): void {
  const [, property] = /^properties\.(.*)$/s.exec(field) ?? [];
  if (property !== undefined) {
    expect(told.properties[property] ?? null, where).toEqual(before);
    delete told.properties[property];
    if (after !== null) told.properties[property] = after;
    return;
  }
  if (['merged_from', 'merged_into', 'reason'].includes(field)) return;
  const list = listOf(told, field);
  if (list) {
    exchange(list, ofNode(told, field, before), ofNode(told, field, after), where);
    return;
  }
  const name = field as 'summary' | 'parent' | 'resolved' | 'state';
  expect(told[name], where).toEqual(before);
  told[name] = after;
}

function listOf(told: Told, field: string): Json[] | undefined {
  if (field === 'context_links') return told.links;
  if (field === 'evidence') return told.evidence;
  return field === 'edge' ? told.edges : undefined;
}

/** Edges that only end at the node are told by the node where they begin, too. */
function ofNode({ id }: Told, field: string, value: Json): Json {
  return field === 'edge' && (value as unknown as Edge | null)?.from !== id ? null : value;
}

function exchange(list: Json[], before: Json, after: Json, where: string): void {
  if (before !== null) {
    const at = list.findIndex((each) => canonical(each) === canonical(before));
    expect(at, `${where}: ${JSON.stringify(before)} was there`).toBeGreaterThanOrEqual(0);
    list.splice(at, 1);
  }
  if (after !== null) list.push(after);
}
