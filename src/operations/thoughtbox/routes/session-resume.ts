/** `session resume`: makes a session the active one; a different one needs the cipher again. */

import { resumed } from '../../../domain/thoughts/gateway-state.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { sessionId } from '../steps/gateway-fields.ts';
import { loadSession } from '../steps/load-session.ts';

export const sessionResume = defineRoute({
  operation: 'session',
  subOperation: 'resume',
  stage: 1,
  does: writes(),
  input: { sessionId },
  minimal: { sessionId: 'latest' },
  run: (input, context) => loadSession(context, input.sessionId, resumed),
});
