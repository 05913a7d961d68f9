/**
 * Records a card: an entry in the trace and a node in the reasoning graph, written together and
 * only once.
 */

import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import { type Card, type CardInput, readCard, type Settled } from '../../../domain/cards/card.ts';
import { cardKey, cardRecorded } from '../../../domain/cards/card-recorded.ts';
import { idIsTaken, isSameCard, saysTheSame } from '../../../domain/cards/same-card.ts';
import { edgeUpserted, type GraphPlace, nodeUpserted } from '../../../domain/graph/apply-ops.ts';
import type { EdgeState } from '../../../domain/graph/graph-events.ts';
import { nodeId, reservedPrefix } from '../../../domain/graph/graph-names.ts';
import { edgeKey } from '../../../domain/graph/version.ts';
import type { EventDraft } from '../../../domain/journal/event.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import type { Reading, Writing } from '../../../store/port.ts';
import { viewOf } from '../../steps/branch-ref.ts';
import { refuseOtherKind } from '../../steps/document-kind.ts';
import { noSuchCard } from './change-cards.ts';
import { type KnownCard, knownCard } from './known-card.ts';
import type { ThinkPlace } from './think-place.ts';

export interface Links {
  readonly supports?: readonly string[] | undefined;
  readonly blocks?: readonly string[] | undefined;
}

/** A type, not an interface: it goes into views. */
export type Recorded = {
  readonly card_id: string;
  readonly inserted: boolean;
  readonly graph_applied: { readonly nodes_upserted: number; readonly edges_upserted: number };
  readonly last_seq: number | null;
};

export async function recordCard(
  tx: Writing,
  place: ThinkPlace,
  input: CardInput,
  links: Links,
  { field = 'card', ...settled }: Settled & { readonly field?: string } = {},
): Promise<Recorded | Refusal> {
  const card = readCard(input, await freshId(tx, place), field, settled);
  if (isRefusal(card)) return card;
  const reserved = reservedPrefix(card.id);
  if (reserved !== undefined) {
    return refuse(
      'INVALID_INPUT',
      `${field}.id: ids that begin with ${reserved} are not for cards`,
    );
  }
  const misplaced = await refusePlace(tx, place);
  if (misplaced) return misplaced;
  const known = await knownCard(tx, place, card.id);
  const missing = missingParts(card, known, field);
  if (isRefusal(missing)) return missing;
  const edges = await newEdges(tx, place, card.id, links);
  if (isRefusal(edges)) return edges;
  const last = (
    await tx.append([...cardDrafts(place, card, missing), ...edgeDrafts(place, edges)])
  ).at(-1);
  return {
    card_id: card.id,
    inserted: missing.entry,
    graph_applied: { nodes_upserted: missing.node ? 1 : 0, edges_upserted: edges.length },
    last_seq: last?.seq ?? null,
  };
}

async function refusePlace(
  tx: Reading,
  { branch, trace, graph }: ThinkPlace,
): Promise<Refusal | undefined> {
  return (
    (await refuseOtherKind(tx, { branch, doc: trace, kind: 'trace', field: 'trace_doc' })) ??
    (await refuseOtherKind(tx, { branch, doc: graph, kind: 'graph', field: 'graph_doc' }))
  );
}

/** Which parts of a card do not exist yet. */
interface MissingParts {
  readonly entry: boolean;
  readonly node: boolean;
}

/** A card is known as it was recorded, since its status, tags and meta may have changed since. */
function missingParts(card: Card, known: KnownCard, field: string): MissingParts | Refusal {
  const { inTrace, elsewhere, node } = known;
  const [first] = inTrace;
  if (first) {
    const isKnown = inTrace.some((each) => isSameCard(each, card));
    return isKnown ? { entry: false, node: node === undefined } : idIsTaken(first, card, field);
  }
  if (node === undefined) return { entry: true, node: true };
  const cameHere = elsewhere.some((each) => isSameCard(each, card)) && saysTheSame(node, card);
  if (cameHere || isSameCard(node, card)) return { entry: false, node: false };
  return idIsTaken(node, card, field);
}

function graphPlace({ branch, graph, target }: ThinkPlace): GraphPlace {
  return { branch: branch.id, doc: graph, target };
}

function cardDrafts(place: ThinkPlace, card: Card, missing: MissingParts): readonly EventDraft[] {
  return [
    ...(missing.entry ? [cardRecorded(place, card)] : []),
    ...(missing.node ? [nodeUpserted(graphPlace(place), card)] : []),
  ];
}

function edgeDrafts(place: ThinkPlace, edges: readonly EdgeState[]): readonly EventDraft[] {
  return edges.map((edge) => edgeUpserted(graphPlace(place), edge));
}

/** The edges that do not exist yet. The cards that they point at must. */
async function newEdges(
  tx: Reading,
  place: ThinkPlace,
  id: string,
  links: Links,
): Promise<readonly EdgeState[] | Refusal> {
  const requested: EdgeState[] = [];
  for (const rel of ['supports', 'blocks'] as const) {
    for (const other of links[rel] ?? []) {
      const to = nodeId(other, rel);
      if (isRefusal(to)) return to;
      requested.push({ from: id, rel, to });
    }
  }
  if (requested.length === 0) return [];
  const view = await viewOf(tx, place.branch);
  const found = await tx.graph.byKey(view, place.graph, 'edge', requested.map(edgeKey));
  const live = new Set(found.filter((edge) => edge.state).map((edge) => edge.key));
  const unique = new Map(requested.map((edge) => [edgeKey(edge), edge]));
  const fresh = [...unique.values()].filter((edge) => !live.has(edgeKey(edge)));
  return (await unknownEnd(tx, place, view, fresh)) ?? fresh;
}

async function unknownEnd(
  tx: Reading,
  place: ThinkPlace,
  view: EffectiveView,
  edges: readonly EdgeState[],
): Promise<Refusal | undefined> {
  const ends = edges.map(({ to }) => to);
  const found = await tx.graph.byKey(view, place.graph, 'node', ends);
  const live = new Set(found.filter(({ state }) => state).map((node) => node.key));
  const loose = edges.find(({ from, to }) => to !== from && !live.has(to));
  return loose && noSuchCard(place, loose.to, loose.rel);
}

/** Numbered like the event, unless a caller has used that id already. */
async function freshId(tx: Reading, place: ThinkPlace): Promise<string> {
  const view = await viewOf(tx, place.branch);
  for (let number = tx.head + 1; ; number++) {
    const id = `CARD-${number}`;
    const nodes = await tx.graph.byKey(view, place.graph, 'node', [id]);
    if (nodes.length === 0 && !(await tx.journal.withKey(cardKey(place, id)))) return id;
  }
}
