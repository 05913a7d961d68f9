/**
 * Completes the refusal of a thought with a call that would be recorded and means the same: a
 * revision stays a revision, a branch stays a branch, in the session that has what they refer to.
 */

import type { ThoughtReason } from '../../../domain/thoughts/reasons.ts';
import type { Recorded, ThoughtRequest } from '../../../domain/thoughts/record-thought.ts';
import type { Session } from '../../../domain/thoughts/session.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import type { RouteContext } from '../router/define-route.ts';
import { findSession } from './find-session.ts';

/** Decides a request about a session without recording it. */
type Decide = (session: Session, request: ThoughtRequest) => Promise<Recorded | Refusal>;

export async function proposeThought(
  context: RouteContext,
  { session, request, refusal }: { session: Session; request: ThoughtRequest; refusal: Refusal },
  decide: Decide,
): Promise<Refusal> {
  const here = await recordable(session, request, decide);
  if (!isRefusal(here)) return proposing(refusal, request, here);
  // What remains when everything that can be corrected was corrected.
  const hopeless = because(refusal, here.reason as ThoughtReason);
  if (request.sessionId !== undefined) return hopeless;
  return proposeElsewhere(context, request, hopeless, decide, session);
}

/** Proposes the thought for the session that the caller means, if it fits there. */
export async function proposeElsewhere(
  context: RouteContext,
  request: ThoughtRequest,
  refusal: Refusal,
  decide: Decide,
  active?: Session,
): Promise<Refusal> {
  const meant = await sessionMeant(context, active);
  if (!meant) return refusal;
  const there = await recordable(meant, { ...request, sessionId: meant.id }, decide);
  return isRefusal(there) ? refusal : proposing(refusal, request, there);
}

/** A request has few fields that can be wrong. */
const MAX_CORRECTIONS = 4;

/** The request with every correction that it needs, or the refusal that no correction helps. */
async function recordable(
  session: Session,
  request: ThoughtRequest,
  decide: Decide,
): Promise<ThoughtRequest | Refusal> {
  let asked = request;
  for (let round = 0; ; round += 1) {
    const decided = await decide(session, asked);
    if (!isRefusal(decided)) return asked;
    const reason = decided.reason as ThoughtReason;
    if (!('correction' in reason) || round === MAX_CORRECTIONS) return decided;
    asked = { ...asked, ...reason.correction };
  }
}

/**
 * The session that the caller completed last. For a caller that has just come, and has not thought
 * anything yet, it is the latest one.
 */
async function sessionMeant(
  context: RouteContext,
  active: Session | undefined,
): Promise<Session | undefined> {
  const isCold = (active?.thoughtCount ?? 0) === 0;
  const name = context.state.closed ?? (isCold ? 'latest' : undefined);
  const meant = name === undefined ? undefined : await findSession(context, name);
  return meant === undefined || isRefusal(meant) || meant.id === active?.id ? undefined : meant;
}

function proposing(refusal: Refusal, request: ThoughtRequest, proposed: ThoughtRequest): Refusal {
  const isElsewhere = proposed.sessionId !== request.sessionId;
  const kind = isElsewhere ? 'meant_elsewhere' : refusal.reason?.kind;
  return because(refusal, { kind, request: proposed, correction: {} } as ThoughtReason);
}

function because({ code, message, details }: Refusal, reason: ThoughtReason): Refusal {
  return refuse(code, message, { ...(details ? { details } : {}), reason });
}
