/** `think_template`: the fields of a card of a given type. */

import * as z from 'zod';
import { CARD_TYPES, isCardType, OPEN, unknownType } from '../../domain/cards/card.ts';
import { squeezeView } from '../../kernel/cuts/squeeze.ts';
import { omit } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { readsAnywhere } from '../declaration/facets.ts';

export const thinkTemplate = defineOperation({
  name: 'think_template',
  title: 'Card template',
  description: 'An empty card of a type, with every field it can have, and the list of card types.',
  toolset: 'reasoning',
  does: readsAnywhere([squeezeView, omit('supported_types', 'template')]),
  input: { type: z.string().max(128) },
  example: { title: 'A hypothesis', args: { type: 'hypothesis' } },
  async run({ type }) {
    if (!isCardType(type)) return unknownType(type, 'type');
    return answer({
      type,
      supported_types: CARD_TYPES,
      // Without an id, each card that is made from it gets its own.
      template: { id: null, type, title: null, text: null, status: OPEN, tags: [], meta: {} },
      truncated: false,
    });
  },
});
