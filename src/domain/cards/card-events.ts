/** The events of thinking cards, besides those of their nodes in the graph. */

import type { EventVersions } from '../../kernel/upcast.ts';
import type { Card } from './card.ts';

export interface CardPayloads {
  /** Enters the card in the order of the trace; its node in the graph has an event of its own. */
  card_recorded: { readonly card: Card };
}

/** Every event type with the upcasters of its earlier versions. */
export const CARD_EVENTS: EventVersions<keyof CardPayloads> = {
  card_recorded: [],
};
