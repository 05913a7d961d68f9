/** The answers of the model to opening, planning, connecting and updating. */

import type { Json, JsonObject } from '../../../src/kernel/json.ts';
import { type Asking, heldWarnings, holderOf, isForged, isHeldByOther } from './claims.ts';
import {
  all,
  canonical,
  childrenOf,
  type Edge,
  type Graph,
  isActionable,
  isBlocked,
  isTangled,
  type Node,
  neighbours,
  newly,
  nodeOf,
  stuckNodes,
} from './graph.ts';
import { iso, openView } from './views.ts';

/** The refusal codes that would be correct, or the graph afterwards with the answer. */
export type Outcome =
  | { readonly codes: readonly string[] }
  | { readonly graph: Graph; readonly answer: object };

export function copyOf(graph: Graph): Graph {
  return structuredClone(graph);
}

interface NewNode {
  readonly id: string;
  readonly project: string;
  readonly parent?: string | undefined;
  readonly summary: string;
  readonly properties?: JsonObject | undefined;
  readonly links?: readonly string[] | undefined;
}

function addNode(graph: Graph, { agent, nowMs }: Asking, made: NewNode): void {
  graph.nodes.set(made.id, {
    id: made.id,
    project: made.project,
    parent: made.parent,
    summary: made.summary.trim(),
    resolved: false,
    properties: withoutNulls(made.properties),
    ofProcess: false,
    links: [...new Set(made.links)],
    evidence: [],
    rev: 1,
    createdMs: nowMs,
    createdBy: agent,
    updatedMs: nowMs,
    order: graph.made++,
    updated: graph.changes,
    actions: ['created'],
  });
}

function withoutNulls(properties: JsonObject = {}): JsonObject {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
}

interface Fields {
  readonly summary?: string | undefined;
  readonly properties?: JsonObject | undefined;
}

/** As they are stored: a summary is its first line, and a priority in quotes is a number. */
function stored({ summary, properties }: Fields): Fields {
  const isLong = summary?.trim().includes('\n');
  const given = isLong ? { ...properties, description: summary?.trim() } : properties;
  const { priority } = given ?? {};
  const isNumber = typeof priority === 'string' && !Number.isNaN(Number(priority));
  return {
    summary: summary?.trim().split('\n')[0]?.trim(),
    properties: isNumber ? { ...given, priority: Number(priority) } : given,
  };
}

/** A call is warned once of long summaries, and once of priorities that are no number. */
function fieldWarnings(requests: readonly Fields[]): number {
  const isUnranked = (value: Json | undefined) => typeof (value ?? 0) !== 'number';
  return (
    Number(requests.some(({ summary }) => summary?.trim().includes('\n'))) +
    Number(requests.some((each) => isUnranked(stored(each).properties?.priority)))
  );
}

/** Of the filters of the model too. */
export function storedProperties(properties: JsonObject): JsonObject {
  return stored({ properties }).properties ?? {};
}

export interface OpenRequest {
  readonly project: string;
  readonly goal?: string;
}

/** `id`: the root that the server created, if the project was new. */
export function open(before: Graph, request: OpenRequest, asking: Asking, id: string): Outcome {
  const project = projectCalled(before, request.project.trim());
  if (project === '') return { codes: ['validation_error'] };
  const graph = copyOf(before);
  if (!graph.projects.has(project)) {
    graph.changes += 1;
    graph.projects.set(project, id);
    const { summary = project, properties } = stored({ summary: request.goal });
    addNode(graph, asking, { id, project, summary });
    if (properties) change(graph, nodeOf(graph, id), { properties }, asking);
    const warnings = fieldWarnings([{ summary: request.goal }]);
    const warned = warnings > 0 ? { warnings } : {};
    return { graph, answer: { ...openView(graph, project, asking), ...warned } };
  }
  return { graph, answer: openView(graph, project, asking) };
}

/** By its name, else by the id of its root. */
export function projectCalled({ projects }: Graph, name: string): string {
  if (projects.has(name)) return name;
  return [...projects].find(([, root]) => root === name)?.[0] ?? name;
}

