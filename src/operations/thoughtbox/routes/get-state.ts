/** `get_state`: the stage, session and place of the caller. */

import { STAGE_NAMES } from '../../../domain/thoughts/gateway-state.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { findSession } from '../steps/find-session.ts';

const NEXT = ['start_new', 'cipher', 'thought', 'thought'] as const;

export const getState = defineRoute({
  operation: 'get_state',
  stage: 0,
  does: reads(),
  input: {},
  async run(_input, context) {
    const { call, state } = context;
    const found = await findSession(context, 'current');
    const session = isRefusal(found) ? undefined : found;
    const { project: only, autoCreateSession, stages } = call.server.thoughts;
    const project = only ?? state.project;
    const mustBegin = state.stage >= 2 && !session && !autoCreateSession;
    const { task, aspect } = state;
    return answer({
      currentStage: state.stage,
      stageName: STAGE_NAMES[state.stage],
      sessionId: session ? session.id : null,
      ...(session ? { title: session.title, thoughtCount: session.thoughtCount } : {}),
      activeDomain: state.domain ?? null,
      boundRoot: state.root?.uri ?? null,
      navigationContext: {
        ...(project === undefined ? {} : { project }),
        ...(task === undefined ? {} : { task }),
        ...(aspect === undefined ? {} : { aspect }),
      },
      next: mustBegin ? 'start_new' : NEXT[stages ? state.stage : 2],
    });
  },
});
