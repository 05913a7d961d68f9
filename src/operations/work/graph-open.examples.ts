/** Examples of `graph_open`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphOpen } from './graph-open.ts';
import { OPEN_SCENE } from './scenes/work-scene.ts';

export const examples = examplesOf(graphOpen, {
  more: [{ title: 'All projects', before: OPEN_SCENE, args: {} }],
});
