/** The answers of the reasoning graph tools, by docs/spec/graph.md. */

import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { type Cell, type Graph, type Memory, refused } from './model.ts';
import type { DocRequest, PairRequest } from './note-model.ts';
import { newestPage } from './page-model.ts';

export type Op =
  | { op: 'node_upsert'; id: string; type: string; tags: string[]; title?: string }
  | { op: 'node_delete'; id: string }
  | { op: 'edge_upsert'; from: string; rel: string; to: string; meta?: JsonObject }
  | { op: 'edge_delete'; from: string; rel: string; to: string };

/** The operation that gives a key this state. */
export function opFor(key: string, state: JsonObject | null): Op {
  const name = isNode(key) ? { id: key.slice(5) } : partsOf(key);
  const kind = isNode(key) ? 'node' : 'edge';
  return { op: `${kind}_${state ? 'upsert' : 'delete'}`, ...(state ?? name) } as Op;
}

export interface Write {
  readonly key: string;
  readonly state: JsonObject | null;
}

/** What one operation writes: one key, or a node after its edges. */
type Writes = Write[];

export function isNode(key: string): boolean {
  return key.startsWith('node|');
}

export function partsOf(key: string) {
  const [, from = '', rel = '', to = ''] = key.split('|');
  return { from, rel, to };
}

export function endsOf(key: string): string[] {
  const { from, to } = partsOf(key);
  return [from, to];
}

export function stateOf(graph: Graph, key: string): JsonObject | null {
  return graph.get(key)?.state ?? null;
}

function isLive(graph: Graph, key: string): boolean {
  return stateOf(graph, key) !== null;
}

export function liveKeys(graph: Graph): string[] {
  return [...graph.keys()].filter((key) => isLive(graph, key));
}

export function saysTheSame(a: JsonObject | null, b: JsonObject | null): boolean {
  return isDeepStrictEqual(a, b);
}

/** Undefined if the operation must be refused. */
function play(graph: Graph, op: Op): Writes | undefined {
  if (op.op === 'node_upsert') {
    const { op: _op, ...state } = op;
    const tags = [...new Set(op.tags.map((tag) => tag.trim().toLowerCase()))].sort();
    return [{ key: `node|${op.id}`, state: { ...state, tags } }];
  }
  if (op.op === 'node_delete') {
    const key = `node|${op.id}`;
    const edges = liveKeys(graph).filter((each) => !isNode(each) && endsOf(each).includes(op.id));
    return isLive(graph, key)
      ? [...edges, key].map((each) => ({ key: each, state: null }))
      : undefined;
  }
  const { op: _op, ...state } = op;
  const key = `edge|${op.from}|${op.rel}|${op.to}`;
  if (op.op === 'edge_delete') return isLive(graph, key) ? [{ key, state: null }] : undefined;
  const ends = [op.from, op.to].map((end) => `node|${end}`);
  return ends.every((end) => isLive(graph, end)) ? [{ key, state }] : undefined;
}

export interface ApplyRequest {
  readonly branch?: string;
  readonly doc: string;
  readonly ops: readonly Op[];
}

/** What a batch writes, operation by operation, or the code of its refusal. */
export function writesOf(memory: Memory, { branch, doc, ops }: ApplyRequest) {
  const on = memory.find(branch);
  if (!on) return refused('UNKNOWN_ID');
  if (!memory.isGraph(on, doc) && memory.kindOf(on, doc)) return refused('INVALID_INPUT');
  const trial = new Map(memory.doc(on, doc).graph);
  const batch: Writes[] = [];
  for (const op of ops) {
    const writes = play(trial, op);
    if (!writes) return refused('INVALID_INPUT');
    for (const { key, state } of writes) trial.set(key, { seq: 0, state });
    batch.push(writes);
  }
  return batch;
}

