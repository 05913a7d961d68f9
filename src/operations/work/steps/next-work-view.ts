/**
 * A node of work as `graph_next` returns it: what is needed to begin, and how that shrinks to a
 * budget.
 */

import { type ClaimRule, withoutClaim } from '../../../domain/work/claim.ts';
import type { Evidence, WorkNode } from '../../../domain/work/work-node.ts';
import { type Budget, clampBudget, countLines, type Trim } from '../../../kernel/budget.ts';
import { dropItems } from '../../../kernel/cuts/list-cuts.ts';
import { excerpt } from '../../../kernel/excerpt.ts';
import { isJsonObject, type Json, type JsonObject, jsonBytes } from '../../../kernel/json.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { redact } from '../../../kernel/redaction.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { shortenText } from '../../../kernel/trims.ts';
import type { Ancestor, Reading } from '../../../store/port.ts';
import { briefEvidence, omittedEvidence } from './brief-evidence.ts';
import { shortenValue } from './cut-page.ts';
import { briefNode, nodeView } from './work-view.ts';

/** How much of a node and of what surrounds it is shown; graph_context shows the rest. */
export interface ShownParts {
  /** Dependencies, the pieces of evidence of each and of all, and the bytes of a piece. */
  readonly deps: number;
  readonly evidenceOfDep: number;
  readonly evidenceOfDeps: number;
  readonly refOfDep: number;
  /** Pieces of its own evidence, their bytes together, and the bytes of one. */
  readonly own: number;
  readonly ownBytes: number;
  readonly refBytes: number;
  readonly ancestors: number;
  readonly links: number;
  /** Bytes of the summary of a neighbour, and of state and properties. */
  readonly summaryBytes: number;
  readonly valueBytes: number;
}

/** Without a budget from the caller: what is needed to begin. */
export const FEW_PARTS: ShownParts = {
  deps: 8,
  evidenceOfDep: 3,
  evidenceOfDeps: 12,
  refOfDep: 160,
  own: 5,
  ownBytes: 2_000,
  refBytes: 1_000,
  ancestors: 8,
  links: 20,
  summaryBytes: 200,
  valueBytes: 1_500,
};

/** For a caller with a budget of its own, which cuts the answer. */
export const MANY_PARTS: ShownParts = {
  deps: 20,
  evidenceOfDep: 5,
  evidenceOfDeps: 100,
  refOfDep: 300,
  own: 20,
  ownBytes: 8_000,
  refBytes: LIMITS.text,
  ancestors: LIMITS.workDepth,
  links: LIMITS.workDepth * LIMITS.listItems,
  summaryBytes: LIMITS.text,
  valueBytes: LIMITS.text,
};

/** Dependencies beyond these are not even counted. */
const MAX_COUNTED = 100;

const ALL_DONE = 'All parts are done: check the whole, then resolve the project.';

export async function nextView(
  tx: Reading,
  node: WorkNode,
  { rule, untilOf }: { rule: ClaimRule; untilOf: (node: WorkNode) => string | undefined },
  parts: ShownParts,
): Promise<JsonObject> {
  const ancestors = await tx.work.ancestors(node.id);
  const found = await tx.work.neighbours(node.id, 'depends_on', MAX_COUNTED);
  const deps = newest(found, parts.deps);
  const evidence = await tx.work.evidence([node.id, ...deps.map((dep) => dep.id)]);
  const own = evidence.get(node.id) ?? [];
  const shown = nodeView(node, rule, own);
  const piecesOfDep = Math.min(
    parts.evidenceOfDep,
    Math.max(1, Math.floor(parts.evidenceOfDeps / deps.length)),
  );
  const until = untilOf(node);
  const above = atMost(ancestors, parts.ancestors);
  return {
    node: {
      ...withEvidence(shortValues(redact(shown), parts.valueBytes), latest(own, parts)),
      context_links: node.contextLinks.slice(0, parts.links),
    },
    ...(until === undefined ? {} : { claimed_until: until }),
    ...(node.parent === null ? { note: ALL_DONE } : {}),
    ancestors: above.map((each) => ({
      ...briefly(each, parts),
      // Resolved early: this node is open below it.
      ...(each.resolved ? { resolved: true } : {}),
    })),
    ...omitted('ancestors', ancestors, above),
    context_links: linksOf(node, ancestors, parts.links),
    resolved_deps: deps.map((dep) => ({
      ...briefly(dep, parts),
      ...briefEvidence(dep.id, evidence.get(dep.id) ?? [], {
        most: piecesOfDep,
        bytes: parts.refOfDep,
      }),
    })),
    ...omitted('resolved_deps', found, deps),
  };
}

function briefly(node: Pick<WorkNode, 'id' | 'summary'>, { summaryBytes }: ShownParts) {
  return { ...briefNode(node), summary: excerpt(node.summary, summaryBytes) };
}

