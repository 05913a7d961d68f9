/** `mental_models list_models`: all mental models, or those with one tag. */

import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { line } from '../../declaration/fields.ts';
import { defineRoute } from '../router/define-route.ts';
import { cutWhole } from '../steps/list-page.ts';
import { loadModels, MENTAL_MODELS } from '../steps/load-models.ts';

export const mentalModelsListModels = defineRoute({
  ...MENTAL_MODELS,
  subOperation: 'list_models',
  does: reads(cutWhole('models')),
  input: { tag: line(64).optional().describe('Only models with this tag; all for every model') },
  async run(input, { state }) {
    const { MODELS, TAGS, modelsTagged } = await loadModels();
    const tags = TAGS.map((each) => each.name);
    // A domain that is not a tag filters nothing: it names what the work is about.
    const wanted = input.tag ?? (tags.includes(state.domain ?? '') ? state.domain : undefined);
    if (input.tag !== undefined && input.tag !== 'all' && !tags.includes(input.tag)) {
      return noTag(input.tag, tags);
    }
    const filter = wanted === 'all' ? undefined : wanted;
    const models = filter === undefined ? MODELS : modelsTagged(filter);
    return answer({
      models: models.map(({ content: _text, ...about }) => about),
      count: models.length,
      filter: filter ?? null,
    });
  },
});

function noTag(tag: string, tags: readonly string[]): Refusal {
  const { operation } = MENTAL_MODELS;
  return refuse('INVALID_INPUT', `tag: no tag ${JSON.stringify(tag)}`, {
    details: { field: 'tag', availableTags: tags },
    suggestions: [suggestCall(GATEWAY, { operation, subOperation: 'list_tags' }, 'List the tags')],
  });
}
