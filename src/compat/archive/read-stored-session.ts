/** Reads a whole session with its chains and thoughts. */

import type { Chain, Session } from '../../domain/thoughts/session.ts';
import type { Thought } from '../../domain/thoughts/thought.ts';
import { readThoughts } from '../../operations/thoughtbox/steps/read-thoughts.ts';
import type { Reading } from '../../store/port.ts';

/** This is also what an archive holds of a session. */
export interface StoredSession extends Session {
  readonly chains: readonly Chain[];
  readonly thoughts: readonly Thought[];
}

export async function readStoredSession(
  tx: Reading,
  id: string,
): Promise<StoredSession | undefined> {
  const session = await tx.thoughts.session(id);
  if (!session) return undefined;
  const chains = await tx.thoughts.chains(session.seq);
  return { ...session, chains, thoughts: await readThoughts(tx, session) };
}
