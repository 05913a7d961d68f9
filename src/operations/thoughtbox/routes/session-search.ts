/** `session search`: sessions by words in their title, description, tags or thoughts. */

import { isRefusal } from '../../../kernel/refusal.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { page, projectOrAll, search, sorting } from '../steps/gateway-fields.ts';
import { listSessions } from '../steps/list-page.ts';

export const sessionSearch = defineRoute({
  operation: 'session',
  subOperation: 'search',
  stage: 1,
  does: reads(),
  input: {
    query: search.refine((text) => text.trim() !== '', 'must not be blank'),
    project: projectOrAll,
    ...page,
    ...sorting,
  },
  minimal: { query: '<fill: words>' },
  async run(input, context) {
    const found = await listSessions(context, { ...input, search: input.query });
    if (isRefusal(found)) return found;
    return { ...found, view: { ...found.view, query: input.query } };
  },
});
