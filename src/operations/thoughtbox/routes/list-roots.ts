/** `list_roots`: the directories that the client works in. */

import { answer } from '../../define-operation.ts';
import { reads } from '../../facets.ts';
import { defineRoute } from '../define-route.ts';
import { readRoots } from '../read-roots.ts';

export const listRoots = defineRoute({
  operation: 'list_roots',
  stage: 0,
  does: reads(),
  input: {},
  run: (_input, scene) => readRoots(scene, (roots) => answer({ roots, count: roots.length })),
});