export interface PlanRequest {
  readonly ref: string;
  readonly parent_ref?: string;
  readonly summary: string;
  readonly depends_on?: readonly string[];
  readonly properties?: JsonObject;
  readonly context_links?: readonly string[];
}

/** `ids`: by ref, as the server assigned them. Without one, the ref itself is used. */
export function plan(
  before: Graph,
  requests: readonly PlanRequest[],
  asking: Asking,
  created: readonly { ref: string; id: string }[],
): Outcome {
  const refs = new Map(requests.map(({ ref }, n) => [ref, created[n]?.id ?? `new ${ref}`]));
  const idOf = (name: string) => refs.get(name) ?? name;
  const isThere = (name: string) => refs.has(name) || before.nodes.has(name);
  const codes = new Set<string>();
  if (requests.some(({ properties }) => isForged({}, properties))) codes.add('validation_error');
  if (refs.size < requests.length) codes.add('duplicate_ref');
  for (const { parent_ref: parent, depends_on: deps = [] } of requests) {
    if (parent === undefined) codes.add('missing_parent');
    else if (!isThere(parent)) codes.add('invalid_parent_ref');
    if (!deps.every(isThere)) codes.add('invalid_depends_on');
  }
  const named = requests.flatMap(({ parent_ref: parent, depends_on: deps = [] }) => [
    ...(parent === undefined ? [] : [parent]),
    ...deps,
  ]);
  const projects = new Set(named.flatMap((name) => projectOf(before, refs, name)));
  if (projects.size > 1) codes.add('cross_project');
  if (requests.some((request) => loops(requests, request))) codes.add('cycle_detected');
  if (codes.size > 0) return { codes: [...codes] };
  const graph = copyOf(before);
  graph.changes += 1;
  const [project = ''] = projects;
  for (const request of requests) {
    const { context_links: links } = request;
    const { summary = '', properties } = stored(request);
    const made = { id: idOf(request.ref), project, parent: idOf(request.parent_ref ?? '') };
    addNode(graph, asking, { ...made, summary, properties, links });
    const to = [...new Set((request.depends_on ?? []).map(idOf))];
    graph.edges.push(...to.map((id) => ({ from: made.id, to: id, type: 'depends_on' })));
  }
  if (isTangled(graph)) return { codes: ['cycle_detected'] };
  const parents = requests.flatMap(({ parent_ref: parent = '' }) =>
    refs.has(parent) ? [] : [parent],
  );
  const warnings = fieldWarnings(requests) + touched(graph, parents, asking);
  return { graph, answer: { created, ...(warnings > 0 ? { warnings } : {}) } };
}

/** Of nodes that wait or have more below them now: held by others, or resolved early. */
function touched(graph: Graph, ids: readonly string[], asking: Asking): number {
  const held = ids.filter((id) => {
    const node = graph.nodes.get(id);
    return node !== undefined && isHeldByOther(node, asking);
  });
  return heldWarnings(new Set(held)) + early(graph, ids);
}

function projectOf(graph: Graph, refs: ReadonlyMap<string, string>, name: string): string[] {
  const node = refs.has(name) ? undefined : graph.nodes.get(name);
  return node ? [node.project] : [];
}

function loops(requests: readonly PlanRequest[], start: PlanRequest): boolean {
  let at: PlanRequest | undefined = start;
  for (let steps = 0; at && steps <= requests.length; steps++) {
    const parent: string | undefined = at.parent_ref;
    at = requests.find(({ ref }) => ref === parent);
  }
  return at !== undefined;
}

export interface EdgeRequest extends Edge {
  readonly remove?: boolean;
}

export function connect(before: Graph, requests: readonly EdgeRequest[], asking: Asking): Outcome {
  let graph = copyOf(before);
  const rejected: object[] = [];
  const ends: string[] = [];
  for (const { remove = false, ...edge } of requests) {
    const next = remove ? without(graph, edge) : withEdge(graph, edge);
    if (typeof next === 'string') rejected.push({ from: edge.from, to: edge.to, reason: next });
    else {
      graph = next;
      if (edge.type === 'depends_on') ends.push(edge.from);
      nodeOf(graph, edge.from).actions.push(remove ? 'edge_removed' : 'edge_added');
    }
  }
  const applied = requests.length - rejected.length;
  const warnings = touched(graph, ends, asking);
  const told = warnings > 0 ? { warnings } : {};
  return { graph, answer: { applied, ...(rejected.length > 0 ? { rejected } : {}), ...told } };
}

