/** `get_state`: the stage, session and place of the caller, and how to go on. */

import { STAGE_NAMES } from '../../../domain/thoughts/gateway-state.ts';
import type { Session } from '../../../domain/thoughts/session.ts';
import { ageOf } from '../../../kernel/ago.ts';
import { dropItems } from '../../../kernel/cuts/list-cuts.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute, type RouteContext } from '../router/define-route.ts';
import { findSession, projectInView } from '../steps/find-session.ts';
import { unfinishedSessions } from '../steps/latest-session.ts';
import { NAMELESS_NOTE } from '../steps/nameless-caller.ts';

const NEXT = ['start_new', 'cipher', 'thought', 'thought'] as const;

/** How many unfinished sessions are named. */
const FEW = 3;

export const getState = defineRoute({
  operation: 'get_state',
  stage: 0,
  does: reads([1, 0].map((keep) => dropItems('unfinished', { from: 'back', keep }))),
  input: {},
  async run(_input, context) {
    const { state, call } = context;
    const found = await findSession(context, 'current');
    const session = isRefusal(found) ? undefined : found;
    const project = projectInView(context);
    const { task, aspect, closed } = state;
    const isCold = !session && closed === undefined;
    const open = isCold ? await unfinishedSessions(context.tx, project, FEW + 1) : [];
    return answer({
      currentStage: state.stage,
      stageName: STAGE_NAMES[state.stage],
      ...(call.server.thoughts.stages && !call.isAnonymous ? {} : { stages: 'off' }),
      sessionId: session ? session.id : null,
      ...(session ? { title: session.title, thoughtCount: session.thoughtCount } : {}),
      ...(session || closed === undefined ? {} : { closedSession: closed }),
      activeDomain: state.domain ?? null,
      boundRoot: state.root?.uri ?? null,
      navigationContext: {
        ...(project === undefined ? {} : { project }),
        ...(task === undefined ? {} : { task }),
        ...(aspect === undefined ? {} : { aspect }),
      },
      ...(open.length === 0 ? {} : unfinishedView(open, call.nowMs)),
      ...(call.isAnonymous ? { note: NAMELESS_NOTE } : await configuredView(context)),
      ...nextCall(context, session, open[0]),
    });
  },
});

/** A session that the server was started with, but that its memory does not have. */
async function configuredView({ tx, call }: RouteContext): Promise<JsonObject> {
  const { sessionId } = call.server.thoughts;
  if (sessionId === undefined || (await tx.thoughts.session(sessionId.toLowerCase()))) return {};
  return { note: `the server was started with session ${sessionId}, which is not in this memory` };
}

function unfinishedView(sessions: readonly Session[], nowMs: number): JsonObject {
  return {
    unfinished: sessions.slice(0, FEW).map(({ id, title, thoughtCount, updatedMs }) => ({
      ...{ sessionId: id, title, thoughts: thoughtCount },
      age: ageOf(updatedMs, nowMs),
    })),
    ...(sessions.length > FEW ? { more: 'session list shows all sessions' } : {}),
  };
}

/** The operation that comes next; the whole call if it needs more than its name. */
function nextCall(
  { call, state }: RouteContext,
  session: Session | undefined,
  unfinished: Session | undefined,
): JsonObject {
  const { autoCreateSession, stages } = call.server.thoughts;
  if (call.role === 'read') {
    const shown = session ?? unfinished;
    if (!shown) return { next: 'list_sessions' };
    const args = { subOperation: 'get', sessionId: shown.id };
    return { next: 'session', call: { operation: 'session', ...args } };
  }
  if (unfinished) {
    const args = { operation: 'load_context', sessionId: unfinished.id };
    return { next: 'load_context', call: args };
  }
  const mustBegin = !session && (call.isAnonymous || (state.stage >= 2 && !autoCreateSession));
  return { next: mustBegin ? 'start_new' : NEXT[stages ? state.stage : 2] };
}
