/**
 * Reads where terms occur: in the newest texts, in the block that the journal is in, and in the
 * blocks before. What the first two have of a term is put together as the row that it will be.
 */

import { type RawBuilder, sql as raw } from 'kysely';
import type { PlaceFilter, TermPlaces } from '../../store/recall-port.ts';
import { chunksOf, groupsOf, type Listed, listed, rowsOf } from '../../store/sql/chunks.ts';
import { dialectOf } from '../../store/sql/connection-dialect.ts';
import type { Sql } from '../../store/sql/engine.ts';
import { prepared, rawStatement } from '../../store/sql/prepared.ts';
import type { Tables } from '../../store/sql/tables.ts';
import {
  blockOf,
  type Posting,
  packedTerms,
  packedTermsFrom,
  postingOf,
  postingsOf,
  readPostings,
  readUntil,
} from '../terms/postings.ts';
import { kindOfCode } from '../terms/recall-kinds.ts';

type BlockRow = Pick<Tables['recall_postings'], 'term' | 'block' | 'postings'>;

/** The texts of the newest events: few, however old the memory is. */
export const latestTexts = prepared((sql: Sql, args: { workspace: string }) =>
  sql
    .selectFrom('recall_latest')
    .select(['number', 'kind', 'terms'])
    .where('workspace', '=', args.workspace)
    .orderBy('number'),
);

const currentRows = prepared((sql: Sql, args: { workspace: string; terms: Listed }) =>
  rawStatement<BlockRow>(
    sql,
    raw<BlockRow>`select c.term, c.block, c.postings from ${rowsOf(sql, args.terms)} as given
      cross join recall_current as c where c.workspace = ${args.workspace}
      and c.term = given.value`,
  ),
);

/** Of each term the row of the block that the journal is in; none if it does not occur there. */
async function newestRows(
  sql: Sql,
  workspace: string,
  terms: readonly string[],
): Promise<ReadonlyMap<string, BlockRow>> {
  const found = new Map<string, BlockRow>();
  if (terms.length === 0) return found;
  for (const some of chunksOf(terms)) {
    const rows = await currentRows(sql, { workspace, terms: listed(some) });
    for (const row of rows) found.set(row.term, row);
  }
  const asked = new Set(terms);
  for (const { number, kind, terms: packed } of await latestTexts(sql, { workspace })) {
    const block = blockOf(number);
    for (const [term, posting] of postingsOf(number, kindOfCode(kind), packed)) {
      if (!asked.has(term)) continue;
      const postings = (found.get(term)?.postings ?? '') + posting;
      found.set(term, { term, block, postings });
    }
  }
  return found;
}

/** Rows that are read at once: a common word has many places in one, a rare word one in each. */
const PAGES = [4, 28, 224, 1_024];

interface Asked {
  readonly term: string;
  readonly below: number;
}

const blocksOfTerm = prepared(
  (sql: Sql, args: { workspace: string; term: string; below: number; limit: number }) =>
    sql
      .selectFrom('recall_postings')
      .select(['term', 'block', 'postings'])
      .where('workspace', '=', args.workspace)
      .where('term', '=', args.term)
      .where('block', '<', args.below)
      .orderBy('block', 'desc')
      .limit(args.limit),
);

/** PostgreSQL answers for all terms in one round trip; to SQLite a statement more costs nothing. */
async function readBlocks(
  sql: Sql,
  workspace: string,
  asked: readonly Asked[],
  limit: number,
): Promise<readonly BlockRow[]> {
  if (dialectOf(sql).name === 'sqlite') {
    const rows: BlockRow[] = [];
    for (const each of asked)
      rows.push(...(await blocksOfTerm(sql, { workspace, ...each, limit })));
    return rows;
  }
  const { rows } = await raw<BlockRow>`
    select p.term, p.block, p.postings from json_to_recordset(${JSON.stringify(asked)}::json)
      as asked(term text, below bigint) cross join lateral (
      select term, block, postings from recall_postings where workspace = ${workspace}
        and term = asked.term collate "C" and block < asked.below
      order by block desc limit ${limit}) as p order by p.term, p.block desc`.execute(sql);
  return rows;
}

