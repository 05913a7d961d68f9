/**
 * The rules of the work graph: what each event does to nodes, edges, claims and readiness.
 *
 * `concernOf` returns what must be loaded for an event, `evolveWork` what the event changes. A store
 * loads the one and applies the other; it decides nothing.
 */

import type { JournalEvent } from '../journal/event.ts';
import { claimIn, withoutClaim } from './claim.ts';
import { mergeEdges } from './dependencies.ts';
import type { WorkChange } from './work-change.ts';
import type { WorkEventType } from './work-events.ts';
import { DEPENDS_ON, READINESS, readinessOf, type WorkEdge, type WorkNode } from './work-node.ts';

export type WorkEvent<Type extends WorkEventType = WorkEventType> = JournalEvent<Type>;

/** What an event may affect, as far as its payload shows. */
export interface Concern {
  readonly nodes: readonly string[];
  /** The unresolved nodes of this node's subtree, including itself. */
  readonly openBelow?: string;
  readonly childrenOf?: string;
  /**
   * For the nodes and `openBelow`: their parents, and the dependencies on them with the waiting
   * nodes.
   */
  readonly waiting?: boolean;
  /** All edges of the nodes, with the nodes at their other ends, and the parents of the nodes. */
  readonly edges?: boolean;
}

/** The part of the graph that an event concerns, in its state before the event. */
export interface WorkPart {
  readonly nodes: ReadonlyMap<string, WorkNode>;
  readonly edges: readonly WorkEdge[];
  /** The ids of the unresolved nodes of the subtree, if the event concerns one. */
  readonly openBelow: readonly string[];
}

export function concernOf(event: WorkEvent): Concern {
  switch (event.type) {
    case 'work_project_opened':
      return { nodes: [] };
    case 'work_planned': {
      const { nodes, depends_on: links } = event.payload;
      const made = new Set(nodes.map((node) => node.id));
      const named = [...nodes.map((node) => node.parent), ...links.map((link) => link.to)];
      return { nodes: named.filter((id) => !made.has(id)) };
    }
    case 'work_updated':
      return { nodes: [event.payload.id], waiting: event.payload.set.resolved !== undefined };
    case 'work_connected':
    case 'work_disconnected':
      return { nodes: [event.payload.edge.from, event.payload.edge.to] };
    case 'work_moved':
      return { nodes: [event.payload.id, event.payload.from, event.payload.to] };
    case 'work_merged': {
      const { source, target } = event.payload;
      return { nodes: [source, target], childrenOf: source, edges: true };
    }
    case 'work_dropped':
      return { nodes: [], openBelow: event.payload.id, waiting: true };
  }
}

export function evolveWork(event: WorkEvent, part: WorkPart): WorkChange {
  switch (event.type) {
    case 'work_project_opened':
      return openProject(event);
    case 'work_planned':
      return addPlanned(event, part);
    case 'work_updated':
      return updateNode(event, part);
    case 'work_connected':
      return changeEdges(event, part, { added: [event.payload.edge], removed: [] });
    case 'work_disconnected':
      return changeEdges(event, part, { added: [], removed: [event.payload.edge] });
    case 'work_moved':
      return moveNode(event, part);
    case 'work_merged':
      return mergeNodes(event, part);
    case 'work_dropped':
      return dropNodes(event, part);
  }
}

type Changing = { -readonly [Name in keyof WorkNode]: WorkNode[Name] };

/**
 * The nodes of a part while an event changes them. Each is copied once, however often it changes.
 */
class Working {
  private readonly before: ReadonlyMap<string, WorkNode>;
  private readonly now = new Map<string, Changing>();

  constructor(nodes: Iterable<readonly [string, WorkNode]>) {
    this.before = new Map(nodes);
  }

  node(id: string): WorkNode {
    const node = this.now.get(id) ?? this.before.get(id);
    if (!node) throw new Error(`work node ${id} does not exist`);
    return node;
  }

  private changing(id: string): Changing {
    const known = this.now.get(id);
    if (known) return known;
    const copy = { ...this.node(id) };
    this.now.set(id, copy);
    return copy;
  }

