/** Reads a session by its id, unless it belongs to a project that this server does not show. */

import type { Session } from '../../../domain/thoughts/session.ts';
import type { Look } from '../../view.ts';

export async function readSession({ tx, project }: Look, id: string): Promise<Session | undefined> {
  const session = await tx.thoughts.session(id);
  return project === undefined || session?.project === project ? session : undefined;
}
