/** `session list`: the sessions there are. */

import { reads } from '../../facets.ts';
import { defineRoute } from '../define-route.ts';
import { listFields, listSessions, listTrims } from '../list-page.ts';

export const sessionList = defineRoute({
  operation: 'session',
  subOperation: 'list',
  stage: 1,
  does: reads(listTrims),
  input: listFields,
  run: (input, scene) => listSessions(scene, input),
});