  /** A change of the node itself, which raises its revision. */
  revise(id: string, { tsMs, seq }: WorkEvent, values: Partial<WorkNode>): void {
    const node = this.changing(id);
    Object.assign(node, { updatedMs: tsMs, updatedSeq: seq }, values);
    node.rev += 1;
  }

  addOpenChildren(id: string | null, by: number): void {
    if (id !== null && by !== 0) this.changing(id).openChildren += by;
  }

  /** The waiting node has one open dependency more, or one less. */
  addOpenDeps({ from, type }: WorkEdge, by: number): void {
    if (type === DEPENDS_ON && by !== 0) this.changing(from).openDeps += by;
  }

  /** The node in its new state, with the readiness that follows. */
  settled(id: string): WorkNode {
    const node = this.now.get(id);
    if (node) node.readiness = readinessOf(node);
    return this.node(id);
  }

  changed(): WorkChange['changed'] {
    return [...this.now.keys()].flatMap((id) => {
      const before = this.before.get(id);
      const after = this.settled(id);
      return before === undefined || isSame(before, after) ? [] : [{ before, after }];
    });
  }
}

/** A node that loses one dependency and gains another is unchanged. */
function isSame(before: WorkNode, after: WorkNode): boolean {
  if (before.rev !== after.rev) return false;
  return before.openDeps === after.openDeps && before.openChildren === after.openChildren;
}

function isOpen({ resolved }: WorkNode): number {
  return resolved ? 0 : 1;
}

function noChange({ payload: { project } }: WorkEvent): WorkChange {
  return {
    project,
    added: [],
    changed: [],
    removed: [],
    addedEdges: [],
    removedEdges: [],
    evidence: [],
    history: [],
  };
}

type New = Pick<WorkNode, 'id' | 'parent' | 'depth' | 'summary' | 'properties' | 'contextLinks'>;

/** A new node: unresolved, without children and dependencies. */
function newNode({ payload: { project }, tsMs, seq, agent }: WorkEvent, node: New): WorkNode {
  return {
    ...node,
    project,
    rev: 1,
    resolved: false,
    state: undefined,
    createdMs: tsMs,
    createdBy: agent,
    updatedMs: tsMs,
    updatedSeq: seq,
    openChildren: 0,
    openDeps: 0,
    readiness: READINESS.actionable,
    claimOfProcess: false,
  };
}

function openProject(event: WorkEvent<'work_project_opened'>): WorkChange {
  const { id, summary } = event.payload;
  const root = { id, parent: null, depth: 0, summary, properties: {}, contextLinks: [] };
  return { ...noChange(event), opened: id, added: [newNode(event, root)], history: [id] };
}

function addPlanned(event: WorkEvent<'work_planned'>, part: WorkPart): WorkChange {
  const planned = event.payload.nodes.map(({ context_links: contextLinks, ...node }) =>
    newNode(event, { ...node, contextLinks }),
  );
  const edges = event.payload.depends_on.map((link) => ({ ...link, type: DEPENDS_ON }));
  const made = planned.map((node) => [node.id, node] as const);
  const working = new Working([...part.nodes, ...made]);
  for (const { parent } of planned) working.addOpenChildren(parent, 1);
  for (const edge of edges) working.addOpenDeps(edge, isOpen(working.node(edge.to)));
  const ids = new Set(planned.map((node) => node.id));
  return {
    ...noChange(event),
    added: planned.map(({ id }) => working.settled(id)),
    changed: working.changed().filter(({ after }) => !ids.has(after.id)),
    addedEdges: edges,
    history: [...ids],
  };
}

/**
 * A node that is resolved or reopened changes the counts of its parent and of the waiting nodes.
 */
function updateNode(event: WorkEvent<'work_updated'>, part: WorkPart): WorkChange {
  const { id, set, evidence } = event.payload;
  const working = new Working(part.nodes);
  const before = working.node(id);
  const {
    context_links: contextLinks,
    claim_of_process: ofProcess = false,
    keeps_place: keepsPlace = false,
    ...values
  } = set;
  const { properties } = values;
  working.revise(id, event, {
    ...values,
    ...(keepsPlace ? { updatedSeq: before.updatedSeq } : {}),
    ...(contextLinks === undefined ? {} : { contextLinks }),
    ...(properties === undefined
      ? {}
      : { claimOfProcess: ofProcess && claimIn(properties) !== undefined }),
  });
  const by = isOpen(working.node(id)) - isOpen(before);
  working.addOpenChildren(before.parent, by);
  for (const edge of part.edges) if (edge.to === id) working.addOpenDeps(edge, by);
  return {
    ...noChange(event),
    changed: working.changed(),
    evidence: evidence.map((each) => ({ evidence: each, nodes: [id] })),
    history: [id],
  };
}

