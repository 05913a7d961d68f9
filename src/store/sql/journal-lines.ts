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
const MAX_PAYLOAD = 16_384;

/**
 * Events that are looked at for one page. Only the entity has an index: one for every column that
 * people may filter by would make every write of an agent dearer.
 */
const MAX_LOOKED_AT = 2_000;

const PLAIN = ['workspace', 'seq', 'ts_ms', 'agent', 'type', 'entity', 'version'] as const;

type LineRow = Pick<EventRow, (typeof PLAIN)[number]> & { readonly payload: string | null };

/** Its length is known without reading it. */
const shortPayload = raw<
  string | null
>`case when octet_length(payload) <= ${raw.lit(MAX_PAYLOAD)} then payload end`.as('payload');

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

const newestSeq = prepared((sql: Sql, args: { workspace: string }) =>
  sql
    .selectFrom('events')
    .select('seq')
    .where('workspace', '=', args.workspace)
    .orderBy('seq', 'desc')
    .limit(1),
);

const placesOfEntity = prepared((sql: Sql, args: Stretch & { entity: string }) =>
  sql
    .selectFrom('events')
    .select(['seq', 'agent', 'type'])
    .where('workspace', '=', args.workspace)
    .where('entity', '=', args.entity)
    .where('seq', '<', args.before)
    .orderBy('seq', 'desc')
    .limit(args.limit),
);

/** Between two seqs; sorted out by the engine, so that what does not fit is never read here. */
interface Sieve {
  readonly workspace: string;
  readonly after: number;
  readonly before: number;
  readonly limit: number;
}

function between(sql: Sql, { workspace, after, before, limit }: Sieve) {
  return sql
    .selectFrom('events')
    .select('seq')
    .where('workspace', '=', workspace)
    .where('seq', '>', after)
    .where('seq', '<', before)
    .orderBy('seq', 'desc')
    .limit(limit);
}

const SIEVES = {
  none: prepared((sql: Sql, args: Sieve) => between(sql, args)),
  agent: prepared((sql: Sql, args: Sieve & { agent: string }) =>
    between(sql, args).where('agent', '=', args.agent),
  ),
  type: prepared((sql: Sql, args: Sieve & { type: string }) =>
    between(sql, args).where('type', '=', args.type),
  ),
  both: prepared((sql: Sql, args: Sieve & { agent: string; type: string }) =>
    between(sql, args).where('agent', '=', args.agent).where('type', '=', args.type),
  ),
};

const lastOfAgents = prepared((sql: Sql, args: { workspace: string; after: number; ms: number }) =>
  sql
    .selectFrom('events')
    .select((e) => ['agent', e.fn.max('seq').as('seq')])
    .where('workspace', '=', args.workspace)
    .where('seq', '>', args.after)
    .where('ts_ms', '>=', args.ms)
    .groupBy('agent'),
);

export function lineQueries(sql: Sql, workspace: string): LineQueries {
  const at = (seqs: readonly number[]) => linesAt(sql, workspace, seqs);
  const head = async () => (await newestSeq(sql, { workspace }))[0]?.seq ?? 0;
  const sieve = async (filter: JournalFilter, slice: Slice): Promise<Sieved> =>
    filter.entity === undefined
      ? sieveJournal(sql, workspace, { filter, slice, head: await head() })
      : sieveEntity(sql, workspace, filter, slice);
  return {
    at,
    async page(filter, slice) {
      if (Object.values(filter).some((value) => value !== undefined)) {
        const { seqs, next } = await sieve(filter, slice);
        return { lines: await at(seqs), ...(next === undefined ? {} : { next }) };
      }
      const { before = EVERYTHING, limit } = slice;
      const rows = await newestLines(sql, { workspace, before, limit });
      const last = rows.at(-1)?.seq;
      return {
        lines: rows.map(lineFrom),
        ...(rows.length < limit || last === undefined ? {} : { next: last }),
      };
    },
    newest: async (filter, limit) => (await sieve(filter, { limit })).seqs,
    async lastOfEach(sinceMs) {
      const after = (await head()) - MAX_LOOKED_AT;
      const last = await lastOfAgents(sql, { workspace, after, ms: sinceMs });
      const lines = await at(last.map(({ seq }) => Number(seq)));
      return new Map(lines.map((line) => [line.agent, line]));
    },
  };
}

/** Newest first; `next`: where to read on. */
interface Sieved {
  readonly seqs: readonly number[];
  readonly next?: number;
}

/** Seqs have no gaps, so that how many are looked at is known without counting. */
async function sieveJournal(
  sql: Sql,
  workspace: string,
  {
    filter: { agent, type },
    slice: { before = EVERYTHING, limit },
    head,
  }: { readonly filter: JournalFilter; readonly slice: Slice; readonly head: number },
): Promise<Sieved> {
  const beyond = Math.min(before, head + 1);
  const after = Math.max(0, beyond - 1 - MAX_LOOKED_AT);
  const args = { workspace, after, before: beyond, limit: limit + 1 };
  const found =
    agent !== undefined && type !== undefined
      ? await SIEVES.both(sql, { ...args, agent, type })
      : agent !== undefined
        ? await SIEVES.agent(sql, { ...args, agent })
        : type !== undefined
          ? await SIEVES.type(sql, { ...args, type })
          : await SIEVES.none(sql, args);
  const seqs = found.slice(0, limit).map(({ seq }) => seq);
  if (found.length > limit) return { seqs, next: seqs.at(-1) ?? beyond };
  return after === 0 ? { seqs } : { seqs, next: after + 1 };
}

async function sieveEntity(
  sql: Sql,
  workspace: string,
  { entity = '', agent, type }: JournalFilter,
  { before = EVERYTHING, limit }: Slice,
): Promise<Sieved> {
  const stretch = { workspace, entity, before, limit: MAX_LOOKED_AT };
  const looked = await placesOfEntity(sql, stretch);
  const fitting = looked.filter(
    (row) => (agent ?? row.agent) === row.agent && (type ?? row.type) === row.type,
  );
  const seqs = fitting.slice(0, limit).map(({ seq }) => seq);
  if (fitting.length > limit) return { seqs, next: seqs.at(-1) ?? 0 };
  const last = looked.at(-1)?.seq;
  return looked.length < MAX_LOOKED_AT || last === undefined ? { seqs } : { seqs, next: last };
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

function lineFrom(row: LineRow): JournalLine {
  const { seq, ts_ms: tsMs, agent, type, entity } = row;
  const line = { seq, tsMs, agent, type, entity };
  if (row.payload === null) return line;
  const read = presentPayload(row.type, row.version, JSON.parse(row.payload));
  if ('unknown' in read) throw unreadable(row, read);
  return { ...line, payload: read.payload as unknown as JsonObject };
}
