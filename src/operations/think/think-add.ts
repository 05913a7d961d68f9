/** `think_add_*`: like `think_card` with a fixed type, one tool for each type. */

import { CARD_TYPES, type CardType } from '../../domain/cards/card.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation, type Operation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { names } from '../declaration/fields.ts';
import { cardField } from './steps/card-fields.ts';
import { recordCard } from './steps/record-card.ts';
import { thinkPlace, writingScope } from './steps/think-place.ts';

function withArticle(type: CardType): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function addTool(type: CardType): Operation {
  return defineOperation({
    name: `think_add_${type}`,
    title: `Add ${withArticle(type)} card`,
    description: `Records a card of type ${type} in the trace and the graph; like think_card, with a fixed type.`,
    toolset: 'reasoning',
    does: writes({ idempotent: true }).and(scoped(writingScope, { onBranch: true })),
    input: {
      card: cardField,
      supports: names.optional(),
      blocks: names.optional(),
    },
    example: {
      title: `Record ${withArticle(type)} card`,
      args: { card: { title: `This ${type} has a title` } },
    },
    async run(input, { tx, scope }) {
      const place = thinkPlace(scope, input);
      // The tool decides the type, even if the card names another one.
      const recorded = await recordCard(tx, place, input.card, input, { type });
      if (isRefusal(recorded)) return recorded;
      return answer({
        branch: place.branch.name,
        trace_doc: place.trace,
        graph_doc: place.graph,
        ...recorded,
      });
    },
  });
}

/** Sorted by name, like the catalogue. */
export const thinkAddTools: readonly Operation[] = [...CARD_TYPES].sort().map(addTool);