/** What was read of a term so far. */
interface Read {
  readonly wanted: Posting[];
  /** All that were read, wanted or not. */
  all: number;
  completeFrom: number;
}

/**
 * A block at a time, the newest first, until there are enough that are wanted: a block may have
 * many more. What is older than all that are wanted is not read.
 */
export async function placesOf(
  sql: Sql,
  workspace: string,
  terms: readonly string[],
  most: number,
  wanted: PlaceFilter = {},
): Promise<ReadonlyMap<string, TermPlaces>> {
  const [from, below] = wanted.numbers ?? [0, Number.MAX_SAFE_INTEGER];
  const isWanted = wantedBy(wanted);
  const found = new Map<string, Read>();
  const add = ({ term, block, postings }: BlockRow) => {
    const known = found.get(term) ?? { wanted: [], all: 0, completeFrom: 0 };
    known.completeFrom = readUntil(block, postings, (place) => {
      known.all += 1;
      if (isWanted(place)) known.wanted.push(place);
      return known.wanted.length >= most;
    });
    found.set(term, known);
  };
  const top = blockOf(below) + 1;
  const newest = await newestRows(sql, workspace, terms);
  for (const row of newest.values()) if (row.block < top) add(row);
  const isFull = (term: string) => (found.get(term)?.wanted.length ?? 0) >= most;
  let asked: readonly Asked[] = terms
    .filter((term) => !isFull(term))
    .map((term) => ({ term, below: top }));
  for (const limit of PAGES) {
    if (asked.length === 0) break;
    const rows = groupsOf(await readBlocks(sql, workspace, asked, limit), (row) => row.term);
    const more: Asked[] = [];
    for (const { term } of asked) {
      const some = rows.get(term) ?? [];
      for (const row of some) if (!isFull(term)) add(row);
      const last = some.at(-1);
      if (isFull(term)) continue;
      if (last && some.length === limit && last.block > blockOf(from)) {
        more.push({ term, below: last.block });
      } else {
        const known = found.get(term);
        if (known) known.completeFrom = 0;
      }
    }
    asked = more;
  }
  return inOrder(terms, found, ({ wanted: postings, all: read, completeFrom }) => {
    return { postings, completeFrom, read };
  });
}

function wantedBy({ kinds, numbers }: PlaceFilter): (place: Posting) => boolean {
  if (!kinds && !numbers) return () => true;
  const [from, below] = numbers ?? [0, Number.MAX_SAFE_INTEGER];
  const set = kinds && new Set(kinds);
  return ({ kind, number }) => number >= from && number < below && set?.has(kind) !== false;
}

/** The order of rows is the engine's; scores are added up in the order of the terms. */
function inOrder<Value, Result>(
  terms: readonly string[],
  found: ReadonlyMap<string, Value>,
  resultOf: (value: Value) => Result,
): ReadonlyMap<string, Result> {
  return new Map(
    terms.flatMap((term) => {
      const value = found.get(term);
      return value === undefined ? [] : [[term, resultOf(value)] as const];
    }),
  );
}

const BLOCKS_AT_ONCE = 256;

/** Every place of a term, newest first. */
export async function allPlacesOf(
  sql: Sql,
  workspace: string,
  term: string,
): Promise<readonly Posting[]> {
  const newest = (await newestRows(sql, workspace, [term])).get(term);
  const all = newest ? [...readPostings(newest.block, newest.postings)] : [];
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await blocksOfTerm(sql, { workspace, term, below, limit: BLOCKS_AT_ONCE });
    for (const { block, postings } of rows) all.push(...readPostings(block, postings));
    const last = rows.at(-1);
    if (!last || rows.length < BLOCKS_AT_ONCE) return all;
    below = last.block;
  }
}

