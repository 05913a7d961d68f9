/** Thoughts as they were recorded, for readers that follow a whole session: by order and by place. */

import type { JournalEvent } from '../../../domain/journal/event.ts';
import { MAIN, sessionSeqOf } from '../../../domain/thoughts/session.ts';
import { placeName } from '../../../domain/thoughts/thought.ts';
import type { ThoughtPlace } from '../../../domain/thoughts/thought-events.ts';
import type { RecordedThought, ThoughtQueries } from '../../thought-port.ts';
import { chunksOf } from '../chunks.ts';
import { contains } from '../contains.ts';
import type { Sql } from '../engine.ts';
import { eventFrom } from '../journal.ts';
import { prepared } from '../prepared.ts';
import type { EventRow } from '../tables.ts';
import { firstThoughtsWith } from './sessions-with.ts';

interface InSession {
  readonly workspace: string;
  readonly session: number;
}

type ThoughtEvent = JournalEvent<'thought_recorded'>;

/** Of `events as e`: what an event is read from. */
export const EVENT_COLUMNS = [
  'e.workspace',
  'e.seq',
  'e.ts_ms',
  'e.agent',
  'e.type',
  'e.entity',
  'e.payload',
  'e.version',
] as const;

type Columns = Pick<
  EventRow,
  'workspace' | 'seq' | 'ts_ms' | 'agent' | 'type' | 'entity' | 'payload' | 'version'
>;

function thoughtEvent(row: Columns): ThoughtEvent {
  return eventFrom({ ...row, branch: null, doc: null, key: null }) as ThoughtEvent;
}

const thoughtsAfter = prepared((sql: Sql, args: InSession & { after: number; limit: number }) =>
  sql
    .selectFrom('thoughts as t')
    .innerJoin('events as e', (join) =>
      join.onRef('e.workspace', '=', 't.workspace').onRef('e.seq', '=', 't.seq'),
    )
    .select(EVENT_COLUMNS)
    .select('t.critique_seq')
    .where('t.workspace', '=', args.workspace)
    .where('t.session', '=', args.session)
    .where('t.seq', '>', args.after)
    .orderBy('t.seq')
    .limit(args.limit),
);

/**
 * Chains and numbers are looked up apart from each other, so some places are read that nobody asked
 * for; their events are not.
 */
async function thoughtsAt(
  sql: Sql,
  { workspace, session }: InSession,
  places: readonly ThoughtPlace[],
): Promise<readonly RecordedThought[]> {
  const wanted = new Set(places.map(placeName));
  const chains = [...new Set(places.map(({ chain }) => chain))];
  const numbers = [...new Set(places.map(({ number }) => number))];
  if (wanted.size === 0) return [];
  const found = await sql
    .selectFrom('thoughts')
    .select(['chain', 'number', 'seq', 'critique_seq'])
    .where('workspace', '=', workspace)
    .where('session', '=', session)
    .where('chain', 'in', chains)
    .where('number', 'in', numbers)
    .execute();
  const rows = found.filter((row) => wanted.has(placeName(row)));
  const events = await eventsAt(
    sql,
    workspace,
    rows.map(({ seq }) => seq),
  );
  return rows
    .flatMap(({ seq, critique_seq }) => {
      const event = events.get(seq);
      return event ? [{ event, hasCritique: critique_seq !== null }] : [];
    })
    .sort((a, b) => a.event.seq - b.event.seq);
}

async function eventsAt(
  sql: Sql,
  workspace: string,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, ThoughtEvent>> {
  const events = new Map<number, ThoughtEvent>();
  for (const some of chunksOf(seqs)) {
    const rows = await sql
      .selectFrom('events as e')
      .select(EVENT_COLUMNS)
      .where('e.workspace', '=', workspace)
      .where('e.seq', 'in', some)
      .execute();
    for (const row of rows) events.set(row.seq, thoughtEvent(row));
  }
  return events;
}

async function lastOf(
  sql: Sql,
  workspace: string,
  sessions: readonly number[],
): Promise<ReadonlyMap<number, ThoughtEvent>> {
  const last = new Map<number, ThoughtEvent>();
  for (const some of chunksOf(sessions)) {
    const ends = await sql
      .selectFrom('thought_chains')
      .select(['session'])
      .select((e) => e.fn.max('last_seq').as('seq'))
      .where('workspace', '=', workspace)
      .where('session', 'in', some)
      .groupBy('session')
      .execute();
    const events = await eventsAt(
      sql,
      workspace,
      ends.map(({ seq }) => Number(seq)),
    );
    for (const { session, seq } of ends) {
      const event = events.get(Number(seq));
      if (event) last.set(session, event);
    }
  }
  return last;
}

async function firstWith(
  sql: Sql,
  workspace: string,
  sessions: readonly number[],
  text: string,
): Promise<ReadonlyMap<number, ThoughtEvent>> {
  const first = new Map<number, ThoughtEvent>();
  if (sessions.length === 0) return first;
  const found = await firstThoughtsWith(sql, workspace, sessions, text);
  for (const event of (await eventsAt(sql, workspace, [...found.values()])).values()) {
    first.set(sessionSeqOf(event.entity), event);
  }
  return first;
}

/** What a thought revises is only in its event, so those that revise anything are looked through. */
async function revisionsOf(
  sql: Sql,
  { workspace, session }: InSession,
  { chain, number }: ThoughtPlace,
): Promise<readonly ThoughtPlace[]> {
  const rows = await sql
    .selectFrom('thoughts as t')
    .innerJoin('events as e', (join) =>
      join.onRef('e.workspace', '=', 't.workspace').onRef('e.seq', '=', 't.seq'),
    )
    .select(EVENT_COLUMNS)
    .where('t.workspace', '=', workspace)
    .where('t.session', '=', session)
    .where(contains('e.payload', '"revises":{'))
    .orderBy('t.seq')
    .execute();
  return rows
    .map((row) => thoughtEvent(row).payload)
    .filter(({ revises }) => revises?.chain === chain && revises.number === number)
    .map((payload) => ({ chain: payload.branch ?? MAIN, number: payload.number }));
}

type RecordedQueries = Pick<
  ThoughtQueries,
  'recordedAfter' | 'recordedAt' | 'lastRecorded' | 'firstWith' | 'revisionsOf'
>;

export function recordedQueries(sql: Sql, workspace: string): RecordedQueries {
  return {
    async recordedAfter(session, after, limit) {
      const rows = await thoughtsAfter(sql, { workspace, session, after, limit });
      return rows.map(({ critique_seq, ...row }) => ({
        event: thoughtEvent(row),
        hasCritique: critique_seq !== null,
      }));
    },
    recordedAt: (session, places) => thoughtsAt(sql, { workspace, session }, places),
    lastRecorded: (sessions) => lastOf(sql, workspace, sessions),
    firstWith: (sessions, text) => firstWith(sql, workspace, sessions, text),
    revisionsOf: (session, place) => revisionsOf(sql, { workspace, session }, place),
  };
}
