/** Plans a batch of nodes: resolves their references in any order, and refuses cycles. */

import { shownPath } from '../../kernel/cuts/shown-path.ts';
import { firstCharacters, quotedName } from '../../kernel/excerpt.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { EventDraft } from '../journal/event.ts';
import { refuseFor } from './reasons.ts';
import { firstCircle, refuseCircle, type Wait } from './waits.ts';
import type { PlannedNode } from './work-events.ts';
import { workNodeId } from './work-id.ts';
import type { Link, WorkNode } from './work-node.ts';

export interface NodeRequest {
  readonly ref: string;
  readonly parent_ref?: string | undefined;
  readonly summary: string;
  readonly context_links?: readonly string[] | undefined;
  readonly depends_on?: readonly string[] | undefined;
  readonly properties?: JsonObject | undefined;
}

/** The existing nodes that the batch refers to. */
export interface Known {
  readonly nodes: ReadonlyMap<string, WorkNode>;
  /** For every known parent: itself and the nodes above it. */
  readonly above: ReadonlyMap<string, readonly string[]>;
  /** What waits for the known parents, directly or not. */
  readonly waits: readonly Wait[];
}

export interface PlannedBatch {
  /** The one that all its nodes are in. */
  readonly project: string;
  readonly draft: EventDraft;
  readonly created: readonly { readonly ref: string; readonly id: string }[];
}

export function planWork(
  requests: readonly NodeRequest[],
  known: Known,
  newId: (index: number) => string,
): PlannedBatch | Refusal {
  const batch = new Map<string, NodeRequest>();
  for (const [index, request] of requests.entries()) {
    if (batch.has(request.ref)) {
      return refuse('DUPLICATE_REF', `nodes.${index}.ref: ${quoted(request.ref)} is used twice`, {
        details: { field: `nodes.${index}.ref`, ref: request.ref },
      });
    }
    batch.set(request.ref, request);
  }
  const fault = unknownReference(requests, batch, known) ?? parentLoop(requests, batch);
  if (fault) return fault;
  const ids = new Map(requests.map((request, index) => [request.ref, newId(index)]));
  const project = oneProject(requests, batch, known);
  if (isRefusal(project)) return project;
  const family = familyCircle(requests, batch, known);
  if (family) return family;
  const nodes = requests.map((request) => plannedNode(request, batch, ids, known));
  const deep = nodes.findIndex((node) => node.depth > LIMITS.workDepth);
  if (deep >= 0) return tooDeep(`nodes.${deep}.parent_ref`);
  const dependsOn = requests.flatMap((request) =>
    [...new Set(request.depends_on)].map((to) => ({
      from: ids.get(request.ref) ?? '',
      to: ids.get(to) ?? to,
    })),
  );
  const refs = new Map([...ids].map(([ref, id]) => [id, ref]));
  const waits = [...known.waits, ...newWaits(nodes, dependsOn, known)];
  const circle = firstCircle(
    nodes.map(({ id }) => id),
    waits,
    (id) => refs.get(id) ?? id,
  );
  if (circle) return refuseCircle('depends_on', circle);
  return {
    project,
    created: requests.map(({ ref }) => ({ ref, id: ids.get(ref) ?? '' })),
    draft: {
      type: 'work_planned',
      entity: workNodeId(nodes[0]?.id ?? ''),
      payload: { project, nodes, depends_on: dependsOn },
    },
  };
}

/** Of plans, moves and merges alike. */
export function tooDeep(field: string): Refusal {
  const message = `${field}: a tree has at most ${LIMITS.workDepth} levels below its root`;
  return refuse('INVALID_INPUT', message, { details: { field } });
}

function quoted(text: string): string {
  return quotedName(text);
}

function unknownReference(
  requests: readonly NodeRequest[],
  batch: ReadonlyMap<string, NodeRequest>,
  { nodes }: Known,
): Refusal | undefined {
  const isThere = (name: string) => batch.has(name) || nodes.has(name);
  for (const [index, { parent_ref: parent, depends_on: dependsOn = [] }] of requests.entries()) {
    const at = `nodes.${index}`;
    if (parent === undefined) {
      const field = `${at}.parent_ref`;
      const message = `${field}: every node needs a parent`;
      return refuseFor({ kind: 'parent_missing' }, 'MISSING_PARENT', message, { field });
    }
    if (!isThere(parent)) return missing('INVALID_PARENT_REF', `${at}.parent_ref`, parent);
    const lost = dependsOn.find((each) => !isThere(each));
    if (lost !== undefined) return missing('INVALID_DEPENDS_ON', `${at}.depends_on`, lost);
  }
  return undefined;
}

