/** `session analyze`: figures about a session, such as linearity and revisions. */

import { analyzeSession } from '../../../domain/thoughts/analyze-session.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { findSession } from '../steps/find-session.ts';
import { sessionId } from '../steps/gateway-fields.ts';

export const sessionAnalyze = defineRoute({
  operation: 'session',
  subOperation: 'analyze',
  stage: 1,
  does: reads(),
  input: { sessionId },
  minimal: { sessionId: 'latest' },
  async run(input, context) {
    const session = await findSession(context, input.sessionId);
    if (isRefusal(session)) return session;
    return answer(analyzeSession(session, await context.tx.thoughts.chains(session.seq)));
  },
});
