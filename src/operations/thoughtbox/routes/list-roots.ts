/** `list_roots`: the directories that the client works in. */

import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { readRoots } from '../steps/read-roots.ts';

export const listRoots = defineRoute({
  operation: 'list_roots',
  stage: 0,
  does: reads(),
  input: {},
  run: (_input, context) =>
    readRoots(context, (roots, ignored) => answer({ roots, count: roots.length, ...ignored })),
});
