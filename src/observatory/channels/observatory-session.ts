/** Sessions and thoughts as the published contract of the feed shows them, and a little more. */

import type { Session } from '../../domain/thoughts/session.ts';
import { thoughtView } from '../../domain/thoughts/session-view.ts';
import { nodeIdOf, type Thought } from '../../domain/thoughts/thought.ts';
import { timestamp } from '../../kernel/timestamp.ts';

/** An open session without a thought for this long has been left. */
const ABANDONED_MS = 24 * 60 * 60 * 1_000;

export type SessionStatus = 'active' | 'completed' | 'abandoned';

export function sessionStatus(
  { isComplete, lastMs, createdMs }: Pick<Session, 'isComplete' | 'lastMs' | 'createdMs'>,
  nowMs: number,
): SessionStatus {
  if (isComplete) return 'completed';
  return nowMs - (lastMs ?? createdMs) >= ABANDONED_MS ? 'abandoned' : 'active';
}

/** `ObservatorySession`. */
export function observatorySession(session: Session, nowMs: number) {
  const { isComplete, lastMs, description } = session;
  return {
    id: session.id,
    title: session.title,
    ...(description === undefined ? {} : { description }),
    tags: [...session.tags],
    project: session.project,
    createdAt: timestamp(session.createdMs),
    updatedAt: timestamp(session.updatedMs),
    completedAt: isComplete && lastMs !== undefined ? timestamp(lastMs) : null,
    status: sessionStatus(session, nowMs),
    thoughtCount: session.thoughtCount,
    branchCount: session.branchCount,
  };
}

/** `ObservatoryThought` and `ThoughtData` in one. */
export function observatoryThought(session: string, thought: Thought, origin: number | undefined) {
  return { id: nodeIdOf(session, thought), ...thoughtView(thought, origin) };
}
