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

/** Events that are looked at for one page if several conditions must hold. */
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

type Column = keyof JournalFilter;

function linesWith(column: Column) {
  return prepared((sql: Sql, args: Stretch & { value: string }) =>
    linesOf(sql, args.workspace)
      .where(column, '=', args.value)
      .where('seq', '<', args.before)
      .orderBy('seq', 'desc')
      .limit(args.limit),
  );
}

function placesWith(column: Column) {
  return prepared((sql: Sql, args: Stretch & { value: string }) =>
    sql
      .selectFrom('events')
      .select(['seq', 'agent', 'type', 'entity'])
      .where('workspace', '=', args.workspace)
      .where(column, '=', args.value)
      .where('seq', '<', args.before)
      .orderBy('seq', 'desc')
      .limit(args.limit),
  );
}

/** The first that is given leads: it usually has the fewest events. */
const COLUMNS: readonly Column[] = ['entity', 'agent', 'type'];
const WITH = { entity: linesWith('entity'), agent: linesWith('agent'), type: linesWith('type') };
const PLACES = {
  entity: placesWith('entity'),
  agent: placesWith('agent'),
  type: placesWith('type'),
};

const lastLineOf = prepared((sql: Sql, args: { workspace: string; agent: string }) =>
  linesOf(sql, args.workspace).where('agent', '=', args.agent).orderBy('seq', 'desc').limit(1),
);

export function lineQueries(sql: Sql, workspace: string): LineQueries {
  const at = (seqs: readonly number[]) => linesAt(sql, workspace, seqs);
  return {
    at,
    async page(filter, slice) {
      const given = COLUMNS.filter((column) => filter[column] !== undefined);
      const [first, ...others] = given;
      const { before = EVERYTHING, limit } = slice;
      if (first && others.length > 0) return sieved(sql, workspace, { filter, first, slice }, at);
      const stretch = { workspace, before, limit };
      const rows = first
        ? await WITH[first](sql, { ...stretch, value: filter[first] ?? '' })
        : await newestLines(sql, stretch);
      const last = rows.at(-1)?.seq;
      return {
        lines: rows.map(lineFrom),
        ...(rows.length < limit || last === undefined ? {} : { next: last }),
      };
    },
    lastOf: async (agent) => (await lastLineOf(sql, { workspace, agent })).map(lineFrom)[0],
    async writers(sinceMs, limit) {
      const rows = await recentWriters(sql, workspace, sinceMs, limit);
      return rows.map(({ agent }) => agent);
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

interface Sieve {
  readonly filter: JournalFilter;
  readonly first: Column;
  readonly slice: Slice;
}

/** Several conditions: those of one are looked at in order, up to a bound, for the others. */
async function sieved(
  sql: Sql,
  workspace: string,
  { filter, first, slice: { before = EVERYTHING, limit } }: Sieve,
  at: LineQueries['at'],
) {
  const stretch = { workspace, before, limit: MOST_LOOKED_AT };
  const looked = await PLACES[first](sql, { ...stretch, value: filter[first] ?? '' });
  const fitting = looked.filter((row) =>
    COLUMNS.every((column) => filter[column] === undefined || filter[column] === row[column]),
  );
  const taken = fitting.slice(0, limit).map(({ seq }) => seq);
  const isWhole = looked.length < MOST_LOOKED_AT && fitting.length <= limit;
  const last = fitting.length > limit ? taken.at(-1) : looked.at(-1)?.seq;
  return {
    lines: await at(taken),
    ...(isWhole || last === undefined ? {} : { next: last }),
  };
}

/** From one name to the next by the index: as many steps as agents, not as events. */
async function recentWriters(
  sql: Sql,
  workspace: string,
  sinceMs: number,
  limit: number,
): Promise<readonly { agent: string }[]> {
  const { rows } = await raw<{ agent: string }>`
    with recursive names(agent) as (
      select (select min(e.agent) from events e where e.workspace = ${workspace})
      union all
      select (select min(e.agent) from events e
        where e.workspace = ${workspace} and e.agent > names.agent)
      from names where names.agent is not null
    )
    select n.agent as agent
    from (select names.agent as agent, (select max(e.seq) from events e
        where e.workspace = ${workspace} and e.agent = names.agent) as seq
      from names where names.agent is not null) n
    join events l on l.workspace = ${workspace} and l.seq = n.seq
    where l.ts_ms >= ${sinceMs}
    order by n.seq desc limit ${limit}`.execute(sql);
  return rows;
}

function lineFrom(row: LineRow): JournalLine {
  const { seq, ts_ms: tsMs, agent, type, entity } = row;
  const line = { seq, tsMs, agent, type, entity };
  if (row.payload === null) return line;
  const read = presentPayload(row.type, row.version, JSON.parse(row.payload));
  if ('unknown' in read) throw unreadable(row, read);
  return { ...line, payload: read.payload as unknown as JsonObject };
}
