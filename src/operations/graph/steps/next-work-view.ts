/**
 * A node of work as `graph_next` returns it: what is needed to begin, and how that shrinks to a
 * budget.
 */

import type { ClaimRule } from '../../../domain/work/claim.ts';
import type { Evidence, WorkNode } from '../../../domain/work/work-node.ts';
import { type Budget, clampBudget, countLines, type Trim } from '../../../kernel/budget.ts';
import { isJsonObject, type Json, type JsonObject, jsonBytes } from '../../../kernel/json.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { redact } from '../../../kernel/redaction.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { dropItems, shortenText } from '../../../kernel/trims.ts';
import type { Ancestor, Reading } from '../../../store/port.ts';
import { shortenValue } from './cut-page.ts';
import { briefNode, nodeView } from './work-view.ts';

/** Of the dependencies only this much is shown. */
const MOST_DEPS = 20;
const MOST_EVIDENCE = 5;
const REF_BYTES = 300;

/** The evidence of the node itself; graph_context shows the rest. */
const MOST_OWN = 20;
const OWN_BYTES = 8_000;

export async function nextView(tx: Reading, node: WorkNode, rule: ClaimRule): Promise<JsonObject> {
  const ancestors = await tx.work.ancestors(node.id);
  const deps = await tx.work.neighbours(node.id, 'depends_on', MOST_DEPS);
  const evidence = await tx.work.evidence([node.id, ...deps.map((dep) => dep.id)]);
  const own = evidence.get(node.id) ?? [];
  return {
    node: withEvidence(nodeView(node, rule, own), latest(own)),
    ancestors: ancestors.map(briefNode),
    context_links: {
      self: node.contextLinks,
      inherited: ancestors.flatMap(({ id, contextLinks }: Ancestor) =>
        contextLinks.length === 0 ? [] : [{ node_id: id, links: contextLinks }],
      ),
    },
    resolved_deps: deps.map((dep) => ({
      ...briefNode(dep),
      evidence: (evidence.get(dep.id) ?? []).slice(-MOST_EVIDENCE).map(shortened),
    })),
  };
}

function shortened(each: Evidence): Evidence {
  return { ...each, ref: shortenText(each.ref, REF_BYTES) };
}

/** The newest pieces of evidence that fit; the newest one is always whole. */
function latest(evidence: readonly Evidence[]): readonly Evidence[] {
  const kept: Evidence[] = [];
  let room = OWN_BYTES;
  for (const each of [...evidence].reverse()) {
    room -= jsonBytes(each);
    if (kept.length > 0 && (room < 0 || kept.length >= MOST_OWN)) break;
    kept.unshift(each);
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

/** From the least painful cut to the last; ids and summaries stay. */
export const NEXT_TRIMS: readonly Trim[] = [
  ...[10, 5, 2].map((keep) => eachItem((item) => fewerEvidence(item, keep))),
  eachItem((item) => fewerDeps(item, 1)),
  eachItem((item) => fewerEvidence(item, 1)),
  ...[1_024, 200].map((bytes) => eachItem((item) => shorterEvidence(item, bytes))),
  eachItem((item) => fewerDeps(item, 0)),
  eachItem((item) => fewerEvidence(item, 0)),
  eachItem(({ resolved_deps: _deps, ...item }) => item),
  eachItem((item) => ofNode(item, shortValues)),
  eachItem(({ context_links: _links, ancestors: _above, ...item }) => item),
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
  const deps = (item.resolved_deps ?? []) as unknown as readonly {
    evidence: readonly Evidence[];
  }[];
  const fewer = deps.map((dep) => ({
    ...dep,
    evidence: keep === 0 ? [] : dep.evidence.slice(-keep),
  }));
  return { ...item, resolved_deps: fewer as unknown as Json };
}

const VALUE_BYTES = 200;

function shortValues({ context_links: _links, ...node }: JsonObject): JsonObject {
  const short: Record<string, Json> = {};
  for (const name of ['state', 'properties']) {
    const value = node[name];
    if (value !== undefined) short[name] = shortenValue(value, VALUE_BYTES);
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
  const bytes = jsonBytes(least);
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
