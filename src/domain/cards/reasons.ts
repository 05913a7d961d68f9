/** The reasons why cards refuse, as data; operations/think/steps/advice.ts advises on each. */

import { refuserFor } from '../../kernel/refusal.ts';
import type { CardType } from './card.ts';

export type CardReason =
  | { readonly kind: 'card_empty'; readonly type: CardType }
  | { readonly kind: 'card_type_unknown' };

export const refuseFor = refuserFor<CardReason>();
