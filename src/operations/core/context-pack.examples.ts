/** Examples of `context_pack`. */

import { examplesOf } from '../declaration/examples.ts';
import { CARD_SCENE } from '../think/scenes/card-scene.ts';
import { contextPack } from './context-pack.ts';

export const examples = examplesOf(contextPack, {
  before: [...CARD_SCENE, { tool: 'notes_commit', args: { content: 'The cache was warm.' } }],
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', before: CARD_SCENE, args: { ref: 'x' } },
  },
});
