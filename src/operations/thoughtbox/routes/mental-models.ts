/** `mental_models`: ways of thinking, each a full working prompt. */

import type { MentalModel } from '../../../domain/models/mental-model.ts';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { nearestName } from '../../../kernel/nearest-name.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { cutField } from '../../../kernel/trims.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { line } from '../../declaration/fields.ts';
import { defineRoute } from '../router/define-route.ts';
import { cutList } from '../steps/list-page.ts';

/** Texts of fifteen models: loaded by who asks for one. */
const library = () => import('../../../domain/models/models.ts');

const name = line(64).optional();

export const getModel = defineRoute({
  operation: 'mental_models',
  subOperation: 'get_model',
  stage: 2,
  does: reads([cutField('content')]),
  input: { modelId: name, model: name.describe('Alias of modelId') },
  synonyms: { model: 'modelId' },
  minimal: { modelId: 'five-whys' },
  async run(input) {
    const { MODELS, modelNamed } = await library();
    const { modelId: wanted } = input;
    const model = wanted === undefined ? undefined : modelNamed(wanted);
    if (!model) return noModel(wanted, MODELS);
    const { title, tags, content } = model;
    return answer({ name: model.name, title, tags, content });
  },
});

function noModel(wanted: string | undefined, models: readonly MentalModel[]): Refusal {
  const names = models.map((each) => each.name);
  const meant = wanted === undefined ? undefined : nearestName(wanted, names);
  const why = wanted === undefined ? 'required' : `no model ${JSON.stringify(wanted)}`;
  const modelId = meant ?? names[0] ?? '';
  return refuse('INVALID_INPUT', `modelId: ${why}`, {
    details: { field: 'modelId', availableModels: names },
    suggestions: [
      suggestCall(
        GATEWAY,
        { operation: 'mental_models', subOperation: 'get_model', modelId },
        'Read this one',
      ),
    ],
  });
}

export const listModels = defineRoute({
  operation: 'mental_models',
  subOperation: 'list_models',
  stage: 2,
  does: reads(cutList('models')),
  input: { tag: line(64).optional().describe('all for all of them') },
  async run(input, { state }) {
    const { MODELS, TAGS, modelsTagged } = await library();
    const tags = TAGS.map((each) => each.name);
    // A domain that is no tag filters nothing: it says what the work is about, not what there is.
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
  return refuse('INVALID_INPUT', `tag: no tag ${JSON.stringify(tag)}`, {
    details: { field: 'tag', availableTags: tags },
    suggestions: [
      suggestCall(
        GATEWAY,
        { operation: 'mental_models', subOperation: 'list_tags' },
        'See the tags there are',
      ),
    ],
  });
}

export const listTags = defineRoute({
  operation: 'mental_models',
  subOperation: 'list_tags',
  stage: 2,
  does: reads(cutList('tags')),
  input: {},
  async run() {
    const { TAGS } = await library();
    return answer({ tags: TAGS.map((tag) => ({ ...tag })), count: TAGS.length });
  },
});
