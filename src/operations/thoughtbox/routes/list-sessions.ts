/** `list_sessions`: the sessions there are, for whoever has not begun yet. */

import { defineRoute } from '../define-route.ts';
import { listSessions as list, listFields, listTrims } from '../list-page.ts';

export const listSessions = defineRoute({
  operation: 'list_sessions',
  stage: 0,
  effect: 'read',
  input: listFields,
  trims: listTrims,
  run: (input, scene) => list(scene, input),
});
