/** `mental_models list_tags`: the tags that mental models have. */

import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { cutWhole } from '../steps/list-page.ts';
import { loadModels, MENTAL_MODELS } from '../steps/load-models.ts';

export const mentalModelsListTags = defineRoute({
  ...MENTAL_MODELS,
  subOperation: 'list_tags',
  does: reads(cutWhole('tags')),
  input: {},
  async run() {
    const { TAGS } = await loadModels();
    return answer({ tags: TAGS.map((tag) => ({ ...tag })), count: TAGS.length });
  },
});
