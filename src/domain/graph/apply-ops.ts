/** Applies a batch of operations to a graph: all or none, each seeing what the earlier ones did. */

import type { JsonObject } from '../../kernel/json.ts';
import { keepSecrets } from '../../kernel/kept-secrets.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { branchEntity } from '../branches/branch.ts';
import type { EventDraft } from '../journal/event.ts';
import type { EdgeState, MergedFrom, NodeState } from './graph-events.ts';
import {
  canonicalTags,
  nodeId,
  nodeStatus,
  nodeType,
  relation,
  reservedPrefix,
} from './graph-names.ts';
import { refuseFor } from './reasons.ts';
import { edgeEnds, edgeKey } from './version.ts';

export type GraphOp =
  | ({ readonly op: 'node_upsert' } & Omit<NodeState, 'tags'> & {
        readonly tags?: readonly string[];
      })
  | { readonly op: 'node_delete'; readonly id: string }
  | ({ readonly op: 'edge_upsert' } & EdgeState)
  | {
      readonly op: 'edge_delete';
      readonly from: string;
      readonly rel: string;
      readonly to: string;
    };

/** The present nodes and edges of the document, as far as the batch concerns them. */
export interface GraphPart {
  /** Ids of live nodes. */
  readonly nodes: ReadonlySet<string>;
  /** Keys of live edges, including all edges of a node to be deleted. */
  readonly edges: ReadonlySet<string>;
}

export interface GraphPlace {
  readonly branch: number;
  readonly doc: string;
  readonly target?: string | undefined;
}

export interface Applied {
  readonly drafts: readonly EventDraft[];
  readonly counts: {
    readonly nodes_upserted: number;
    readonly nodes_deleted: number;
    readonly edges_upserted: number;
    readonly edges_deleted: number;
  };
}

/** The nodes and edges that a batch reads, so that they can be loaded before the decision. */
export function touchedBy(ops: readonly GraphOp[]): { nodes: string[]; deleted: string[] } {
  const deleted = ops.flatMap((op) => (op.op === 'node_delete' ? [op.id.trim()] : []));
  const nodes = ops.flatMap((op) => ('id' in op ? [op.id.trim()] : [op.from.trim(), op.to.trim()]));
  return { nodes: [...new Set(nodes)], deleted: [...new Set(deleted)] };
}

/** What was read redacted and comes back so is unchanged. `stored`: nodes and edges by their key. */
export function withStored(
  ops: readonly GraphOp[],
  stored: ReadonlyMap<string, NodeState | EdgeState>,
): readonly GraphOp[] {
  return ops.map((op) => {
    if (op.op !== 'node_upsert' && op.op !== 'edge_upsert') return op;
    const key = op.op === 'node_upsert' ? op.id.trim() : edgeKey(op);
    return keepSecrets(op as JsonObject, stored.get(key) as JsonObject | undefined) as GraphOp;
  });
}

/** The argument that a refusal names: a field of an operation, or the whole operation. */
type FieldName = (name?: 'id' | 'from' | 'rel' | 'to') => string;

function inBatch(index: number): FieldName {
  return (name) => (name === undefined ? `ops.${index}` : `ops.${index}.${name}`);
}

/** `fieldsOf`: the arguments of a caller that has no batch, by the number of the operation. */
export function applyOps(
  place: GraphPlace,
  ops: readonly GraphOp[],
  part: GraphPart,
  fieldsOf: (index: number) => FieldName = inBatch,
): Applied | Refusal {
  const nodes = new Set(part.nodes);
  const edges = edgesByNode(part.edges);
  const drafts: EventDraft[] = [];
  const counts = { nodes_upserted: 0, nodes_deleted: 0, edges_upserted: 0, edges_deleted: 0 };
  for (const [index, op] of ops.entries()) {
    const clean = cleaned(op, fieldsOf(index));
    if (isRefusal(clean)) return clean;
    const refusal = refusalOf(clean, fieldsOf(index), nodes, edges.all);
    if (refusal) return refusal;
    switch (clean.op) {
      case 'node_upsert':
        nodes.add(clean.node.id);
        counts.nodes_upserted += 1;
        drafts.push(nodeUpserted(place, clean.node));
        break;
      case 'node_delete':
        nodes.delete(clean.id);
        counts.nodes_deleted += 1;
        for (const key of edges.at(clean.id)) {
          edges.delete(key);
          counts.edges_deleted += 1;
          drafts.push(edgeDeleted(place, key));
        }
        drafts.push(nodeDeleted(place, clean.id));
        break;
      case 'edge_upsert':
        edges.add(edgeKey(clean.edge));
        counts.edges_upserted += 1;
        drafts.push(edgeUpserted(place, clean.edge));
        break;
      case 'edge_delete':
        edges.delete(clean.key);
        counts.edges_deleted += 1;
        drafts.push(edgeDeleted(place, clean.key));
        break;
    }
  }
  return { drafts, counts };
}

type CleanOp =
  | { readonly op: 'node_upsert'; readonly node: NodeState }
  | { readonly op: 'node_delete'; readonly id: string }
  | { readonly op: 'edge_upsert'; readonly edge: EdgeState }
  | { readonly op: 'edge_delete'; readonly key: string };

function cleaned(op: GraphOp, field: FieldName): CleanOp | Refusal {
  if (op.op === 'node_upsert') {
    const node = cleanNode(op, field());
    return isRefusal(node) ? node : { op: 'node_upsert', node };
  }
  if (op.op === 'node_delete') {
    const id = nodeId(op.id, field('id'));
    return isRefusal(id) ? id : { op: 'node_delete', id };
  }
  const edge = cleanEdge(op, field);
  if (isRefusal(edge)) return edge;
  return op.op === 'edge_upsert'
    ? { op: 'edge_upsert', edge: { ...edge, ...(op.meta === undefined ? {} : { meta: op.meta }) } }
    : { op: 'edge_delete', key: edgeKey(edge) };
}

