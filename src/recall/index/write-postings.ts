/**
 * Writes where terms occur. The newest texts have a row each, which is one page of the database
 * whatever their number of terms; when the journal has moved on, their terms are gathered, and with
 * the end of a block its terms go where they stay. Where a posting is follows from its number and
 * the events behind it alone.
 */

import { type RawBuilder, sql as raw } from 'kysely';
import { chunksOf, groupsOf, listed, rowsOf } from '../../store/sql/chunks.ts';
import { dialectOf } from '../../store/sql/connection-dialect.ts';
import type { Sql } from '../../store/sql/engine.ts';
import { rowsInto } from '../../store/sql/insert-rows.ts';
import { prepared, rawStatement } from '../../store/sql/prepared.ts';
import type { Tables } from '../../store/sql/tables.ts';
import {
  blockOf,
  levelOf,
  numberAt,
  packTerms,
  postingsOf,
  type Reached,
  withoutPosting,
} from '../terms/postings.ts';
import { kindCode, kindOfCode } from '../terms/recall-kinds.ts';
import { termsOfText } from '../terms/shown-text.ts';
import { latestTexts } from './read-postings.ts';
import type { PutText } from './text-changes.ts';

type LatestRow = Tables['recall_latest'];
type PostingRow = Pick<Tables['recall_postings'], 'term' | 'block' | 'postings'>;

/** Before anything of the events behind `before` is written. */
export async function moveOn(
  sql: Sql,
  workspace: string,
  before: number,
  reached: Reached,
): Promise<void> {
  const level = levelOf(numberAt(before), reached);
  if (level === 'latest') return;
  const rows = await latestTexts(sql, { workspace });
  if (rows.length > 0) {
    await appendTo.current(sql, workspace, gathered(rows));
    await sql.deleteFrom('recall_latest').where('workspace', '=', workspace).execute();
  }
  if (level === 'current') return;
  await raw`insert into recall_postings (workspace, term, block, postings)
    select workspace, term, block, postings from recall_current
    where workspace = ${workspace} order by term`.execute(sql);
  await sql.deleteFrom('recall_current').where('workspace', '=', workspace).execute();
}

/** In the order of their numbers, so that the postings of a term stay sorted. */
export async function addTerms(
  sql: Sql,
  workspace: string,
  texts: readonly PutText[],
  reached: Reached,
): Promise<void> {
  const rows = texts.flatMap(({ number, text }): LatestRow[] => {
    const terms = packTerms(termsOfText(text));
    return terms === '' ? [] : [{ workspace, number, kind: kindCode(text.kind), terms }];
  });
  const levels = groupsOf(rows, ({ number }) => levelOf(number, reached));
  await appendTo.past(sql, workspace, gathered(levels.get('past') ?? []));
  await appendTo.current(sql, workspace, gathered(levels.get('current') ?? []));
  await insertLatest(sql, levels.get('latest') ?? []);
}

export async function removeTerms(
  sql: Sql,
  workspace: string,
  { number, text }: PutText,
  head: number,
): Promise<void> {
  const level = levelOf(number, { head, many: 0 });
  if (level === 'latest' && (await deleteLatest(sql, { workspace, number })).length > 0) return;
  // An event with many texts may have moved it on already.
  const at = level === 'latest' ? 'current' : level;
  await removePostings(sql, { workspace, level: at, number }, [...termsOfText(text).keys()]);
}

const insertLatest = rowsInto<LatestRow, keyof LatestRow>('recall_latest', [
  'workspace',
  'number',
  'kind',
  'terms',
]);

const deleteLatest = prepared((sql: Sql, args: Pick<LatestRow, 'workspace' | 'number'>) =>
  sql
    .deleteFrom('recall_latest')
    .where('workspace', '=', args.workspace)
    .where('number', '=', args.number)
    .returning('number'),
);

/** The postings of all these texts, by term and block. */
function gathered(
  texts: readonly Pick<LatestRow, 'number' | 'kind' | 'terms'>[],
): readonly PostingRow[] {
  const rows = new Map<string, PostingRow>();
  for (const { number, kind, terms } of texts) {
    const block = blockOf(number);
    for (const [term, posting] of postingsOf(number, kindOfCode(kind), terms)) {
      const key = `${block} ${term}`;
      const row = rows.get(key);
      if (row) row.postings += posting;
      else rows.set(key, { term, block, postings: posting });
    }
  }
  // One order for all writers, in which a B-tree is walked from left to right.
  return [...rows.values()].sort((a, b) => (a.term < b.term ? -1 : a.term > b.term ? 1 : 0));
}

const TABLE = { current: 'recall_current', past: 'recall_postings' } as const;
const KEY = { current: 'workspace, term', past: 'workspace, term, block' } as const;

const ROWS_AT_ONCE = 1_000;

/** One statement whatever the number of terms. */
function upsertInto(level: 'current' | 'past', change: string) {
  const [table, key] = [raw.raw(TABLE[level]), raw.raw(KEY[level])];
  const statement = prepared((sql: Sql, args: { workspace: string; rows: string }) =>
    rawStatement(
      sql,
      raw`insert into ${table} (workspace, term, block, postings)
        select ${args.workspace}, term, block, postings from ${postingRows(sql, args.rows)}
        where true on conflict (${key}) do update set postings = ${raw.raw(change)}`,
    ),
  );
  return async (sql: Sql, workspace: string, rows: readonly PostingRow[]) => {
    for (const some of chunksOf(rows, ROWS_AT_ONCE)) {
      await statement(sql, { workspace, rows: JSON.stringify(some) });
    }
  };
}

function postingRows(sql: Sql, rows: string): RawBuilder<PostingRow> {
  if (dialectOf(sql).name === 'postgres') {
    return raw`json_to_recordset(${rows}::json) as given(term text, block bigint, postings text)`;
  }
  return raw`(select json_extract(value, '$.term') as term, json_extract(value, '$.block') as block,
    json_extract(value, '$.postings') as postings from json_each(${rows}))`;
}

const appendTo = {
  current: upsertInto('current', 'recall_current.postings || excluded.postings'),
  past: upsertInto('past', 'recall_postings.postings || excluded.postings'),
};
const replaceIn = {
  current: upsertInto('current', 'excluded.postings'),
  past: upsertInto('past', 'excluded.postings'),
};

interface Removed {
  readonly workspace: string;
  readonly level: 'current' | 'past';
  readonly number: number;
}

async function removePostings(
  sql: Sql,
  { workspace, level, number }: Removed,
  terms: readonly string[],
): Promise<void> {
  const block = blockOf(number);
  const table = TABLE[level];
  for (const some of chunksOf(terms)) {
    const rows = await sql
      .selectFrom(table)
      .select(['term', 'block', 'postings'])
      .where('workspace', '=', workspace)
      .where('block', '=', block)
      .where(raw<boolean>`term in ${rowsOf(sql, listed(some))}`)
      .execute();
    const left = rows.map((row) => ({
      ...row,
      postings: withoutPosting(block, row.postings, number),
    }));
    const kept = left.filter(({ postings }) => postings !== '');
    await replaceIn[level](sql, workspace, kept);
    const empty = left.filter(({ postings }) => postings === '').map(({ term }) => term);
    if (empty.length === 0) continue;
    await sql
      .deleteFrom(table)
      .where('workspace', '=', workspace)
      .where('block', '=', block)
      .where(raw<boolean>`term in ${rowsOf(sql, listed(empty))}`)
      .execute();
  }
}
