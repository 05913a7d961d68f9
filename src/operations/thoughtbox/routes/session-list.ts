/** `session list`: the sessions there are. */

import { defineRoute } from '../define-route.ts';
import { listFields, listSessions, listTrims } from '../list-page.ts';

export const sessionList = defineRoute({
  operation: 'session',
  subOperation: 'list',
  stage: 1,
  effect: 'read',
  input: listFields,
  trims: listTrims,
  run: (input, scene) => listSessions(scene, input),
});
