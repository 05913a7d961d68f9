/**
 * Records a card: an entry in the trace and a node in the reasoning graph, written together and
 * only once.
 */

import { type Card, type CardInput, readCard, type Settled } from '../../../domain/cards/card.ts';
import { cardKey, cardRecorded } from '../../../domain/cards/card-recorded.ts';
import { edgeUpserted, type GraphPlace, nodeUpserted } from '../../../domain/graph/apply-ops.ts';
import type { EdgeState } from '../../../domain/graph/graph-events.ts';
import { nodeId, reservedPrefix } from '../../../domain/graph/graph-names.ts';
import { edgeKey } from '../../../domain/graph/version.ts';
import type { EventDraft } from '../../../domain/journal/event.ts';
import { canonicalJson, type JsonObject } from '../../../kernel/json.ts';
import { keepSecrets } from '../../../kernel/kept-secrets.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import type { Reading, Writing } from '../../../store/port.ts';
import { viewOf } from '../../steps/branch-ref.ts';
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
  const isNew = await isNewCard(tx, place, card, field);
  if (isRefusal(isNew)) return isNew;
  const edges = await newEdges(tx, place, card.id, links);
  if (isRefusal(edges)) return edges;
  const drafts = [...(isNew ? cardDrafts(place, card) : []), ...edgeDrafts(place, edges)];
  const last = (await tx.append(drafts)).at(-1);
  return {
    card_id: card.id,
    inserted: isNew,
    graph_applied: { nodes_upserted: isNew ? 1 : 0, edges_upserted: edges.length },
    last_seq: last?.seq ?? null,
  };
}

function graphPlace({ branch, graph, target }: ThinkPlace): GraphPlace {
  return { branch: branch.id, doc: graph, target };
}

/** The events of a new card: its entry in the trace and its node. */
function cardDrafts(place: ThinkPlace, card: Card): readonly EventDraft[] {
  return [cardRecorded(place, card), nodeUpserted(graphPlace(place), card)];
}

function edgeDrafts(place: ThinkPlace, edges: readonly EdgeState[]): readonly EventDraft[] {
  return edges.map((edge) => edgeUpserted(graphPlace(place), edge));
}

/**
 * Compares with the card as it was recorded, not with its node: status and pins may have changed
 * since then, and the same call must still count as a repeat.
 */
async function isNewCard(
  tx: Reading,
  place: ThinkPlace,
  card: Card,
  field: string,
): Promise<boolean | Refusal> {
  const known = await tx.journal.withKey(cardKey(place, card.id));
  if (known?.type === 'card_recorded') {
    // A card that was read redacted and is recorded again is the same card.
    const meant = keepSecrets(
      card as unknown as JsonObject,
      known.payload.card as unknown as JsonObject,
    );
    if (canonicalJson(known.payload.card) === canonicalJson(meant)) return false;
    return taken(card.id, field, 'another card');
  }
  const [node] = await tx.graph.byKey(await viewOf(tx, place.branch), place.graph, 'node', [
    card.id,
  ]);
  return node?.state ? taken(card.id, field, 'a node of this graph') : true;
}

function taken(id: string, field: string, by: string): Refusal {
  return refuse('INVALID_INPUT', `${field}.id: ${id} belongs to ${by}`, {
    recovery: 'Leave id out for a new card.',
  });
}

/** The edges that do not exist yet. They may point at cards that are recorded later. */
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
  return [...unique.values()].filter((edge) => !live.has(edgeKey(edge)));
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