function omitted(list: string, all: readonly unknown[], shown: readonly unknown[]): JsonObject {
  const count = all.length - shown.length;
  return count > 0 ? { [`${list}_omitted`]: count } : {};
}

/** Those that changed last, in the order in which they were created. */
function newest(nodes: readonly WorkNode[], most: number): readonly WorkNode[] {
  if (nodes.length <= most) return nodes;
  const kept = new Set(nodes.toSorted((a, b) => b.updatedMs - a.updatedMs).slice(0, most));
  return nodes.filter((node) => kept.has(node));
}

/** The root and the nearest. */
function atMost(ancestors: readonly Ancestor[], most: number): readonly Ancestor[] {
  if (ancestors.length <= most) return ancestors;
  return [...ancestors.slice(0, 1), ...ancestors.slice(1 - most)];
}

/** By the node that has them; those of the farthest ancestors are left out first. */
function linksOf(node: WorkNode, ancestors: readonly Ancestor[], most: number): JsonObject {
  let room = most;
  const take = (links: readonly string[]) => {
    const taken = links.slice(0, room);
    room -= taken.length;
    return taken;
  };
  const self = take(node.contextLinks);
  const inherited = ancestors.toReversed().flatMap(({ id, contextLinks }) => {
    const links = take(contextLinks);
    return links.length === 0 ? [] : [{ node_id: id, links }];
  });
  const all = [node, ...ancestors].reduce((sum, each) => sum + each.contextLinks.length, 0);
  const left = all - (most - room);
  return { self, inherited: inherited.reverse(), ...(left > 0 ? { omitted: left } : {}) };
}

function shortened(each: Evidence, bytes: number): Evidence {
  return { ...each, ref: excerpt(each.ref, bytes) };
}

/** The newest pieces of evidence that fit; the newest one always. */
function latest(evidence: readonly Evidence[], parts: ShownParts): readonly Evidence[] {
  const kept: Evidence[] = [];
  let room = parts.ownBytes;
  for (const each of evidence.toReversed()) {
    const piece = shortened(each, parts.refBytes);
    room -= jsonBytes(piece);
    if (kept.length > 0 && (room < 0 || kept.length >= parts.own)) break;
    kept.unshift(piece);
  }
  return kept;
}

/** Replaces the evidence, and counts the pieces that are left out. */
function withEvidence(node: JsonObject, kept: readonly Json[]): JsonObject {
  const { evidence, evidence_omitted: before, ...rest } = node;
  const given = Array.isArray(evidence) ? evidence.length : 0;
  const omitted = given - kept.length + (typeof before === 'number' ? before : 0);
  return {
    ...rest,
    evidence: kept,
    ...(omitted > 0 ? { evidence_omitted: omitted } : {}),
  };
}

/**
 * The nodes for a caller that has just worked in the project: without its goal, without the
 * properties of the claim, of which `claimed_until` says enough, without its own evidence of what
 * came before, and without what is empty.
 */
export function withoutTheKnown(view: JsonObject, agent: string): JsonObject {
  if (!Array.isArray(view.nodes)) return view;
  return { ...view, nodes: view.nodes.map((item: JsonObject) => unknownOf(item, agent)) };
}

function unknownOf(
  { node, ancestors, context_links: links, resolved_deps: deps, ...item }: JsonObject,
  agent: string,
): JsonObject {
  const { id, rev, summary, state, properties, evidence, evidence_omitted } = node as JsonObject;
  const own = isJsonObject(properties) ? withoutClaim(properties) : properties;
  return filled({
    node: filled({ id, rev, summary, state, properties: own, evidence, evidence_omitted }),
    ...item,
    ancestors: Array.isArray(ancestors) ? ancestors.slice(1) : undefined,
    context_links: filled(links as JsonObject),
    resolved_deps: Array.isArray(deps)
      ? deps.map((dep: JsonObject) => filled(ofOthers(dep, agent)))
      : undefined,
  });
}

function ofOthers(dep: JsonObject, agent: string): JsonObject {
  const evidence = (dep.evidence ?? []) as unknown as readonly Evidence[];
  const others = evidence.filter((piece) => piece.agent !== agent);
  return { ...dep, evidence: others.map(({ timestamp: _at, ...piece }) => piece) };
}

/** Only the fields that say something. */
function filled(value: JsonObject): JsonObject {
  const isEmpty = (each: Json | undefined) =>
    each === undefined ||
    (typeof each === 'object' && each !== null && Object.keys(each).length === 0);
  return Object.fromEntries(Object.entries(value).filter(([, each]) => !isEmpty(each)));
}

