/** Finds the session that a call names. */

import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { DEFAULT_PROJECT, type Session } from '../../../domain/thoughts/session.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import type { RouteContext } from '../router/define-route.ts';
import { latestSession } from './latest-session.ts';

/** The project whose sessions are listed; undefined for all projects of the workspace. */
export function projectInView({ call, state }: RouteContext): string | undefined {
  return call.server.thoughts.project ?? state.project;
}

export function projectForNew(context: RouteContext): string {
  return projectInView(context) ?? DEFAULT_PROJECT;
}

/** `name` is an id, `current` for the active session, or `latest` for the one changed last. */
export async function findSession(
  context: RouteContext,
  name: string,
  field = 'sessionId',
): Promise<Session | Refusal> {
  const session = await lookUp(context, name);
  const only = context.call.server.thoughts.project;
  const isHere = only === undefined || session?.project === only;
  return session && isHere ? session : noSession(context, name, field);
}

async function lookUp(context: RouteContext, name: string): Promise<Session | undefined> {
  const { tx, state } = context;
  if (name === 'latest') return latest(context);
  const id = name === 'current' ? state.session : name.toLowerCase();
  return id === undefined ? undefined : tx.thoughts.session(id);
}

function latest(context: RouteContext): Promise<Session | undefined> {
  return latestSession(context.tx, projectInView(context));
}

async function noSession(context: RouteContext, name: string, field: string): Promise<Refusal> {
  const { project, closed } = context.state;
  if (name === 'current' && closed !== undefined) return noneButClosed(closed, field);
  const where = name === 'latest' && project !== undefined ? ` in project ${project}` : '';
  const why =
    name === 'current' ? 'no session is active' : `no session ${JSON.stringify(name)}${where}`;
  return refuse('SESSION_NOT_FOUND', `${field}: ${why}`, {
    suggestions: [await whereToLook(context)],
  });
}

/** The caller has completed its session, and probably means that one. */
function noneButClosed(sessionId: string, field: string): Refusal {
  return refuse(
    'SESSION_NOT_FOUND',
    `${field}: no session is active; the one that was completed last is ${sessionId}`,
    {
      details: { field, closedSession: sessionId },
      suggestions: [
        suggestCall(GATEWAY, { operation: 'load_context', sessionId }, 'Open it again'),
      ],
    },
  );
}

/**
 * Listing is proposed only if there is a session: the list would be empty, or refused in a
 * workspace that this call would have created.
 */
async function whereToLook(context: RouteContext): Promise<Suggestion> {
  if (await latest(context)) {
    return suggestCall(GATEWAY, { operation: 'list_sessions' }, 'List the sessions');
  }
  const only = context.call.server.thoughts.project;
  return (await latestSession(context.tx, only))
    ? suggestCall(GATEWAY, { operation: 'list_sessions', project: null }, 'List all sessions')
    : suggestCall(GATEWAY, { operation: 'start_new' }, 'Start a session');
}
