/** The journal as people read it: newest first, by agent, type or entity, without long payloads. */

import { sql as raw } from 'kysely';
import { presentPayload } from '../../domain/journal/event-versions.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { JournalFilter, JournalLine, LineQueries, Slice } from '../port.ts';
import { chunksOf } from './chunks.ts';
import type { Sql } from './engine.ts';
import { unreadable } from './journal.ts';
import { prepared } from './prepared.ts';
import type { EventRow } from './tables.ts';

const EVERYTHING = Number.MAX_SAFE_INTEGER;

/** A longer payload is not read for a line, in bytes. */
const MOST_PAYLOAD = 16_384;

/**
 * Events that are looked at for one page. Only the entity has an index: one for every column that
 * people may filter by would make every write of an agent dearer.
 */
const MOST_LOOKED_AT = 2_000;

const PLAIN = ['workspace', 'seq', 'ts_ms', 'agent', 'type', 'entity', 'version'] as const;

type LineRow = Pick<EventRow, (typeof PLAIN)[number]> & { readonly payload: string | null };

/** Its length is known without reading it. */
const shortPayload = raw<
  string | null
>`case when octet_length(payload) <= ${raw.lit(MOST_PAYLOAD)} then payload end`.as('payload');

function linesOf(sql: Sql, workspace: string) {
  return sql
    .selectFrom('events')
    .select([...PLAIN])
    .select(shortPayload)
    .where('workspace', '=', workspace);
}

interface Stretch {
  readonly workspace: string;
  readonly before: number;
  readonly limit: number;
}

const newestLines = prepared((sql: Sql, args: Stretch) =>
  linesOf(sql, args.workspace)
    .where('seq', '<', args.before)
    .orderBy('seq', 'desc')
    .limit(args.limit),
);

const placesOf = (sql: Sql, args: Stretch) =>
  sql
    .selectFrom('events')
    .select(['seq', 'agent', 'type', 'entity', 'ts_ms'])
    .where('workspace', '=', args.workspace)
    .where('seq', '<', args.before)
    .orderBy('seq', 'desc')
    .limit(args.limit);

const newestPlaces = prepared(placesOf);

const placesOfEntity = prepared((sql: Sql, args: Stretch & { entity: string }) =>
  placesOf(sql, args).where('entity', '=', args.entity),
);

const COLUMNS: readonly (keyof JournalFilter)[] = ['entity', 'agent', 'type'];

export function lineQueries(sql: Sql, workspace: string): LineQueries {
  const at = (seqs: readonly number[]) => linesAt(sql, workspace, seqs);
  return {
    at,
    async page(filter, slice) {
      if (COLUMNS.some((column) => filter[column] !== undefined)) {
        return sieved(sql, workspace, filter, slice);
      }
      const { before = EVERYTHING, limit } = slice;
      const rows = await newestLines(sql, { workspace, before, limit });
      const last = rows.at(-1)?.seq;
      return {
        lines: rows.map(lineFrom),
        ...(rows.length < limit || last === undefined ? {} : { next: last }),
      };
    },
    async lastOfEach(sinceMs) {
      const stretch = { workspace, before: EVERYTHING, limit: MOST_LOOKED_AT };
      const last = new Map<string, number>();
      for (const { agent, seq, ts_ms: tsMs } of await newestPlaces(sql, stretch)) {
        if (tsMs >= sinceMs && !last.has(agent)) last.set(agent, seq);
      }
      const lines = await at([...last.values()]);
      return new Map(lines.map((line) => [line.agent, line]));
    },
  };
}

async function linesAt(
  sql: Sql,
  workspace: string,
  seqs: readonly number[],
): Promise<readonly JournalLine[]> {
  const found: JournalLine[] = [];
  for (const some of chunksOf([...seqs])) {
    const rows = await linesOf(sql, workspace).where('seq', 'in', some).execute();
    found.push(...rows.map(lineFrom));
  }
  return found.sort((a, b) => b.seq - a.seq);
}

/** Looks at a bounded number of events for those that fit. */
async function sieved(
  sql: Sql,
  workspace: string,
  filter: JournalFilter,
  { before = EVERYTHING, limit }: Slice,
) {
  const stretch = { workspace, before, limit: MOST_LOOKED_AT };
  const { entity } = filter;
  const looked =
    entity === undefined
      ? await newestPlaces(sql, stretch)
      : await placesOfEntity(sql, { ...stretch, entity });
  const fitting = looked.filter((row) =>
    COLUMNS.every((column) => filter[column] === undefined || filter[column] === row[column]),
  );
  const taken = fitting.slice(0, limit).map(({ seq }) => seq);
  const isWhole = looked.length < MOST_LOOKED_AT && fitting.length <= limit;
  const last = fitting.length > limit ? taken.at(-1) : looked.at(-1)?.seq;
  return {
    lines: await linesAt(sql, workspace, taken),
    ...(isWhole || last === undefined ? {} : { next: last }),
  };
}

function lineFrom(row: LineRow): JournalLine {
  const { seq, ts_ms: tsMs, agent, type, entity } = row;
  const line = { seq, tsMs, agent, type, entity };
  if (row.payload === null) return line;
  const read = presentPayload(row.type, row.version, JSON.parse(row.payload));
  if ('unknown' in read) throw unreadable(row, read);
  return { ...line, payload: read.payload as unknown as JsonObject };
}
