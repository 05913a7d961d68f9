/** Finds the session that was changed last, and those that are unfinished. */

import type { Session } from '../../../domain/thoughts/session.ts';
import type { ListPage, Reading } from '../../../store/port.ts';

function newest(limit: number): ListPage {
  return { sortBy: 'updatedAt', sortOrder: 'desc', limit, offset: 0 };
}

/** One without thoughts only if no other exists: it was started, and nothing was done in it. */
export async function latestSession(
  tx: Reading,
  project: string | undefined,
): Promise<Session | undefined> {
  const [begun] = await tx.thoughts.sessions({ project, begun: true }, newest(1));
  return begun ?? (await tx.thoughts.sessions({ project }, newest(1)))[0];
}

/** Those with thoughts and without a conclusion, the last changed first. */
export function unfinishedSessions(
  tx: Reading,
  project: string | undefined,
  limit: number,
): Promise<readonly Session[]> {
  return tx.thoughts.sessions({ project, unfinished: true }, newest(limit));
}
