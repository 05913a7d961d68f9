/** What can happen to thinking cards beyond their nodes in the graph. */

import type { EventVersions } from '../../kernel/upcast.ts';
import type { Card } from './card.ts';

export interface CardPayloads {
  /** The card's place in the chronology; its structure is a node of its own event. */
  card_recorded: { readonly card: Card };
}

/** Every type, with what is needed to read its earlier versions. */
export const CARD_EVENTS: EventVersions<keyof CardPayloads> = {
  card_recorded: [],
};