/** From the least painful cut to the last; ids and summaries stay. */
export const NEXT_TRIMS: readonly Trim[] = [
  eachItem(({ known: _before, ...item }) => item),
  // The links beside the node have them too.
  eachItem((item) => ofNode(item, ({ context_links: _links, ...node }) => node)),
  ...[10, 5, 2].map((keep) => eachItem((item) => fewerEvidence(item, keep))),
  eachItem((item) => fewerDeps(item, 1)),
  eachItem((item) => fewerEvidence(item, 1)),
  ...[1_024, 200].map((bytes) => eachItem((item) => shorterEvidence(item, bytes))),
  eachItem((item) => fewerDeps(item, 0)),
  eachItem((item) => fewerEvidence(item, 0)),
  eachItem(({ resolved_deps: _deps, ...item }) => item),
  eachItem((item) => ofNode(item, (node) => shortValues(node, VALUE_BYTES))),
  eachItem(({ context_links: _links, ancestors: _above, changed: _others, ...item }) => item),
  eachItem(bare),
];

/** Nodes that were only read may be left out; claimed ones may not. */
export const READ_TRIMS: readonly Trim[] = [
  dropItems('nodes', { from: 'back', keep: 1 }),
  dropItems('nodes', { from: 'back', keep: 0 }),
];

type Cut = (item: JsonObject) => JsonObject;

function eachItem(cut: Cut): Trim {
  return {
    minimal: cut === bare,
    apply(view, fits) {
      if (fits.whole(view) || !Array.isArray(view.nodes)) return view;
      return { ...view, nodes: view.nodes.map((item: JsonObject) => cut(item)) };
    },
  };
}

function ofNode(item: JsonObject, cut: Cut): JsonObject {
  const { node } = item;
  return node !== undefined && isJsonObject(node) ? { ...item, node: cut(node) } : item;
}

function fewerEvidence(item: JsonObject, keep: number): JsonObject {
  return ofNode(item, (node) => {
    const all = Array.isArray(node.evidence) ? node.evidence : [];
    return all.length > keep ? withEvidence(node, all.slice(all.length - keep)) : node;
  });
}

function shorterEvidence(item: JsonObject, bytes: number): JsonObject {
  return ofNode(item, (node) => {
    const all = (node.evidence ?? []) as unknown as readonly Evidence[];
    return {
      ...node,
      evidence: all.map((each) => ({ ...each, ref: shortenText(each.ref, bytes) })),
    };
  });
}

function fewerDeps(item: JsonObject, keep: number): JsonObject {
  const deps = (item.resolved_deps ?? []) as unknown as readonly JsonObject[];
  const fewer = deps.map((dep) => {
    const evidence = (dep.evidence ?? []) as readonly Json[];
    const before = typeof dep.evidence_omitted === 'number' ? dep.evidence_omitted : 0;
    const kept = evidence.slice(0, keep);
    const omitted = omittedEvidence(String(dep.id), before + evidence.length - kept.length);
    return { ...dep, evidence: kept, ...omitted };
  });
  return { ...item, resolved_deps: fewer as unknown as Json };
}

const VALUE_BYTES = 200;

function shortValues(node: JsonObject, bytes: number): JsonObject {
  const short: Record<string, Json> = {};
  for (const name of ['state', 'properties']) {
    const value = node[name];
    if (value !== undefined) short[name] = shortenValue(value, bytes);
  }
  return { ...node, ...short };
}

function bare(item: JsonObject): JsonObject {
  return ofNode({ node: item.node }, ({ id, rev, summary }) => ({ id, rev, summary }));
}

/** Refuses a claim whose nodes the answer has no room to name. */
export function refuseTooSmall(
  nodes: readonly WorkNode[],
  asked: {
    readonly max_chars?: number | undefined;
    readonly max_bytes?: number | undefined;
    readonly max_lines?: number | undefined;
  },
): Refusal | undefined {
  // The claim may give the revision one more digit.
  const items = nodes.map(({ id, rev, summary }) => ({ node: { id, rev: 10 * rev, summary } }));
  const least = redact({ nodes: items, truncated: true }) as JsonObject;
  const caps = [asked.max_chars, asked.max_bytes].flatMap((cap) => cap ?? []);
  const room: Budget = { bytes: clampBudget(Math.min(...caps, LIMITS.answerBytes)).bytes };
  const payload = jsonBytes(least);
  // A payload of this size is never cut for what stands around it.
  const bytes = payload <= LIMITS.payloadBytes ? payload : payload + LIMITS.frameBytes;
  if (asked.max_lines !== undefined && countLines(least) > asked.max_lines) {
    return tooSmall('max_lines', `${countLines(least)}`);
  }
  return bytes <= room.bytes ? undefined : tooSmall('max_chars', `${bytes}`);
}

function tooSmall(field: string, least: string): Refusal {
  return refuse(
    'INVALID_INPUT',
    `${field}: too small to name the claimed nodes, which takes at least ${least}`,
    {
      recovery: `Raise ${field}, or lower count.`,
      details: { field },
    },
  );
}
