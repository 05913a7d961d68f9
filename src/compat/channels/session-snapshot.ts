/** The state of sessions at one moment, as somebody who joins late needs it. */

import { type Chain, MAIN, type Session } from '../../domain/thoughts/session.ts';
import type { Thought } from '../../domain/thoughts/thought.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Reading } from '../../store/port.ts';
import { observatorySession, observatoryThought } from './observatory-session.ts';

/** A session with more thoughts than this is shown from its end. */
const MAX_THOUGHTS = 2_000;
const LAST_THOUGHTS = 500;

/** Characters of thoughts in one snapshot; long thoughts leave out older ones. */
const MAX_CHARACTERS = 4_000_000;

const LATEST_SESSIONS = 100;

/** Thoughts that are read at once. */
const AT_ONCE = 100;

export async function sessionSnapshot(
  tx: Reading,
  session: Session,
  nowMs: number,
): Promise<JsonObject> {
  const chains = await tx.thoughts.chains(session.seq);
  const thoughts = await lastThoughts(tx, session);
  const left = session.thoughtCount - thoughts.length;
  const truncated = { total: session.thoughtCount, before: thoughts[0]?.seq ?? tx.head + 1 };
  return {
    session: observatorySession(session, nowMs),
    ...thoughtsByChain(session.id, thoughts, chains),
    seq: tx.head,
    ...(left > 0 ? { truncated } : {}),
  };
}

/** The main chain as a list, and every branch by its name, also those without a thought here. */
export function thoughtsByChain(
  session: string,
  thoughts: readonly Thought[],
  chains: readonly Chain[],
): { readonly thoughts: readonly JsonObject[]; readonly branches: JsonObject } {
  const shown = new Map<string, JsonObject[]>(chains.map(({ name }) => [name, []]));
  const origins = new Map(chains.map(({ name, origin }) => [name, origin]));
  for (const thought of thoughts) {
    const view = observatoryThought(session, thought, origins.get(thought.chain));
    shown.get(thought.chain)?.push(view as JsonObject);
  }
  const branches = chains
    .filter(({ name }) => name !== MAIN)
    .map(({ name, origin }) => [
      name,
      { id: name, name, fromThoughtNumber: origin, thoughts: shown.get(name) ?? [] },
    ]);
  return { thoughts: shown.get(MAIN) ?? [], branches: Object.fromEntries(branches) };
}

/** In the order of arrival: all, or as many of the last ones as fit. */
async function lastThoughts(tx: Reading, session: Session): Promise<readonly Thought[]> {
  const most = session.thoughtCount > MAX_THOUGHTS ? LAST_THOUGHTS : MAX_THOUGHTS;
  const newestFirst: Thought[] = [];
  let characters = 0;
  while (newestFirst.length < most) {
    const limit = Math.min(AT_ONCE, most - newestFirst.length);
    const slice = { last: true, offset: newestFirst.length, limit };
    const page = await tx.thoughts.thoughts(session.seq, slice);
    for (const thought of [...page].reverse()) {
      characters += thought.text.length;
      if (characters > MAX_CHARACTERS) return newestFirst.reverse();
      newestFirst.push(thought);
    }
    if (page.length < limit) break;
  }
  return newestFirst.reverse();
}

/** The sessions that changed last. `only` is the project that the server is limited to. */
export async function sessionsList(
  tx: Reading,
  only: string | undefined,
  nowMs: number,
): Promise<JsonObject> {
  const filter = { project: only };
  const sessions = await tx.thoughts.sessions(filter, {
    sortBy: 'updatedAt',
    sortOrder: 'desc',
    limit: LATEST_SESSIONS,
    offset: 0,
  });
  return {
    sessions: sessions.map((session) => observatorySession(session, nowMs)),
    total: await tx.thoughts.countSessions(filter),
    seq: tx.head,
  };
}
