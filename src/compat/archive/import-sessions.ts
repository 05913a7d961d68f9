/** Imports the sessions of an archive into a workspace, each completely or not at all. */

import { isRefusal } from '../../kernel/refusal.ts';
import type { Store } from '../../store/port.ts';
import { type Entered, enterSession } from './enter-session.ts';
import { type Inspected, inspectArchive } from './inspect-archive.ts';

export interface Imported {
  readonly inspected: Inspected;
  readonly outcome: Entered | 'damaged';
}

/** `writer` is called for each session, so that each gets the time at which it is imported. */
export async function* importSessions(
  store: Store,
  root: string,
  project: string | undefined,
  writer: () => Parameters<Store['write']>[0],
): AsyncGenerator<Imported> {
  for (const inspected of inspectArchive(root, project)) {
    yield { inspected, outcome: await importSession(store, inspected, writer()) };
  }
}

async function importSession(
  store: Store,
  { session }: Inspected,
  writer: Parameters<Store['write']>[0],
): Promise<Entered | 'damaged'> {
  if (!session) return 'damaged';
  const outcome = await store.write(writer, (tx) => enterSession(tx, session));
  if (isRefusal(outcome)) throw new Error(`entering a session was refused: ${outcome.message}`);
  return outcome;
}