function missing(
  code: 'INVALID_PARENT_REF' | 'INVALID_DEPENDS_ON',
  field: string,
  name: string,
): Refusal {
  return refuse(code, `${field}: ${quoted(name)} is neither a ref of this batch nor a node`, {
    details: { field, ref: firstCharacters(name, 80, '') },
  });
}

/** Follows the parents inside the batch up to the first one that exists already. */
function parentsOf(
  request: NodeRequest,
  batch: ReadonlyMap<string, NodeRequest>,
): readonly string[] {
  const path = new Set<string>();
  let at: NodeRequest | undefined = request;
  while (at?.parent_ref !== undefined && !path.has(at.parent_ref)) {
    path.add(at.parent_ref);
    at = batch.get(at.parent_ref);
  }
  return [...path];
}

function parentLoop(
  requests: readonly NodeRequest[],
  batch: ReadonlyMap<string, NodeRequest>,
): Refusal | undefined {
  const looped = requests.find((request) => batch.has(parentsOf(request, batch).at(-1) ?? ''));
  if (!looped) return undefined;
  const trail = parentsOf(looped, batch);
  // The refs that only lead to the cycle are not part of it.
  const closing = batch.get(trail.at(-1) ?? '')?.parent_ref ?? '';
  return circleOf([...trail.slice(trail.indexOf(closing)), closing], 'parent_ref');
}

function circleOf(whole: readonly string[], field: string): Refusal {
  const path = shownPath(whole);
  return refuse('CYCLE_DETECTED', `${field}: a cycle: ${path.join(' -> ')}`, {
    details: { path },
  });
}

/** The existing parent through which a node of the batch is attached to the tree. */
function anchorOf(request: NodeRequest, batch: ReadonlyMap<string, NodeRequest>): string {
  return parentsOf(request, batch).at(-1) ?? '';
}

function oneProject(
  requests: readonly NodeRequest[],
  batch: ReadonlyMap<string, NodeRequest>,
  { nodes }: Known,
): string | Refusal {
  const projects = new Set(
    requests.flatMap((request) =>
      [anchorOf(request, batch), ...(request.depends_on ?? [])].flatMap((name) => {
        const project = batch.has(name) ? undefined : nodes.get(name)?.project;
        return project === undefined ? [] : [project];
      }),
    ),
  );
  const [project, other] = [...projects];
  if (project !== undefined && other === undefined) return project;
  return refuse(
    'CROSS_PROJECT',
    `all nodes of a batch must be in one project, not in ${[...projects].join(' and ')}`,
  );
}

/** A node that depends on its own ancestor or descendant would wait for ever. */
function familyCircle(
  requests: readonly NodeRequest[],
  batch: ReadonlyMap<string, NodeRequest>,
  { above }: Known,
): Refusal | undefined {
  const ancestors = new Map(
    requests.map((request) => {
      // If a ref of the batch equals an id, the ref is meant.
      const known = (above.get(anchorOf(request, batch)) ?? []).filter((id) => !batch.has(id));
      return [request.ref, new Set([...parentsOf(request, batch), ...known])];
    }),
  );
  for (const { ref, depends_on: dependsOn = [] } of requests) {
    for (const to of dependsOn) {
      if (ancestors.get(ref)?.has(to) || ancestors.get(to)?.has(ref)) {
        return circleOf([ref, to, ref], 'depends_on');
      }
    }
  }
  return undefined;
}

/** New nodes are open; of those that exist, only the open ones wait and are waited for. */
function newWaits(
  nodes: readonly PlannedNode[],
  dependsOn: readonly Link[],
  known: Known,
): readonly Wait[] {
  const isOpen = (id: string) => !known.nodes.get(id)?.resolved;
  return [
    ...nodes
      .filter(({ parent }) => isOpen(parent))
      .map(({ id, parent }) => ({ from: parent, to: id, isPart: true })),
    ...dependsOn.filter(({ to }) => isOpen(to)).map((link) => ({ ...link, isPart: false })),
  ];
}

function plannedNode(
  request: NodeRequest,
  batch: ReadonlyMap<string, NodeRequest>,
  ids: ReadonlyMap<string, string>,
  { nodes }: Known,
): PlannedNode {
  const parents = parentsOf(request, batch);
  const anchor = nodes.get(parents.at(-1) ?? '');
  const parent = request.parent_ref ?? '';
  return {
    id: ids.get(request.ref) ?? '',
    parent: ids.get(parent) ?? parent,
    depth: (anchor?.depth ?? 0) + parents.length,
    summary: request.summary.trim(),
    context_links: [...new Set(request.context_links)],
    properties: withoutNulls(request.properties),
  };
}

/** As in an update, null means that there is no such property. */
function withoutNulls(properties: JsonObject = {}): JsonObject {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
}
