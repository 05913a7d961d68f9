/** Adds to a recorded thought the edges that its steps have in the reasoning graph. */

import type { EventDraft } from '../journal/event.ts';
import { linksOf, type Resolve } from './cipher-cards.ts';

export type ThoughtDraft = Extract<EventDraft, { type: 'thought_recorded' }>;

export interface LinkedThought {
  readonly draft: ThoughtDraft;
  /** Labels that nothing in the session has. */
  readonly unresolved: readonly number[];
}

export function linkedThought(draft: ThoughtDraft, resolve: Resolve): LinkedThought {
  const { edges, unresolved } = linksOf(draft.payload.steps ?? [], resolve);
  if (edges.length === 0) return { draft, unresolved };
  return { draft: { ...draft, payload: { ...draft.payload, links: edges } }, unresolved };
}
