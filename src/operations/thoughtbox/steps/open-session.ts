/** Starts a session in the caller's project, tagged with the caller's task and aspect. */

import { type Session, sessionIdAt, startSession } from '../../../domain/thoughts/session.ts';
import type { Writing } from '../../../store/port.ts';
import type { RouteContext } from '../router/define-route.ts';
import { projectForNew } from './find-session.ts';

export interface SessionRequest {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags: readonly string[];
}

export async function openSession(
  context: RouteContext<Writing>,
  request: SessionRequest,
): Promise<Session> {
  const { tx, call, state } = context;
  const id = sessionIdAt(call.nowMs, call.newId());
  const about = [
    ...(state.task === undefined ? [] : [`task:${state.task}`]),
    ...(state.aspect === undefined ? [] : [`aspect:${state.aspect}`]),
  ];
  const project = projectForNew(context);
  const tags = [...request.tags, ...about];
  await tx.append([startSession({ ...request, id, project, tags }, tx.head, call.nowMs)]);
  const session = await tx.thoughts.session(id);
  if (!session) throw new Error(`session ${id} was started but cannot be read`);
  return session;
}
