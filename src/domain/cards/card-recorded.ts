/** The event that gives a card its place in a trace. */

import type { EventDraft } from '../journal/event.ts';
import type { Card } from './card.ts';

/** A trace, and the branch that it is on. */
interface TracePlace {
  readonly branch: { readonly id: number };
  readonly trace: string;
}

/** A trace has one card per id: this key finds the first when a card is recorded again. */
export function cardKey({ branch, trace }: TracePlace, id: string): string {
  return `think_card:${branch.id}:${trace}:${id}`;
}

export function cardEntity(id: string): string {
  return `card:${id}`;
}

export function cardRecorded(place: TracePlace, card: Card): EventDraft {
  return {
    type: 'card_recorded',
    entity: cardEntity(card.id),
    branch: place.branch.id,
    doc: place.trace,
    key: cardKey(place, card.id),
    payload: { card },
  };
}
