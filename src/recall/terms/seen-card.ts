/** What recall shows of a card on a branch: the version that the branch sees, with its state there. */

import type { NodeState } from '../../domain/graph/graph-events.ts';
import { type EdgeVersion, edgeEnds } from '../../domain/graph/version.ts';
import { type NamedText, stateOfCard, textOfNode } from './artifact-texts.ts';
import { isSameText, type RecallState, type RecallText } from './recall-text.ts';

/** The relations that say: what it leads to no longer holds. */
const REPLACES: readonly string[] = ['supersedes', 'replaces', 'revises', 'obsoletes'];

export function isReplacing(rel: string): boolean {
  return REPLACES.includes(rel);
}

export interface SeenCard {
  readonly branch: number;
  readonly doc: string;
  /** Its newest version that the branch sees, tombstones aside. */
  readonly seq: number;
  readonly tsMs: number;
  readonly node: NodeState;
  readonly isDeleted: boolean;
}

/** Its text as the branch sees it, if these are its words; undefined if it says something else. */
export function textAsSeen(
  text: RecallText,
  card: SeenCard,
  edges: readonly EdgeVersion[],
): NamedText | undefined {
  const { branch, doc, node } = card;
  const seen = textOfNode(branch, doc, node);
  if (!seen || !isSameText(seen, text)) return undefined;
  const { state: _told, ...words } = seen;
  const state = stateAsSeen(card, edges);
  return state === undefined ? words : { ...words, state };
}

/** As the index marks a card: by its status, or by an edge that came later. */
function stateAsSeen(
  { node, seq, isDeleted }: SeenCard,
  edges: readonly EdgeVersion[],
): RecallState | undefined {
  if (isDeleted) return 'deleted';
  return isReplacedCard({ key: node.id, seq }, edges) ? 'replaced' : stateOfCard(node.status);
}

/** Whether an edge that came after this version of a card says that it no longer holds. */
export function isReplacedCard(
  card: { readonly key: string; readonly seq: number },
  edges: readonly EdgeVersion[],
): boolean {
  return edges.some(({ key, state, seq: since }) => {
    const { rel, to } = edgeEnds(key);
    return state !== undefined && to === card.key && isReplacing(rel) && since > card.seq;
  });
}
