/** Finds the session that was changed last. */

import type { Session } from '../../../domain/thoughts/session.ts';
import type { Reading } from '../../../store/port.ts';

export async function latestSession(
  tx: Reading,
  project: string | undefined,
): Promise<Session | undefined> {
  const first = { sortBy: 'updatedAt', sortOrder: 'desc', limit: 1, offset: 0 } as const;
  return (await tx.thoughts.sessions({ project }, first))[0];
}
