/** `think_pin`: keeps cards in sight, or lets them go. */

import * as z from 'zod';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { targetsField } from './card-fields.ts';
import { CARD_SCENE } from './card-scene.ts';
import { changedCards, namedCards } from './change-cards.ts';
import { PINNED_TAG } from './read-cards.ts';
import { readingScope, thinkPlace } from './think-place.ts';

const acme = { workspace: 'acme' };

export const thinkPin = defineOperation({
  name: 'think_pin',
  title: 'Pin cards',
  description: 'Pins the named cards, or unpins them with pinned: false; a repeat changes nothing.',
  family: 'reasoning',
  effect: 'write',
  idempotent: true,
  scoped: true,
  input: { ...readingScope, targets: targetsField, pinned: z.boolean().default(true) },
  refusals: {
    UNKNOWN_ID: { title: 'No such card', before: CARD_SCENE, args: { ...acme, targets: 'h9' } },
  },
  examples: [
    { title: 'Keep a question in sight', before: CARD_SCENE, args: { ...acme, targets: 'q1' } },
  ],
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
