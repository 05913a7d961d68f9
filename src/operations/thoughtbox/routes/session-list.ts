/** `session list`: lists sessions, filtered and sorted, page by page. */

import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { listFields, listSessions } from '../steps/list-page.ts';

export const sessionList = defineRoute({
  operation: 'session',
  subOperation: 'list',
  stage: 1,
  does: reads(),
  input: listFields,
  run: (input, context) => listSessions(context, input),
});
