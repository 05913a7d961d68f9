/**
 * `thoughtbox_gateway`: the one tool of the thought ledger, and the way to every other tool.
 *
 * It does nothing itself: a call runs the route that it names. This declaration is what clients
 * see: the parameters of all routes in one flat list, the most common ones in the tool listing.
 */

import * as z from 'zod';
import { defineOperation, type Fields } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { budgetFields, neverListed } from '../declaration/fields.ts';
import { routes } from './router/ledger-facets.ts';
import { OPERATIONS, ROUTES, routeCall, routeLines } from './router/routes.ts';
import { thought } from './routes/thought.ts';

/** The parameters that the tool listing shows; `help` shows the others. */
const LISTED = ['thought', 'nextThoughtNeeded', 'sessionId'];

function parameters(): Fields {
  const fields: Record<string, z.ZodType> = {};
  for (const route of [thought, ...ROUTES.filter(({ helpNote }) => helpNote === undefined)]) {
    for (const [name, field] of Object.entries(route.fields)) {
      fields[name] ??= LISTED.includes(name) ? field.optional() : neverListed(field.optional());
    }
  }
  return fields;
}

/** Only routes that read take a budget, so the listing does not show it. */
const budgetOfRoutes = Object.fromEntries(
  Object.entries(budgetFields).map(([name, field]) => [name, neverListed(field)] as const),
);

export const thoughtboxGateway = defineOperation({
  name: 'thoughtbox_gateway',
  title: 'Thoughts, and every other tool',
  description:
    '{operation: "call", tool, args} calls any tool. Records reasoning: start_new {sessionTitle}, ' +
    'cipher, then thought. help {tool} shows what each operation takes.',
  toolset: 'thoughtbox',
  does: writes().and(routes({ lines: routeLines(), route: routeCall })),
  input: {
    operation: z.enum(OPERATIONS),
    subOperation: z.string().optional(),
    ...parameters(),
    tool: z.string().optional(),
    args: z.record(z.string(), z.json()).optional(),
    ...budgetOfRoutes,
  },
  refusals: [
    'CONFLICT',
    'INVALID_OPERATION',
    'REVISION_MISMATCH',
    'SESSION_NOT_FOUND',
    'STAGE_REQUIREMENT_NOT_MET',
    'THOUGHT_NOT_FOUND',
    'UNKNOWN_ID',
    'UNKNOWN_TOOL',
  ],
  example: {
    title: 'Start a session',
    args: { operation: 'start_new', sessionTitle: 'Slow pages', domain: 'debugging' },
  },
  plain: true,
  async run() {
    throw new Error('a call of the gateway must be routed before it runs');
  },
});
