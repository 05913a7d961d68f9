/** What to do about each refusal of a card. */

import { CARD_TYPES } from '../../../domain/cards/card.ts';
import type { CardReason } from '../../../domain/cards/reasons.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { AdviceTable } from '../../steps/advice-table.ts';

export const CARD_ADVICE: AdviceTable<CardReason> = {
  card_empty: ({ type }) => ({ suggestions: [seeFields(type)] }),
  card_type_unknown: () => ({
    recovery: `Types: ${CARD_TYPES.join(', ')}.`,
    suggestions: [seeFields('note')],
  }),
};

function seeFields(type: string) {
  return suggestCall('think_template', { type }, 'See the fields of a card');
}
