/** The answers of the model, in the shapes of the contract. */

import type { JsonObject } from '../../../src/kernel/json.ts';
import { type Asking, claimedMs, holderOf, shown, TTL_MS } from './claims.ts';
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

const MAX_OWN = 5;
const MAX_DEPS = 8;
const MAX_ANCESTORS = 8;

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
  const isHeld = (node: Node) => holderOf(node, asking) !== undefined;
  const summary = countsOf(graph, project, isHeld);
  return { project, root: nodeView(graph, root, asking), summary };
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

/** A node as `graph_next` returns it without a budget. */
export function workView(graph: Graph, node: Node, asking: Asking) {
  const omitted = Math.max(0, node.evidence.length - MAX_OWN);
  const above = ancestorsOf(graph, node.id);
  const near = above.length > MAX_ANCESTORS ? [0, ...above.keys()].slice(1 - MAX_ANCESTORS) : [];
  const ancestors = near.length > 0 ? above.filter((_, n) => n === 0 || near.includes(n)) : above;
  const view = nodeView(graph, node, asking);
  const isMine = holderOf(node, asking) === asking.agent;
  const deps = neighbours(graph, node.id, 'depends_on');
  const newest = [...deps].sort((a, b) => b.updatedMs - a.updatedMs).slice(0, MAX_DEPS);
  return {
    node: {
      ...view,
      evidence: node.evidence.slice(omitted),
      ...(omitted > 0 ? { evidence_omitted: omitted } : {}),
    },
    ...(isMine ? { claimed_until: iso(claimedMs(node) + TTL_MS) } : {}),
    ...(node.parent === undefined ? { note: 'All parts are done' } : {}),
    ancestors: ancestors.map(({ id, summary, resolved }) => ({
      id,
      summary,
      ...(resolved ? { resolved } : {}),
    })),
    ...(above.length > ancestors.length
      ? { ancestors_omitted: above.length - ancestors.length }
      : {}),
    context_links: {
      self: node.links,
      inherited: above.flatMap(({ id, links }) =>
        links.length > 0 ? [{ node_id: id, links }] : [],
      ),
    },
    resolved_deps: deps
      .filter((dep) => newest.includes(dep))
      .map((dep) => evidenceOfDep(dep, newest.length)),
    ...(deps.length > newest.length ? { resolved_deps_omitted: deps.length - newest.length } : {}),
  };
}

/** Up to three pieces, the newest commit and the newest test among them and before the rest. */
function evidenceOfDep({ id, summary, evidence }: Node, deps: number) {
  const most = Math.min(3, Math.max(1, Math.floor(12 / deps)));
  const last = (type: string) => evidence.findLastIndex((each) => each.type === type);
  const order = [last('git'), last('test'), ...[...evidence.keys()].reverse()];
  const kept = [...new Set(order.filter((at) => at >= 0))].slice(0, most);
  const typeRank = (at: number) =>
    ['git', 'test', evidence[at]?.type].indexOf(evidence[at]?.type ?? '');
  const sorted = kept.sort((a, b) => typeRank(a) - typeRank(b) || a - b);
  const omitted = evidence.length - kept.length;
  return {
    id,
    summary,
    evidence: sorted.map((at) => evidence[at]),
    ...(omitted > 0 ? { evidence_omitted: omitted, see: `recall {"id":"${id}"}` } : {}),
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

/** What is open below and before a node that is resolved. */
function earlyView(graph: Graph, node: Node) {
  const whole = node.parent === undefined;
  const below = whole ? all(graph, node.project) : childrenOf(graph, node.id);
  const parts = below.filter(({ resolved }) => !resolved).length;
  const deps = neighbours(graph, node.id, 'depends_on').filter(({ resolved }) => !resolved).length;
  if (!node.resolved || parts + deps === 0) return {};
  return {
    resolved_early: {
      ...(parts > 0 ? { open_parts: parts } : {}),
      ...(deps > 0 ? { open_dependencies: deps } : {}),
    },
  };
}

export function contextView(graph: Graph, id: string, depth: number, asking: Asking) {
  const node = nodeOf(graph, id);
  const related = graph.edges.filter(
    ({ from, to, type }) => type !== 'depends_on' && (from === id || to === id),
  );
  return {
    node: nodeView(graph, node, asking),
    ...earlyView(graph, node),
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
