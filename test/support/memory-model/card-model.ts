/** The answer of `think_card`, by docs/spec/thinking.md. */

import type { JsonObject } from '../../../src/kernel/json.ts';
import { saysTheSame, stateOf } from './graph-model.ts';
import { type Branch, type Memory, refused } from './model.ts';

export const [TRACE, GRAPH] = ['trace', 'graph'];

/** A card with every field that it can have. */
export interface Card extends JsonObject {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly meta: JsonObject;
}

export interface CardRequest {
  readonly branch: string;
  readonly card: Card;
  readonly supports?: readonly string[];
}

/** The cards that the trace has under this id: recorded there or inherited, else copied. */
function inTrace(memory: Memory, branch: Branch, id: string): readonly JsonObject[] {
  const entries = memory.doc(branch, TRACE).entries.filter(({ card }) => card?.id === id);
  const own = entries.filter(({ seq, origin }) => seq === origin);
  return (own.length > 0 ? own : entries).flatMap(({ card }) => (card ? [card] : []));
}

/** What is missing of the card, or nothing if its id belongs to another one. */
function missing(memory: Memory, branch: Branch, card: Card) {
  const node = stateOf(memory.doc(branch, GRAPH).graph, `node|${card.id}`);
  const here = inTrace(memory, branch, card.id);
  const isSame = (each: JsonObject | null) => saysTheSame(each, card);
  if (here.length > 0) return here.some(isSame) ? { entry: false, node: !node } : undefined;
  if (!node) return { entry: true, node: true };
  const words = (each: JsonObject) => [each.type, each.title, each.text].join('|');
  const cameHere = memory.cards.some(isSame) && words(node) === words(card);
  return cameHere || isSame(node) ? { entry: false, node: false } : undefined;
}

export function thinkCard(memory: Memory, { branch: name, card, supports = [] }: CardRequest) {
  const branch = memory.find(name);
  if (!branch) return refused('UNKNOWN_ID');
  const lacks = missing(memory, branch, card);
  if (!lacks) return refused('INVALID_INPUT');
  const { graph } = memory.doc(branch, GRAPH);
  const edgeTo = (to: string) => `edge|${card.id}|supports|${to}`;
  const fresh = [...new Set(supports)].filter((to) => stateOf(graph, edgeTo(to)) === null);
  const isUnknown = (to: string) => to !== card.id && stateOf(graph, `node|${to}`) === null;
  if (fresh.some(isUnknown)) return refused('UNKNOWN_ID');
  if (lacks.entry) memory.enterCard(branch, TRACE, card);
  if (lacks.node) memory.enterVersion(branch, GRAPH, `node|${card.id}`, card);
  for (const to of fresh) {
    memory.enterVersion(branch, GRAPH, edgeTo(to), { from: card.id, rel: 'supports', to });
  }
  const isWritten = lacks.entry || lacks.node || fresh.length > 0;
  return {
    ...{ branch: name, trace_doc: TRACE, graph_doc: GRAPH, card_id: card.id },
    inserted: lacks.entry,
    graph_applied: { nodes_upserted: lacks.node ? 1 : 0, edges_upserted: fresh.length },
    last_seq: isWritten ? memory.head : null,
  };
}