export function graphApply(memory: Memory, request: ApplyRequest, writes: readonly Write[]) {
  const on = memory.find(request.branch) ?? memory.first;
  for (const { key, state } of writes) memory.enterVersion(on, request.doc, key, state);
  const count = (node: boolean, deleted: boolean) =>
    writes.filter(({ key, state }) => isNode(key) === node && (state === null) === deleted).length;
  return {
    branch: on.name,
    doc: request.doc,
    applied: {
      nodes_upserted: count(true, false),
      nodes_deleted: count(true, true),
      edges_upserted: count(false, false),
      edges_deleted: count(false, true),
    },
    last_seq: memory.head,
  };
}

function cellView([key, { seq, state }]: [string, Cell]): JsonObject {
  const name = isNode(key) ? { id: key.slice(5) } : partsOf(key);
  return { ...(state ?? name), deleted: state === null, last_seq: seq };
}

export interface QueryRequest extends DocRequest {
  readonly include_deleted: boolean;
  readonly ids?: readonly string[];
  readonly types?: readonly string[];
  readonly tags_any?: readonly string[];
}

function matches(request: QueryRequest, key: string, state: JsonObject | null): boolean {
  const { ids, types, tags_any } = request;
  const tags = (state?.tags ?? []) as readonly string[];
  return (
    (state !== null || request.include_deleted) &&
    (ids === undefined || ids.includes(key.slice(5))) &&
    (types === undefined || (state !== null && types.includes(String(state.type)))) &&
    (tags_any === undefined || tags.some((tag) => tags_any.includes(tag)))
  );
}

export function graphQuery(memory: Memory, request: QueryRequest) {
  const on = memory.find(request.branch);
  if (!on) return refused('UNKNOWN_ID');
  const cells = [...memory.doc(on, request.doc).graph];
  const nodes = cells
    .filter(([key, { state }]) => isNode(key) && matches(request, key, state))
    .map(([key, cell]) => ({ seq: cell.seq, id: key.slice(5), view: cellView([key, cell]) }));
  const { rows, pagination } = newestPage(nodes, request);
  const shown = rows.map((row) => row.id);
  const edges = cells
    .filter(([key, { state }]) => !isNode(key) && (state !== null || request.include_deleted))
    .filter(([key]) => endsOf(key).every((end) => shown.includes(end)))
    .sort(([, a], [, b]) => b.seq - a.seq);
  return {
    branch: on.name,
    doc: request.doc,
    nodes: rows.map((row) => row.view),
    edges: edges.map(cellView),
    pagination,
    truncated: false,
  };
}

export function graphDiff(memory: Memory, { from, to, doc, ...page }: PairRequest) {
  const [before, after] = [memory.find(from), memory.find(to)];
  if (!before || !after) return refused('UNKNOWN_ID');
  const old = memory.doc(before, doc).graph;
  const changes = [...memory.doc(after, doc).graph]
    .filter(([key, { state }]) => !saysTheSame(state, stateOf(old, key)))
    .map(([key, cell]) => {
      const name = isNode(key)
        ? { kind: 'node', id: key.slice(5) }
        : { kind: 'edge', key: partsOf(key) };
      return { seq: cell.seq, view: { ...name, to: cellView([key, cell]) } };
    });
  const { rows, pagination } = newestPage(changes, page);
  return { from, to, doc, changes: rows.map((row) => row.view), pagination, truncated: false };
}

/** The errors, as the keys of the edges that lack an end. */
export function graphValidate(memory: Memory, { branch, doc }: { branch: string; doc: string }) {
  const on = memory.find(branch);
  if (!on) return refused('UNKNOWN_ID');
  const { graph } = memory.doc(on, doc);
  const live = liveKeys(graph);
  const edges = live.filter((key) => !isNode(key));
  const loose = edges.filter((key) => !endsOf(key).every((end) => isLive(graph, `node|${end}`)));
  const stats = { nodes: live.length - edges.length, edges: edges.length };
  const errors = loose.map((key) => key.slice(5)).sort();
  return { branch, doc, ok: errors.length === 0, stats, errors, truncated: false };
}