/** An edge is not a field of a node: it only changes what a node waits for. */
function changeEdges(
  event: WorkEvent<'work_connected' | 'work_disconnected'>,
  part: WorkPart,
  { added, removed }: { added: readonly WorkEdge[]; removed: readonly WorkEdge[] },
): WorkChange {
  const working = new Working(part.nodes);
  for (const edge of added) working.addOpenDeps(edge, isOpen(working.node(edge.to)));
  for (const edge of removed) working.addOpenDeps(edge, -isOpen(working.node(edge.to)));
  return {
    ...noChange(event),
    changed: working.changed(),
    addedEdges: added,
    removedEdges: removed,
    history: [event.payload.edge.from],
  };
}

function moveNode(event: WorkEvent<'work_moved'>, part: WorkPart): WorkChange {
  const { id, from, to, deeper } = event.payload;
  const working = new Working(part.nodes);
  const { depth, ...node } = working.node(id);
  working.revise(id, event, { parent: to, depth: depth + deeper });
  const open = isOpen({ ...node, depth });
  working.addOpenChildren(from, -open);
  working.addOpenChildren(to, open);
  return {
    ...noChange(event),
    changed: working.changed(),
    history: [id],
    deepened: { below: [id], by: deeper },
  };
}

/** The target gets the children, edges and evidence of the source, and the source is deleted. */
function mergeNodes(event: WorkEvent<'work_merged'>, part: WorkPart): WorkChange {
  const { source, target, deeper, kept } = event.payload;
  const working = new Working(part.nodes);
  const gone = working.node(source);
  const children = [...part.nodes.values()].filter((node) => node.parent === source);
  for (const { id, depth } of children) {
    working.revise(id, event, { parent: target, depth: depth + deeper });
  }
  working.addOpenChildren(gone.parent, -isOpen(gone));
  working.addOpenChildren(target, gone.openChildren);
  const edges = mergeEdges(part.edges, source, target);
  for (const edge of edges.removed) working.addOpenDeps(edge, -isOpen(working.node(edge.to)));
  for (const edge of edges.added) working.addOpenDeps(edge, isOpen(working.node(edge.to)));
  const { properties, context_links: contextLinks } = kept?.set ?? {};
  working.revise(target, event, {
    ...(properties === undefined ? {} : { properties }),
    ...(contextLinks === undefined ? {} : { contextLinks }),
  });
  const below = children.map((child) => child.id);
  // Whoever had an edge to the source has one to the target now.
  const linked = kept ? edges.removed.map((edge) => edge.from) : [];
  return {
    ...noChange(event),
    changed: working.changed().filter(({ after }) => after.id !== source),
    removed: [gone],
    addedEdges: edges.added,
    removedEdges: edges.removed,
    history: [...new Set([source, target, ...below, ...linked])],
    deepened: { below, by: deeper },
    inherited: { from: source, to: target },
  };
}

/** Every unresolved node of the subtree is resolved with the evidence, and its claim ends. */
function dropNodes(event: WorkEvent<'work_dropped'>, part: WorkPart): WorkChange {
  const { evidence } = event.payload;
  const working = new Working(part.nodes);
  for (const id of part.openBelow) {
    const node = working.node(id);
    working.revise(id, event, { resolved: true, ...endOfClaim(node) });
    working.addOpenChildren(node.parent, -1);
  }
  const dropped = new Set(part.openBelow);
  for (const edge of part.edges) if (dropped.has(edge.to)) working.addOpenDeps(edge, -1);
  return {
    ...noChange(event),
    changed: working.changed(),
    evidence: [{ evidence, nodes: part.openBelow }],
    history: part.openBelow,
  };
}

function endOfClaim({ properties }: WorkNode): Partial<WorkNode> {
  if (!claimIn(properties)) return {};
  return { properties: withoutClaim(properties), claimOfProcess: false };
}
