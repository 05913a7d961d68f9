/** The sessions of thought: one row each, with its counts and the beginning of its last thought. */

import { z } from 'zod';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { Session } from '../../../domain/thoughts/session.ts';
import type { SessionFilter } from '../../../store/port.ts';
import { defineView, type Look, MAX_PAGE, type ViewRow } from '../../view.ts';
import { cursorNumber } from './page-cursor.ts';
import { readSession } from './read-session.ts';
import { thoughtExcerpt } from './thought-text.ts';

export type SessionStatus = 'active' | 'completed' | 'abandoned';

export interface SessionRow extends ViewRow {
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly project: string;
  readonly tags: readonly string[];
  readonly status: SessionStatus;
  readonly createdMs: number;
  /** The time of its last thought, or of its beginning if it has none. */
  readonly lastMs: number;
  /** Set if it is completed. */
  readonly completedMs?: number | undefined;
  /** Of all chains. */
  readonly thoughtCount: number;
  readonly branchCount: number;
  readonly revisionCount: number;
  readonly critiqueCount: number;
  /** The beginning of the last thought, and who had it. */
  readonly last?: string | undefined;
  readonly by?: string | undefined;
}

/** A session that is not completed and has had no thought for this long counts as abandoned. */
export const ABANDONED_MS = 24 * 60 * 60 * 1000;

const LAST_BYTES = 160;

const args = z.object({
  /** Only this one, whatever else is asked for. */
  id: z.string().max(200).optional(),
  q: z.string().max(200).optional(),
  project: z.string().max(200).optional(),
});

type Args = z.infer<typeof args>;

/** Undefined if the project that is asked for is not shown by this server. */
function filterOf({ project: only }: Look, { q = '', project }: Args): SessionFilter | undefined {
  if (only !== undefined && project !== undefined && project !== only) return undefined;
  return { project: only ?? project, text: q };
}

export function statusAt({ isComplete, lastMs, createdMs }: Session, nowMs: number): SessionStatus {
  if (isComplete) return 'completed';
  return nowMs - (lastMs ?? createdMs) > ABANDONED_MS ? 'abandoned' : 'active';
}

async function rowsOf(
  { tx, nowMs }: Look,
  sessions: readonly Session[],
): Promise<readonly SessionRow[]> {
  const last = await tx.thoughts.lastRecorded(sessions.map(({ seq }) => seq));
  return sessions.map((session) => {
    const thought = last.get(session.seq);
    const lastMs = session.lastMs ?? session.createdMs;
    return {
      key: String(session.seq),
      id: session.id,
      title: session.title,
      description: session.description,
      project: session.project,
      tags: session.tags,
      status: statusAt(session, nowMs),
      createdMs: session.createdMs,
      lastMs,
      completedMs: session.isComplete ? lastMs : undefined,
      thoughtCount: session.thoughtCount,
      branchCount: session.branchCount,
      revisionCount: session.revisionCount,
      critiqueCount: session.critiqueCount,
      last:
        thought &&
        thoughtExcerpt(thought.payload.thought, Boolean(thought.payload.steps), LAST_BYTES).text,
      by: thought?.agent,
    };
  });
}

async function theOne(look: Look, id: string): Promise<readonly Session[]> {
  const session = await readSession(look, id);
  return session ? [session] : [];
}

/** By creation, which never changes: a session that comes meanwhile can repeat rows, never skip any. */
const NEWEST = { sortBy: 'createdAt', sortOrder: 'desc' } as const;

/** The session that an event is about, as the journal knows it. */
export function sessionOf({ entity }: JournalEvent): number | undefined {
  const seq = /^session:([0-9]+)$/.exec(entity)?.[1];
  return seq === undefined ? undefined : Number(seq);
}

export const SESSIONS_VIEW = defineView<Args, SessionRow>({
  name: 'sessions',
  args,
  async page(look, given, cursor) {
    if (given.id !== undefined) return { rows: await rowsOf(look, await theOne(look, given.id)) };
    const filter = filterOf(look, given);
    if (!filter) return { rows: [] };
    const offset = cursorNumber(cursor);
    const list = { ...NEWEST, limit: MAX_PAGE, offset };
    const sessions = await look.tx.thoughts.sessions(filter, list);
    const isFull = sessions.length === MAX_PAGE;
    return {
      rows: await rowsOf(look, sessions),
      next: isFull ? String(offset + MAX_PAGE) : undefined,
    };
  },
  async touched(look, { id }, events) {
    const keys = events.flatMap((event) => sessionOf(event) ?? []).map(String);
    if (id === undefined) return keys;
    const own = (await theOne(look, id)).map(({ seq }) => String(seq));
    return own.filter((key) => keys.includes(key));
  },
  async rows(look, given, keys) {
    if (keys.length === 0) return [];
    if (given.id !== undefined) return rowsOf(look, await theOne(look, given.id));
    const filter = filterOf(look, given);
    if (!filter) return [];
    const list = { ...NEWEST, limit: keys.length, offset: 0 };
    const seqs = keys.map(Number);
    return rowsOf(look, await look.tx.thoughts.sessions({ ...filter, seqs }, list));
  },
});
