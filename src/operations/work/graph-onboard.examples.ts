/** Examples of `graph_onboard`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphOnboard } from './graph-onboard.ts';
import { WORK_SCENE } from './scenes/work-scene.ts';

export const examples = examplesOf(graphOnboard, {
  before: WORK_SCENE,
  more: [{ title: 'In full', before: WORK_SCENE, args: { project: 'parser', detail: 'full' } }],
  refusals: {
    PROJECT_NOT_FOUND: {
      title: 'No such project',
      before: WORK_SCENE,
      args: { project: 'printer' },
    },
  },
});
