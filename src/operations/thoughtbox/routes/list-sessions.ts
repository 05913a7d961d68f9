/** `list_sessions`: lists sessions at stage 0, before one is started or loaded. */

import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { listSessions as list, listFields } from '../steps/list-page.ts';

export const listSessions = defineRoute({
  operation: 'list_sessions',
  stage: 0,
  does: reads(),
  input: listFields,
  run: (input, context) => list(context, input),
});
