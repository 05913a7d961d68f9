/** `think_set_status`: sets the status of one or more cards. */

import * as z from 'zod';
import { isRefusal, refuse } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { meta, title } from '../declaration/fields.ts';
import { targetsField } from './steps/card-fields.ts';
import { changedCards, namedCards } from './steps/change-cards.ts';
import { readingScope, thinkPlace } from './steps/think-place.ts';

export const thinkSetStatus = defineOperation({
  name: 'think_set_status',
  title: 'Set the status of cards',
  description:
    'Sets a status on all the named cards, or on none if one is unknown; message and meta are stored with them.',
  toolset: 'reasoning',
  does: writes({ idempotent: true }).and(scoped(readingScope)),
  input: { targets: targetsField, status: z.string().max(128), message: title, meta },
  example: {
    title: 'Close a hypothesis',
    args: { targets: ['h1'], status: 'refuted', message: 'The cache was warm' },
  },
  async run(input, { tx, scope }) {
    const status = input.status.trim();
    if (status === '') return refuse('INVALID_INPUT', 'status: must not be blank');
    const place = thinkPlace(scope, input);
    const cards = await namedCards(tx, place, [input.targets].flat(), 'targets');
    if (isRefusal(cards)) return cards;
    const said = {
      ...input.meta,
      ...(input.message === undefined ? {} : { message: input.message }),
    };
    const drafts = changedCards(place, cards, (state) => ({
      ...state,
      status,
      ...(Object.keys(said).length === 0 ? {} : { meta: { ...state.meta, ...said } }),
    }));
    const last = (await tx.append(drafts)).at(-1);
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      status,
      updated: cards.map((card) => card.key),
      applied: { nodes_upserted: drafts.length, last_seq: last?.seq ?? null },
    });
  },
});