function isSame(a: Edge, b: Edge): boolean {
  return a.from === b.from && a.to === b.to && a.type === b.type;
}

function without(graph: Graph, edge: Edge): Graph | string {
  if (!graph.nodes.has(edge.from)) return 'node_not_found';
  if (!graph.edges.some((each) => isSame(each, edge))) return 'edge_not_found';
  const after = copyOf(graph);
  after.edges = after.edges.filter((each) => !isSame(each, edge));
  return after;
}

function withEdge(graph: Graph, edge: Edge): Graph | string {
  const missing = [edge.from, edge.to].find((id) => !graph.nodes.has(id));
  if (missing !== undefined) return 'node_not_found';
  if (edge.type === 'parent') return 'parent_edges_not_allowed';
  const [from, to] = [nodeOf(graph, edge.from), nodeOf(graph, edge.to)];
  if (from.project !== to.project) return 'cross_project_edge';
  if (graph.edges.some((each) => isSame(each, edge))) return 'duplicate_edge';
  const after = copyOf(graph);
  after.edges.push(edge);
  return isTangled(after) ? 'cycle_detected' : after;
}

export interface UpdateRequest {
  readonly node_id: string;
  readonly resolved?: boolean;
  readonly state?: Json;
  readonly summary?: string;
  readonly properties?: JsonObject;
  readonly add_context_links?: readonly string[];
  readonly remove_context_links?: readonly string[];
  readonly add_evidence?: readonly { readonly type: string; readonly ref: string }[];
  readonly release?: boolean;
  readonly hint?: string;
}

/** Without updates: one node, or all that the caller holds. */
export function release(
  before: Graph,
  request: { readonly node_id?: string; readonly hint?: string },
  asking: Asking,
): Outcome {
  const { node_id: id, ...rest } = request;
  const byProject = [...before.projects.keys()].sort();
  const held = [...before.nodes.values()]
    .filter((node) => holderOf(node, asking) === asking.agent)
    .sort((a, b) => a.order - b.order)
    .sort((a, b) => byProject.indexOf(a.project) - byProject.indexOf(b.project));
  const ids = id === undefined ? held.map((node) => node.id) : [id];
  const requests = ids.map((node_id) => ({ node_id, release: true, ...rest }));
  const outcome = update(before, requests, asking);
  return 'codes' in outcome ? outcome : { ...outcome, answer: { released: [], ...outcome.answer } };
}

function endsClaim({ release: ends, properties }: Omit<UpdateRequest, 'node_id'>): boolean {
  return ends === true || properties?._claimed_by === null || properties?._claimed_at === null;
}

export function update(before: Graph, requests: readonly UpdateRequest[], asking: Asking): Outcome {
  const graph = copyOf(before);
  const updated: object[] = [];
  const released: object[] = [];
  const met = new Set<string>();
  const turned: string[] = [];
  let warnings = fieldWarnings(requests);
  for (const given of requests) {
    const request = { ...given, ...stored(given) };
    const node = graph.nodes.get(request.node_id);
    if (!node) return { codes: ['node_not_found'] };
    if (isForged(node.properties, request.properties)) return { codes: ['validation_error'] };
    const shown = node.evidence.length + (request.add_evidence ?? []).length;
    if (request.resolved === true && !node.resolved && shown === 0) warnings += 1;
    const { rev, summary } = node;
    const isHeld = isHeldByOther(node, asking);
    const now = isActionable(graph, node)
      ? 'free'
      : isBlocked(graph, node)
        ? 'blocked'
        : 'open parts below';
    if (endsClaim(request) && holderOf(node, asking)) released.push({ id: node.id, summary, now });
    if (!node.resolved) turned.push(node.id);
    else if (request.resolved === false) turned.push(node.parent ?? '');
    change(graph, node, request, asking);
    if (isHeld && node.rev > rev) met.add(node.id);
    updated.push({ node_id: node.id, rev: node.rev });
  }
  if (stuckNodes(graph).length > 0) return { codes: ['cycle_detected'] };
  warnings += heldWarnings(met) + early(graph, turned);
  const resolves = requests.some(({ resolved }) => resolved === true);
  const ready = resolves ? { newly_actionable: newly(before, graph) } : {};
  const given = requests.some(endsClaim) ? { released } : {};
  return { graph, answer: { updated, ...given, ...ready, ...(warnings > 0 ? { warnings } : {}) } };
}

