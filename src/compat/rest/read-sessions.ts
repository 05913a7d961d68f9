/** Sessions of thought for programs that ask once. */

import type { Session } from '../../domain/thoughts/session.ts';
import type { Thought } from '../../domain/thoughts/thought.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Look } from '../../observatory/view.ts';
import { readSession } from '../../observatory/views/thinking/read-session.ts';
import { statusAt } from '../../observatory/views/thinking/sessions-view.ts';
import type { SessionFilter } from '../../store/port.ts';
import { observatorySession } from '../channels/observatory-session.ts';
import { thoughtsByChain } from '../channels/session-snapshot.ts';
import { BadRequest, type Query } from './query.ts';

/** A page has at least one item: a program that follows `hasMore` must come to an end. */
const LISTED = { least: 1, most: 100, usual: 50 };
const THOUGHTS = { least: 1, most: 500, usual: 100 };
const OFFSET = { most: 1_000_000_000, usual: 0 };

/** Sessions that are read at once to find those with a status. */
const AT_ONCE = 500;

/** Characters of thoughts in one answer. */
const MAX_CHARACTERS = 4_000_000;

/** The sessions that changed last come first. */
const LATEST = { sortBy: 'updatedAt', sortOrder: 'desc' } as const;

export async function listSessions(look: Look, query: Query): Promise<JsonObject> {
  const { tx, nowMs, project: only } = look;
  const [limit, offset] = [query.number('limit', LISTED), query.number('offset', OFFSET)];
  const status = query.choice('status', ['active', 'completed', 'abandoned']);
  const tag = query.text('tag');
  const filter = { project: only ?? query.text('project'), tags: tag === undefined ? [] : [tag] };
  const isForeign = only !== undefined && (query.text('project') ?? only) !== only;
  const matching = isForeign
    ? { sessions: [], total: 0 }
    : status === undefined
      ? {
          sessions: await tx.thoughts.sessions(filter, { ...LATEST, limit, offset }),
          total: await tx.thoughts.countSessions(filter),
        }
      : await withStatus(look, filter, status, { limit, offset });
  const { sessions, total } = matching;
  return {
    sessions: sessions.map((session) => observatorySession(session, nowMs)),
    total,
    hasMore: offset + sessions.length < total,
    seq: tx.head,
  };
}

/** A status depends on the time, so no index has it. */
async function withStatus(
  { tx, nowMs }: Look,
  filter: SessionFilter,
  status: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const sessions: Session[] = [];
  let total = 0;
  for (let from = 0; ; from += AT_ONCE) {
    const page = await tx.thoughts.sessions(filter, { ...LATEST, limit: AT_ONCE, offset: from });
    for (const session of page) {
      if (statusAt(session, nowMs) !== status) continue;
      total += 1;
      if (total > offset && sessions.length < limit) sessions.push(session);
    }
    if (page.length < AT_ONCE) return { sessions, total };
  }
}

/** Sessions that have not ended, with a thought in the last day. */
export async function countActive({ tx, nowMs, project }: Look): Promise<number> {
  let active = 0;
  for (let offset = 0; ; offset += AT_ONCE) {
    const page = await tx.thoughts.sessions({ project }, { ...LATEST, limit: AT_ONCE, offset });
    active += page.filter((session) => statusAt(session, nowMs) === 'active').length;
    const last = page.at(-1);
    const isOld = last && statusAt({ ...last, isComplete: false, lastMs: last.updatedMs }, nowMs);
    if (page.length < AT_ONCE || isOld === 'abandoned') return active;
  }
}

/** With `at`, as it was after the event with that seq. */
export async function readOneSession(look: Look, id: string, query: Query): Promise<JsonObject> {
  const { tx, nowMs } = look;
  const session = await readSession(look, id.toLowerCase());
  if (!session) throw new BadRequest(404, 'SESSION_NOT_FOUND', `There is no session ${id}.`);
  const [limit, offset] = [query.number('limit', THOUGHTS), query.number('offset', OFFSET)];
  const at = query.number('at', { most: Number.MAX_SAFE_INTEGER, usual: tx.head });
  const total = await tx.thoughts.countUntil(session.seq, at);
  const wanted = Math.max(0, Math.min(limit, total - offset));
  const thoughts =
    wanted === 0 ? [] : await tx.thoughts.thoughts(session.seq, { offset, limit: wanted });
  const fitting = thatFit(thoughts);
  const chains = (await tx.thoughts.chains(session.seq)).filter(({ firstSeq }) => firstSeq <= at);
  return {
    session: observatorySession(session, nowMs),
    ...thoughtsByChain(session.id, fitting, chains),
    total,
    hasMore: offset + fitting.length < total,
    seq: tx.head,
  };
}

/** At least one, so that a program that pages comes to an end. */
function thatFit(thoughts: readonly Thought[]): readonly Thought[] {
  let characters = 0;
  return thoughts.filter(({ text }, index) => {
    characters += text.length;
    return index === 0 || characters <= MAX_CHARACTERS;
  });
}