export function cleanNode(
  node: Omit<NodeState, 'tags'> & { readonly tags?: readonly string[] | undefined },
  field: string,
): NodeState | Refusal {
  const id = nodeId(node.id, `${field}.id`);
  if (isRefusal(id)) return id;
  const type = nodeType(node.type, `${field}.type`);
  if (isRefusal(type)) return type;
  const tags = canonicalTags(node.tags ?? [], `${field}.tags`);
  if (isRefusal(tags)) return tags;
  const status = node.status === undefined ? undefined : nodeStatus(node.status, `${field}.status`);
  if (isRefusal(status)) return status;
  const { title, text, meta } = node;
  return {
    id,
    type,
    ...(title === undefined ? {} : { title }),
    ...(text === undefined ? {} : { text }),
    ...(status === undefined ? {} : { status }),
    tags,
    ...(meta === undefined ? {} : { meta }),
  };
}

function cleanEdge(
  edge: Pick<EdgeState, 'from' | 'rel' | 'to'>,
  field: FieldName,
): EdgeState | Refusal {
  const from = nodeId(edge.from, field('from'));
  if (isRefusal(from)) return from;
  const rel = relation(edge.rel, field('rel'));
  if (isRefusal(rel)) return rel;
  const to = nodeId(edge.to, field('to'));
  return isRefusal(to) ? to : { from, rel, to };
}

function refusalOf(
  op: CleanOp,
  field: FieldName,
  nodes: ReadonlySet<string>,
  edges: ReadonlySet<string>,
): Refusal | undefined {
  if (op.op === 'node_upsert' || op.op === 'node_delete') {
    const id = op.op === 'node_upsert' ? op.node.id : op.id;
    const reserved = reservedPrefix(id);
    if (reserved !== undefined) return isReserved(field('id'), reserved);
    return op.op === 'node_delete' && !nodes.has(id) ? missing(field('id'), 'node', id) : undefined;
  }
  if (op.op === 'edge_delete') {
    if (!edges.has(op.key)) return missing(field(), 'edge', op.key);
    return reservedEdge(edgeEnds(op.key), field());
  }
  const reserved = reservedEdge(op.edge, field());
  if (reserved) return reserved;
  if (!nodes.has(op.edge.from)) return missing(field('from'), 'node', op.edge.from);
  return nodes.has(op.edge.to) ? undefined : missing(field('to'), 'node', op.edge.to);
}

/**
 * An edge between two reserved nodes belongs to their tools; any caller may add one to or from
 * them.
 */
function reservedEdge(edge: { from: string; to: string }, field: string): Refusal | undefined {
  const reserved = reservedPrefix(edge.from);
  if (reserved === undefined || reservedPrefix(edge.to) === undefined) return undefined;
  return isReserved(field, reserved);
}

function isReserved(field: string, prefix: string): Refusal {
  return refuse(
    'INVALID_INPUT',
    `${field}: ids that begin with ${prefix} are reserved for the tools that own them`,
    {
      recovery: 'Choose another id, and link to the node instead.',
    },
  );
}

function missing(field: string, kind: string, name: string): Refusal {
  const message = `${field}: no live ${kind} ${JSON.stringify(name)} here`;
  return refuseFor({ kind: 'graph_part_unknown' }, 'INVALID_INPUT', message);
}

/** Edges that are found by their ends: a batch may delete a thousand nodes with many edges. */
function edgesByNode(keys: ReadonlySet<string>) {
  const all = new Set<string>();
  const byNode = new Map<string, Set<string>>();
  const at = (id: string) => byNode.get(id) ?? new Set();
  const add = (key: string) => {
    const { from, to } = edgeEnds(key);
    all.add(key);
    for (const id of [from, to]) byNode.set(id, at(id).add(key));
  };
  for (const key of keys) add(key);
  return {
    all: all as ReadonlySet<string>,
    add,
    at: (id: string) => [...at(id)],
    delete(key: string) {
      const { from, to } = edgeEnds(key);
      all.delete(key);
      for (const id of [from, to]) at(id).delete(key);
    },
  };
}

/** The fields that every event of a graph has. */
function entry({ branch, doc, target }: GraphPlace) {
  return { entity: target ?? branchEntity(branch), branch, doc };
}

function provenance(from: MergedFrom | undefined) {
  return from === undefined ? {} : { merged_from: from };
}

export function nodeUpserted(place: GraphPlace, node: NodeState, from?: MergedFrom): EventDraft {
  return {
    type: 'graph_node_upserted',
    ...entry(place),
    payload: { node, ...provenance(from) },
  };
}

export function nodeDeleted(place: GraphPlace, id: string, from?: MergedFrom): EventDraft {
  return { type: 'graph_node_deleted', ...entry(place), payload: { id, ...provenance(from) } };
}

export function edgeUpserted(place: GraphPlace, edge: EdgeState, from?: MergedFrom): EventDraft {
  return {
    type: 'graph_edge_upserted',
    ...entry(place),
    payload: { edge, ...provenance(from) },
  };
}

export function edgeDeleted(place: GraphPlace, key: string, from?: MergedFrom): EventDraft {
  return {
    type: 'graph_edge_deleted',
    ...entry(place),
    payload: { ...edgeEnds(key), ...provenance(from) },
  };
}