/** How many of the nodes are resolved although something below or before them is open. */
export function early(graph: Graph, ids: readonly string[]): number {
  const found = [...new Set(ids)].filter((id) => {
    const node = graph.nodes.get(id);
    if (!node?.resolved) return false;
    const below = node.parent === undefined ? all(graph, node.project) : childrenOf(graph, id);
    return [...below, ...neighbours(graph, id, 'depends_on')].some((each) => !each.resolved);
  });
  return Math.min(5, found.length);
}

/** Changes a node; a result that is equal to the node counts as no change. */
export function change(
  graph: Graph,
  node: Node,
  request: Omit<UpdateRequest, 'node_id'>,
  by: Asking,
) {
  const before = canonical(contentOf(node));
  const unclaimed = canonical(contentOf(withoutClaims(node)));
  const wasResolved = node.resolved;
  const place = node.updated;
  const properties: Record<string, Json | undefined> = { ...node.properties };
  const isDone = request.resolved === true && !node.resolved;
  const releases = endsClaim(request) && holderOf(node, by) !== undefined;
  if (isDone) delete properties._released_by;
  else if (releases && properties._claimed_by === by.agent) properties._released_by = by.agent;
  if (isDone || releases) {
    delete properties._claimed_by;
    delete properties._claimed_at;
    node.ofProcess = false;
  }
  if (isDone) delete properties._hint;
  for (const [name, value] of Object.entries(request.properties ?? {})) {
    if (/^_claimed_/.test(name)) continue;
    if (/^_(hint|released_by)$/.test(name) && value !== null) continue;
    if (value === null) delete properties[name];
    else properties[name] = value;
  }
  if (request.hint !== undefined) properties._hint = request.hint.trim();
  node.properties = properties;
  if (request.summary !== undefined) node.summary = request.summary.trim();
  if (request.state !== undefined) node.state = request.state;
  node.resolved = request.resolved ?? node.resolved;
  const links = new Set([...node.links, ...(request.add_context_links ?? [])]);
  node.links = [...links].filter((link) => !request.remove_context_links?.includes(link));
  const signed = { agent: by.agent, timestamp: iso(by.nowMs) };
  node.evidence.push(...(request.add_evidence ?? []).map((each) => ({ ...each, ...signed })));
  if (canonical(contentOf(node)) === before) return;
  changed(graph, node, by);
  const isOfClaims = canonical(contentOf(withoutClaims(node))) === unclaimed;
  if (isOfClaims || (releases && !wasResolved && !node.resolved)) node.updated = place;
  node.actions.push(node.resolved && !wasResolved ? 'resolved' : 'updated');
}

/** The node without what only says which agents work on it. */
function withoutClaims(node: Node): Node {
  const own = Object.entries(node.properties).filter(
    ([name]) => !/^_(claimed_by|claimed_at|hint|released_by)$/.test(name),
  );
  return { ...node, properties: Object.fromEntries(own) };
}

export function changed(graph: Graph, node: Node, by: Asking): void {
  graph.changes += 1;
  touch(node, graph.changes, by);
}

export function touch(node: Node, changes: number, { nowMs }: Asking): void {
  node.rev += 1;
  node.updatedMs = nowMs;
  node.updated = changes;
}

function contentOf({ summary, resolved, state, properties, links, evidence }: Node): Json {
  const shown = { summary, resolved, properties, links, evidence: evidence.length };
  return { ...shown, ...(state === undefined ? {} : { state }) } as unknown as Json;
}
