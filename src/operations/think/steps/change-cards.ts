/** Finds and changes existing cards: all that are named, or none. */

import { nodeUpserted } from '../../../domain/graph/apply-ops.ts';
import type { NodeState } from '../../../domain/graph/graph-events.ts';
import { reservedPrefix } from '../../../domain/graph/graph-names.ts';
import type { NodeVersion } from '../../../domain/graph/version.ts';
import type { EventDraft } from '../../../domain/journal/event.ts';
import { canonicalJson } from '../../../kernel/json.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading } from '../../../store/port.ts';
import { viewOf } from '../../steps/branch-ref.ts';
import type { ThinkPlace } from './think-place.ts';

/** The named nodes, each once, in the order they were named. */
export async function namedCards(
  tx: Reading,
  place: ThinkPlace,
  ids: readonly string[],
  field: string,
): Promise<readonly NodeVersion[] | Refusal> {
  const wanted = [...new Set(ids.map((id) => id.trim()))];
  const found = await tx.graph.byKey(await viewOf(tx, place.branch), place.graph, 'node', wanted);
  const live = new Map(
    (found as readonly NodeVersion[]).filter((node) => node.state).map((node) => [node.key, node]),
  );
  const cards: NodeVersion[] = [];
  for (const id of wanted) {
    const card = live.get(id);
    if (!card) return noSuchCard(place, id, field);
    if (reservedPrefix(id) !== undefined) {
      return refuse('INVALID_INPUT', `${field}: ${id} is not a card`);
    }
    cards.push(card);
  }
  return cards;
}

export function noSuchCard({ branch, graph }: ThinkPlace, id: string, field: string): Refusal {
  const message = `${field}: no card ${JSON.stringify(id)} on ${branch.name}`;
  const here = { branch: branch.name, graph_doc: graph };
  return refuse('UNKNOWN_ID', message, {
    recovery: 'Use the id of a card that is there, or record that card first.',
    suggestions: [suggestCall('think_context', here, 'See the cards')],
  });
}

/** Returns one event for each card that differs after the change. */
export function changedCards(
  place: ThinkPlace,
  cards: readonly NodeVersion[],
  change: (state: NodeState) => NodeState,
): readonly EventDraft[] {
  const graph = { branch: place.branch.id, doc: place.graph, target: place.target };
  return cards.flatMap(({ state }) => {
    if (!state) return [];
    const after = change(state);
    return canonicalJson(after) === canonicalJson(state) ? [] : [nodeUpserted(graph, after)];
  });
}
