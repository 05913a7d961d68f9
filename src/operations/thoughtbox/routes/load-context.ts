/** `load_context`: makes a session the active one, and shows its latest thoughts. */

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
