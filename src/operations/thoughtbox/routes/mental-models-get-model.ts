/** `mental_models get_model`: one mental model, a full working prompt. */

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
import { loadModels, MENTAL_MODELS } from '../steps/load-models.ts';

const name = line(64).optional();

export const mentalModelsGetModel = defineRoute({
  ...MENTAL_MODELS,
  subOperation: 'get_model',
  does: reads([cutField('content')]),
  input: { modelId: name, model: name.describe('Alias of modelId') },
  synonyms: { model: 'modelId' },
  minimal: { modelId: 'five-whys' },
  async run(input) {
    const { MODELS, modelNamed } = await loadModels();
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
  const { operation } = MENTAL_MODELS;
  return refuse('INVALID_INPUT', `modelId: ${why}`, {
    details: { field: 'modelId', availableModels: names },
    suggestions: [
      suggestCall(GATEWAY, { operation, subOperation: 'get_model', modelId }, 'Read this one'),
    ],
  });
}
