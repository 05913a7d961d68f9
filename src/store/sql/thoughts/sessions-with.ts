/** Finds sessions, and the thoughts in them, by the words of a text. */

import { sql as raw } from 'kysely';
import { sessionSeqOf } from '../../../domain/thoughts/session.ts';
import {
  type FilterTerms,
  findTagged,
  findTerms,
  findTexts,
  fittingAmong,
  isGiven,
} from '../../../recall/index/find-texts.ts';
import type { FoundText } from '../../../recall/index/literal-texts.ts';
import { recallQueries } from '../../../recall/index/queries.ts';
import { readFilter } from '../../../recall/terms/filter-words.ts';
import { numberAt, seqOf } from '../../../recall/terms/postings.ts';
import { groupOf } from '../../../recall/terms/recall-text.ts';
import type { SessionFilter } from '../../thought-port.ts';
import { chunksOf, listed, rowsOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';

/** The seqs of sessions among which are all that fit the filter; undefined for a walk by order. */
export async function sessionsAmong(
  sql: Sql,
  workspace: string,
  { text, tags = [] }: SessionFilter,
): Promise<readonly number[] | undefined> {
  if (isGiven(text)) return sessionsWith(sql, workspace, text);
  const tagged = await findTagged(sql, workspace, tags, 'session');
  return tagged && headed(sql, workspace, tagged);
}

/** The sessions that these texts are the headings of. */
async function headed(
  sql: Sql,
  workspace: string,
  texts: readonly FoundText[],
): Promise<readonly number[]> {
  const docs = await recallQueries(sql, workspace).docs(texts);
  return docs.map(({ group }) => Number(group.slice(1)));
}

/** The seqs of the sessions that have all words in their heading or in one thought. */
async function sessionsWith(sql: Sql, workspace: string, text: string): Promise<readonly number[]> {
  const found = await findTexts(sql, workspace, text, ['session', 'thought']);
  const own = await headed(
    sql,
    workspace,
    found.filter(({ kind }) => kind === 'session'),
  );
  const thoughts = found.filter(({ kind }) => kind === 'thought');
  const seqs = await firstThoughts(
    sql,
    workspace,
    thoughts.map(({ number }) => seqOf(number)),
  );
  return [...new Set([...own, ...seqs.keys()])];
}

/** Of these sessions, by session, the seq of the first thought that has all words. */
export async function firstThoughtsWith(
  sql: Sql,
  workspace: string,
  sessions: readonly number[],
  text: string,
): Promise<ReadonlyMap<number, number>> {
  const { words, literals } = readFilter(text);
  const found = literals.length === 0 ? await findTerms(sql, workspace, words) : undefined;
  if (found?.areCommon) return firstFitting(sql, workspace, found, sessions);
  const texts = await findTexts(sql, workspace, text, ['thought']);
  const first = await firstThoughts(
    sql,
    workspace,
    texts.map(({ number }) => seqOf(number)),
  );
  return new Map(sessions.flatMap((session) => entryOf(first, session)));
}

function entryOf(first: ReadonlyMap<number, number>, session: number): [number, number][] {
  const seq = first.get(session);
  return seq === undefined ? [] : [[session, seq]];
}

/** Those of these sessions that have common words in their heading or in one thought. */
export async function sessionsFitting(
  sql: Sql,
  workspace: string,
  found: FilterTerms,
  sessions: readonly number[],
): Promise<ReadonlySet<number>> {
  const headings = await recallQueries(sql, workspace).named(sessions.map(groupOf.session));
  const fitting = await fittingAmong(
    sql,
    workspace,
    found,
    headings.map(({ number }) => number),
  );
  const own = headings.filter(({ number }) => fitting.has(number));
  const thoughts = await firstFitting(sql, workspace, found, sessions);
  return new Set([...own.map(({ group }) => Number(group.slice(1))), ...thoughts.keys()]);
}

const SESSIONS_AT_ONCE = 16;

/** Looks at every thought of these sessions, without reading any. */
async function firstFitting(
  sql: Sql,
  workspace: string,
  found: FilterTerms,
  sessions: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const first = new Map<number, number>();
  for (const some of chunksOf(sessions, SESSIONS_AT_ONCE)) {
    const rows = await sql
      .selectFrom('thoughts')
      .select(['session', 'seq'])
      .where('workspace', '=', workspace)
      .where('session', 'in', some)
      .orderBy('seq', 'desc')
      .execute();
    const numbers = rows.map(({ seq }) => numberAt(seq));
    const fitting = await fittingAmong(sql, workspace, found, numbers);
    for (const { session, seq } of rows) if (fitting.has(numberAt(seq))) first.set(session, seq);
  }
  return first;
}

const EVENTS_AT_ONCE = 5_000;

/** Critiques are found like thoughts, but are none. */
async function firstThoughts(
  sql: Sql,
  workspace: string,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const first = new Map<number, number>();
  for (const some of chunksOf(seqs, EVENTS_AT_ONCE)) {
    const { rows } = await raw<{ seq: number; entity: string }>`
      select seq, entity from events where workspace = ${workspace}
      and seq in ${rowsOf(sql, listed(some), 'bigint')}
      and type = 'thought_recorded'`.execute(sql);
    for (const { seq, entity } of rows) {
      const session = sessionSeqOf(entity);
      const known = first.get(session);
      if (known === undefined || seq < known) first.set(session, seq);
    }
  }
  return first;
}
