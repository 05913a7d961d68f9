/** The events of thinking cards, besides those of their nodes in the graph. */

import { plainText } from '../../kernel/text.ts';
import { defineEvent, none, shape } from '../journal/define-event.ts';
import type { Card } from './card.ts';

export const CARD_EVENTS = {
  /** Enters the card in the order of the trace; its node in the graph has an event of its own. */
  card_recorded: defineEvent({
    payload: shape<{ readonly card: Card }>(),
    words: ({ payload: { card } }) => [wordsFor(card), card?.title ?? card?.text],
    text: none,
    opensAs: 'note',
  }),
};

function wordsFor({ type, tags, meta }: Partial<Card> = {}): string {
  const to = plainText(meta?.to);
  if (type === 'question') return `asked ${to === 'user' ? 'the user' : to}`.trim();
  if (type === 'decision') return 'recorded a decision';
  if (tags?.includes('fact')) return 'recorded a fact';
  return `recorded a card: ${type ?? ''}`;
}