export async function placesIn(
  sql: Sql,
  workspace: string,
  term: string,
  numbers: readonly number[],
): Promise<readonly Posting[]> {
  const wanted = groupsOf([...new Set(numbers)], blockOf);
  const rows: BlockRow[] = [];
  for (const blocks of chunksOf([...wanted.keys()])) {
    const some = await raw<BlockRow>`
      select term, block, postings from recall_postings where workspace = ${workspace}
      and term = ${term} and block in ${rowsOf(sql, listed(blocks), 'bigint')}`.execute(sql);
    rows.push(...some.rows);
  }
  // Only the newest of the blocks can be the one that the journal is in.
  const newest = Math.max(0, ...wanted.keys());
  if (wanted.size > rows.length && rows.every(({ block }) => block < newest)) {
    rows.push(...(await newestRows(sql, workspace, [term])).values());
  }
  // Scores are added up in their order, so it must be that of no engine.
  rows.sort((a, b) => b.block - a.block);
  return rows.flatMap(({ block, postings }) => {
    const found = wanted.get(block)?.map((number) => postingOf(block, postings, number)) ?? [];
    return found.filter((posting) => posting !== undefined);
  });
}

export async function knownTerms(
  sql: Sql,
  workspace: string,
  terms: readonly string[],
): Promise<readonly string[]> {
  const texts = await latestTexts(sql, { workspace });
  const latest = new Set(texts.flatMap((text) => packedTerms(text.terms)));
  const found = new Set(terms.filter((term) => latest.has(term)));
  for (const some of chunksOf(terms, 1_000)) {
    const { rows } = await raw<{ value: string }>`
      select value from ${rowsOf(sql, listed(some))} as given
      where exists (${hasTerm('recall_current', workspace)})
      or exists (${hasTerm('recall_postings', workspace)})`.execute(sql);
    for (const { value } of rows) found.add(value);
  }
  return terms.filter((term) => found.has(term));
}

function hasTerm(table: 'recall_current' | 'recall_postings', workspace: string) {
  return raw`select 1 from ${raw.raw(table)} where workspace = ${workspace}
    and term = given.value`;
}

interface Span {
  readonly workspace: string;
  readonly from: string;
  readonly to: string;
  readonly limit: number;
}

/** Each step leaps to the next term, so that the many places of one term are not walked. */
const pastFrom = prepared((sql: Sql, args: Span) =>
  rawStatement<{ term: string }>(
    sql,
    raw<{ term: string }>`with recursive leap(term, step) as (
      select ${nextTerm(args, raw`term >= ${args.from}`)}, 1
      union all select ${nextTerm(args, raw`term > leap.term`)}, step + 1 from leap
        where leap.term is not null and step < ${args.limit})
      select term from leap where term is not null`,
  ),
);

function nextTerm({ workspace, to }: Span, isNext: RawBuilder<unknown>): RawBuilder<string> {
  return raw`(select term from recall_postings where workspace = ${workspace}
    and ${isNext} and term < ${to} order by term limit 1)`;
}

const currentFrom = prepared((sql: Sql, args: Span) =>
  sql
    .selectFrom('recall_current')
    .select('term')
    .where('workspace', '=', args.workspace)
    .where('term', '>=', args.from)
    .where('term', '<', args.to)
    .orderBy('term')
    .limit(args.limit),
);

export async function termsBeginning(
  sql: Sql,
  workspace: string,
  prefix: string,
  limit: number,
): Promise<readonly string[]> {
  const span = { workspace, from: prefix, to: `${prefix}\u{10ffff}`, limit };
  const texts = await latestTexts(sql, { workspace });
  const latest = new Set(texts.flatMap((text) => packedTermsFrom(text.terms, prefix)));
  const rows = [...(await currentFrom(sql, span)), ...(await pastFrom(sql, span))];
  const all = new Set([...latest, ...rows.map(({ term }) => term)]);
  return [...all].sort(byBytes).slice(0, limit);
}

/** As both engines order texts: JavaScript's own order differs beyond the first 65,536 characters. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
