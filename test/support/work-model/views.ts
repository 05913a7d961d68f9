/** The answers of the model, in the shapes of the contract. */

import type { JsonObject } from '../../../src/kernel/json.ts';
import { type Asking, shown } from './claims.ts';
import {
  all,
  ancestorsOf,
  childrenOf,
  countsOf,
  depthOf,
  type Edge,
  type Graph,
  type Node,
  neighbours,
  nodeOf,
} from './graph.ts';

const MOST_EVIDENCE = 5;
const MOST_OWN = 20;

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function nodeView(graph: Graph, node: Node, asking: Asking) {
  return {
    id: node.id,
    rev: node.rev,
    project: node.project,
    ...(node.parent === undefined ? {} : { parent: node.parent }),
    depth: depthOf(graph, node.id),
    summary: node.summary,
    resolved: node.resolved,
    ...(node.state === undefined ? {} : { state: node.state }),
    properties: shown(node, asking),
    context_links: node.links,
    evidence: node.evidence,
    created_at: iso(node.createdMs),
    updated_at: iso(node.updatedMs),
    created_by: node.createdBy,
  };
}

export function openView(graph: Graph, project: string, asking: Asking) {
  const root = nodeOf(graph, graph.projects.get(project) ?? '');
  return { project, root: nodeView(graph, root, asking), summary: countsOf(graph, project) };
}

export function listedView(graph: Graph, node: Node, asking: Asking) {
  const { id, summary, resolved, state, parent } = node;
  return {
    id,
    summary,
    resolved,
    ...(state === undefined ? {} : { state }),
    ...(parent === undefined ? {} : { parent }),
    depth: depthOf(graph, id),
    properties: shown(node, asking),
  };
}

/** A node as `graph_next` returns it. */
export function workView(graph: Graph, node: Node, asking: Asking) {
  const omitted = Math.max(0, node.evidence.length - MOST_OWN);
  const above = ancestorsOf(graph, node.id);
  return {
    node: {
      ...nodeView(graph, node, asking),
      evidence: node.evidence.slice(omitted),
      ...(omitted > 0 ? { evidence_omitted: omitted } : {}),
    },
    ancestors: above.map(({ id, summary }) => ({ id, summary })),
    context_links: {
      self: node.links,
      inherited: above
        .filter(({ links }) => links.length > 0)
        .map(({ id, links }) => ({ node_id: id, links })),
    },
    resolved_deps: neighbours(graph, node.id, 'depends_on').map(({ id, summary, evidence }) => ({
      id,
      summary,
      evidence: evidence.slice(-MOST_EVIDENCE),
    })),
  };
}

function treeView(graph: Graph, node: Node, depth: number): JsonObject {
  const children = childrenOf(graph, node.id);
  const { id, summary, resolved, state } = node;
  return {
    id,
    summary,
    resolved,
    ...(state === undefined ? {} : { state }),
    ...(children.length > 0 && depth > 0
      ? { children: children.map((child) => treeView(graph, child, depth - 1)) }
      : {}),
    ...(children.length > 0 && depth === 0 ? { child_count: children.length } : {}),
  };
}

export function contextView(graph: Graph, id: string, depth: number, asking: Asking) {
  const node = nodeOf(graph, id);
  const related = graph.edges.filter(
    ({ from, to, type }) => type !== 'depends_on' && (from === id || to === id),
  );
  return {
    node: nodeView(graph, node, asking),
    ancestors: ancestorsOf(graph, id).map((each) => ({
      id: each.id,
      summary: each.summary,
      resolved: each.resolved,
    })),
    children: treeView(graph, node, depth),
    depends_on: neighbours(graph, id, 'depends_on').map((each) => ({
      node: nodeView(graph, each, asking),
      satisfied: each.resolved,
    })),
    depended_by: neighbours(graph, id, 'depended_by').map((each) => ({
      node: nodeView(graph, each, asking),
      satisfied: node.resolved,
    })),
    related: related.sort(byEnds),
  };
}

export function byEnds(a: Edge, b: Edge): number {
  const key = ({ from, type, to }: Edge) => `${from} ${type} ${to}`;
  return key(a) < key(b) ? -1 : 1;
}

/**
 * What the reasoning graph must show of the work graph: nodes with title and status, and all edges.
 */
export function reasoningView(graph: Graph) {
  return {
    nodes: Object.fromEntries(
      all(graph).map(({ id, summary, resolved, project }) => [
        `work:${id}`,
        { title: summary, status: resolved ? 'resolved' : 'open', project },
      ]),
    ),
    edges: [
      ...all(graph).flatMap(({ id, parent }) =>
        parent === undefined ? [] : [`work:${id}|child_of|work:${parent}`],
      ),
      ...graph.edges.map(({ from, type, to }) => `work:${from}|${type}|work:${to}`),
    ].sort(),
  };
}
