/** Loads a session, for `load_context` and `session resume`. */

import { type GatewayState, STAGE_NAMES } from '../../../domain/thoughts/gateway-state.ts';
import { type Session, sessionEntity } from '../../../domain/thoughts/session.ts';
import { sessionView, thoughtView } from '../../../domain/thoughts/session-view.ts';
import { excerpt } from '../../../kernel/excerpt.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import type { Reading, Writing } from '../../../store/port.ts';
import { answer } from '../../declaration/define-operation.ts';
import { rulesField } from '../../steps/standing-rules.ts';
import type { Outcome, RouteContext } from '../router/define-route.ts';
import { findSession } from './find-session.ts';

const RECENT = 3;
const RECENT_BYTES = 300;

/** Answers all that is needed to continue: the last thoughts, shortened, and the next number. */
export async function loadSession(
  context: RouteContext<Writing>,
  name: string,
  move: (state: GatewayState, session: string) => GatewayState,
): Promise<Outcome | Refusal> {
  const session = await findSession(context, name);
  if (isRefusal(session)) return session;
  const { tx } = context;
  await tx.append([{ type: 'session_opened', entity: sessionEntity(session.seq), payload: {} }]);
  const chains = await tx.thoughts.chains(session.seq);
  const recent = await tx.thoughts.thoughts(session.seq, { last: true, limit: RECENT });
  const state = move(context.state, session.id);
  const main = chains.find(({ name: chain }) => chain === '');
  return {
    ...answer({
      ...(await headOf(tx, session)),
      branches: chains.flatMap(({ name: chain }) => (chain === '' ? [] : [chain])),
      nextThoughtNumber: (main?.highest ?? 0) + 1,
      recentThoughts: recent.map((thought) => {
        const origin = chains.find(({ name: chain }) => chain === thought.chain)?.origin;
        const { steps: _typed, critique: _said, ...view } = thoughtView(thought, origin);
        return { ...view, thought: excerpt(view.thought, RECENT_BYTES) };
      }),
      stage: state.stage,
      stageName: STAGE_NAMES[state.stage],
      next: state.stage < 2 ? 'cipher' : 'thought',
    }),
    state,
  };
}

/** What a caller must know before it reads the thoughts, so it comes first in the answer. */
async function headOf(tx: Reading, session: Session): Promise<JsonObject> {
  const rules = await rulesField(tx, [session.id]);
  return { success: true, sessionId: session.id, ...rules, session: sessionView(session) };
}
