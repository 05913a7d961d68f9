/** `session analyze`: how a session went, in figures. */

import { analyzeSession } from '../../../domain/thoughts/analyze-session.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { answer } from '../../define-operation.ts';
import { reads } from '../../facets.ts';
import { defineRoute } from '../define-route.ts';
import { findSession } from '../find-session.ts';
import { sessionId } from '../gateway-fields.ts';

export const sessionAnalyze = defineRoute({
  operation: 'session',
  subOperation: 'analyze',
  stage: 1,
  does: reads(),
  input: { sessionId },
  minimal: { sessionId: 'current' },
  async run(input, scene) {
    const session = await findSession(scene, input.sessionId);
    if (isRefusal(session)) return session;
    return answer(analyzeSession(session, await scene.tx.thoughts.chains(session.seq)));
  },
});
