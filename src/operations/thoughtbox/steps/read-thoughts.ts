/** Reads the thoughts of a session, from an offset and up to a limit, in pages. */

import type { Session } from '../../../domain/thoughts/session.ts';
import type { Thought } from '../../../domain/thoughts/thought.ts';
import type { Reading } from '../../../store/port.ts';

const PAGE = 500;

export async function readThoughts(
  tx: Reading,
  session: Session,
  { offset = 0, most = Number.MAX_SAFE_INTEGER }: { offset?: number; most?: number } = {},
): Promise<readonly Thought[]> {
  const all: Thought[] = [];
  for (;;) {
    const limit = Math.min(PAGE, most - all.length);
    if (limit <= 0) return all;
    const some = await tx.thoughts.thoughts(session.seq, { offset: offset + all.length, limit });
    all.push(...some);
    if (some.length < limit) return all;
  }
}
