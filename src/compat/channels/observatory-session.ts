/** Sessions and thoughts as the published contract of the feed shows them, and a little more. */

import type { Session } from '../../domain/thoughts/session.ts';
import { thoughtView } from '../../domain/thoughts/session-view.ts';
import { nodeIdOf, type Thought } from '../../domain/thoughts/thought.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { statusAt } from '../../observatory/views/thinking/sessions-view.ts';

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
    status: statusAt(session, nowMs),
    thoughtCount: session.thoughtCount,
    branchCount: session.branchCount,
  };
}

/** `ObservatoryThought` and `ThoughtData` in one. */
export function observatoryThought(session: string, thought: Thought, origin: number | undefined) {
  return { id: nodeIdOf(session, thought), ...thoughtView(thought, origin) };
}
