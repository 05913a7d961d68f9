/** `think_pin`: pins or unpins cards. */

import * as z from 'zod';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { targetsField } from './steps/card-fields.ts';
import { changedCards, namedCards } from './steps/change-cards.ts';
import { PINNED_TAG } from './steps/read-cards.ts';
import { readingScope, thinkPlace } from './steps/think-place.ts';

export const thinkPin = defineOperation({
  name: 'think_pin',
  title: 'Pin cards',
  description: 'Pins the named cards, or unpins them with pinned: false; a repeat changes nothing.',
  toolset: 'reasoning',
  does: writes({ idempotent: true }).and(scoped(readingScope)),
  input: { targets: targetsField, pinned: z.boolean().default(true) },
  example: { title: 'Keep a question in sight', args: { targets: 'q1' } },
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const cards = await namedCards(tx, place, [input.targets].flat(), 'targets');
    if (isRefusal(cards)) return cards;
    const drafts = changedCards(place, cards, (state) => {
      const others = state.tags.filter((tag) => tag !== PINNED_TAG);
      return { ...state, tags: input.pinned ? [...others, PINNED_TAG].sort() : others };
    });
    const last = (await tx.append(drafts)).at(-1);
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      pinned: input.pinned,
      updated: cards.map((card) => card.key),
      applied: { nodes_upserted: drafts.length, last_seq: last?.seq ?? null },
    });
  },
});
