/** Replaces or retires a decision, fact, question or other card. */

import { edgeUpserted } from '../../../domain/graph/apply-ops.ts';
import type { NodeState } from '../../../domain/graph/graph-events.ts';
import { reservedPrefix } from '../../../domain/graph/graph-names.ts';
import { edgeEnds, type NodeVersion } from '../../../domain/graph/version.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { stateOfCard } from '../../../recall/terms/artifact-texts.ts';
import { isSuperseded } from '../../../recall/terms/recall-text.ts';
import { isReplacedCard, isReplacing } from '../../../recall/terms/seen-card.ts';
import type { Reading, Writing } from '../../../store/port.ts';
import { viewOf } from '../../steps/branch-ref.ts';
import { changedCards } from '../../think/steps/change-cards.ts';
import type { ThinkPlace } from '../../think/steps/think-place.ts';
import { type CardKind, placeOfGraph, rememberCard } from './remember-cards.ts';

const REPLACES = 'replaces';

interface FoundCard {
  readonly place: ThinkPlace;
  readonly card: NodeVersion & { readonly state: NodeState };
}

/** A card that holds: as `here` sees it, else where it was written last. */
export async function findCard(
  tx: Reading,
  id: string,
  here: ThinkPlace,
): Promise<FoundCard | Refusal> {
  const found = await cardAt(tx, id, here);
  if (found) return stillHolding(tx, found);
  for (const { branch: number, doc } of await tx.graph.places(id)) {
    const branch = await tx.branches.byId(number);
    const other = branch && (await cardAt(tx, id, placeOfGraph(branch, doc)));
    if (other) return stillHolding(tx, other);
  }
  return refuse('UNKNOWN_ID', `replaces: no rule or card ${JSON.stringify(id)}`, {
    recovery: 'Send the id of a rule or card that holds, such as RULE-001 or CARD-12.',
    suggestions: [suggestCall('status', {}, 'See what holds')],
  });
}

async function cardAt(tx: Reading, id: string, place: ThinkPlace): Promise<FoundCard | undefined> {
  if (reservedPrefix(id) !== undefined) return undefined;
  const [node] = await tx.graph.byKey(await viewOf(tx, place.branch), place.graph, 'node', [id]);
  const card = node as NodeVersion | undefined;
  return card?.state ? { place, card: { ...card, state: card.state } } : undefined;
}

async function stillHolding(tx: Reading, found: FoundCard): Promise<FoundCard | Refusal> {
  const { place, card } = found;
  const edges = await tx.graph.edgesAt(await viewOf(tx, place.branch), place.graph, [card.key]);
  const isEnded = isSuperseded(stateOfCard(card.state.status)) || isReplacedCard(card, edges);
  if (!isEnded) return found;
  const ends = edges.filter(({ state }) => state !== undefined).map(({ key }) => edgeEnds(key));
  const after = ends.find(({ to, rel }) => to === card.key && isReplacing(rel))?.from;
  const by = after === undefined ? '' : `; ${after} took its place`;
  return refuse('INVALID_INPUT', `replaces: ${card.key} no longer holds${by}`, {
    recovery: after === undefined ? 'Leave replaces out.' : `Send replaces ${after}.`,
  });
}

/** What a card that takes its place is, unless another kind is given. */
export function kindOfCard({ type }: NodeState): CardKind {
  if (type === 'decision' || type === 'question') return type;
  return 'fact';
}

/** Ends the card. Each text becomes a card in its place, linked to it; without one it is retired. */
export async function replaceCard(
  tx: Writing,
  { place, card }: FoundCard,
  texts: readonly string[],
  { kind, source }: { readonly kind: CardKind; readonly source: string | undefined },
): Promise<readonly string[] | Refusal> {
  const { about, to } = card.state.meta ?? {};
  const ids: string[] = [];
  for (const text of texts) {
    const id = await rememberCard(tx, place, {
      ...{ kind, text, source, subject: undefined },
      to: kind === 'question' && typeof to === 'string' ? to : undefined,
      part: typeof about === 'string' ? about : undefined,
    });
    if (isRefusal(id)) return id;
    ids.push(id);
  }
  const status = ids.length === 0 ? 'retired' : 'superseded';
  const graph = { branch: place.branch.id, doc: place.graph, target: place.target };
  // The links come last: recall marks a card by what was written last.
  await tx.append([
    ...changedCards(place, [card], (state) => ({ ...state, status })),
    ...ids.map((from) => edgeUpserted(graph, { from, rel: REPLACES, to: card.key })),
  ]);
  return ids;
}
