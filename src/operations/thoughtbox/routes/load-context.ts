/** `load_context`: goes on with a session, and shows how it stood. */

import { entered } from '../../../domain/thoughts/gateway-state.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { sessionId } from '../steps/gateway-fields.ts';
import { loadSession } from '../steps/load-session.ts';

export const loadContext = defineRoute({
  operation: 'load_context',
  stage: 0,
  does: writes(),
  input: { sessionId },
  minimal: { sessionId: 'latest' },
  run: (input, context) => loadSession(context, input.sessionId, entered),
});
