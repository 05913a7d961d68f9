/** The knowledge zone in SQL: patterns and scratchpad notes as they are now. */

import { sql as raw, type SelectQueryBuilder } from 'kysely';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { KnowledgeNote, KnowledgePattern } from '../../../domain/thoughts/knowledge.ts';
import { findTagged, findTexts, isGiven } from '../../../recall/index/find-texts.ts';
import { recallQueries } from '../../../recall/index/queries.ts';
import { nameOf } from '../../../recall/terms/artifact-texts.ts';
import type { Dated, KnowledgeFilter, ListPage, ThoughtQueries } from '../../thought-port.ts';
import { inOrderOf, keysByTitle } from '../by-title.ts';
import { listed, rowsOf } from '../chunks.ts';
import { contains } from '../contains.ts';
import type { Sql } from '../engine.ts';
import type { Projection } from '../projection.ts';
import type { Tables } from '../tables.ts';
import { taggedAs } from './rows.ts';

type Kind = 'pattern' | 'note';

type Saved = Pick<Tables['knowledge'], 'id' | 'title' | 'tagged' | 'value'>;

async function save(
  sql: Sql,
  workspace: string,
  kind: Kind,
  event: JournalEvent,
  saved: Saved,
): Promise<void> {
  const dates = { updated_ms: event.tsMs, updated_seq: event.seq };
  await sql
    .insertInto('knowledge')
    .values({ workspace, kind, ...saved, created_ms: event.tsMs, ...dates })
    .onConflict((conflict) =>
      conflict.columns(['workspace', 'kind', 'id']).doUpdateSet({ ...saved, ...dates }),
    )
    .execute();
}

async function remove(sql: Sql, workspace: string, kind: Kind, id: string): Promise<void> {
  await sql
    .deleteFrom('knowledge')
    .where('workspace', '=', workspace)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
}

export const knowledgeProjection: Projection = {
  name: 'knowledge',
  tables: [{ name: 'knowledge', key: ['workspace', 'kind', 'id'] }],
  on: {
    async pattern_saved(sql, workspace, event) {
      const { pattern } = event.payload;
      const { id, title, tags } = pattern;
      await save(sql, workspace, 'pattern', event, {
        id,
        title,
        tagged: taggedAs(tags),
        value: JSON.stringify(pattern),
      });
    },
    async scratchpad_saved(sql, workspace, event) {
      const { note } = event.payload;
      const { id, title } = note;
      await save(sql, workspace, 'note', event, {
        id,
        title,
        tagged: '|',
        value: JSON.stringify(note),
      });
    },
    pattern_deleted: (sql, workspace, event) => remove(sql, workspace, 'pattern', event.payload.id),
    scratchpad_deleted: (sql, workspace, event) => remove(sql, workspace, 'note', event.payload.id),
  },
};

async function one<Value>(
  sql: Sql,
  workspace: string,
  kind: Kind,
  id: string,
): Promise<Dated<Value> | undefined> {
  const row = await sql
    .selectFrom('knowledge')
    .selectAll()
    .where('workspace', '=', workspace)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && datedFrom<Value>(row);
}

const KIND = { pattern: 'pattern', note: 'scratchpad' } as const;

/** The ids of entries among which are all that fit; undefined for a walk by order. */
async function entriesAmong(
  sql: Sql,
  workspace: string,
  kind: Kind,
  { text, tags = [] }: KnowledgeFilter,
): Promise<readonly string[] | undefined> {
  const found = isGiven(text)
    ? await findTexts(sql, workspace, text, [KIND[kind]])
    : await findTagged(sql, workspace, tags, KIND[kind]);
  if (!found) return undefined;
  const docs = await recallQueries(sql, workspace).docs(found);
  const start = nameOf[KIND[kind]]('').length;
  return docs.flatMap(({ name }) => (name === undefined ? [] : [name.slice(start)]));
}

type KnowledgeQuery = SelectQueryBuilder<Tables, 'knowledge', object>;

/** A cross join, because SQLite does not reorder it: in the order of the list it would read all. */
function amongFound(sql: Sql, ids: readonly string[]): KnowledgeQuery {
  return sql
    .selectFrom(raw<{ value: string }>`${rowsOf(sql, listed(ids))}`.as('found'))
    .crossJoin('knowledge')
    .where(raw<boolean>`knowledge.id = found.value`) as unknown as KnowledgeQuery;
}

async function list<Value>(
  sql: Sql,
  workspace: string,
  kind: Kind,
  filter: KnowledgeFilter,
  page: ListPage,
): Promise<readonly Dated<Value>[]> {
  const among = await entriesAmong(sql, workspace, kind, filter);
  let query = among ? amongFound(sql, among) : (sql.selectFrom('knowledge') as KnowledgeQuery);
  query = query.where('knowledge.workspace', '=', workspace).where('knowledge.kind', '=', kind);
  for (const tag of filter.tags ?? []) {
    query = query.where(contains('tagged', `|${tag.toLowerCase()}|`));
  }
  const rows = await (page.sortBy === 'title'
    ? orderedByTitle(query, page)
    : orderedByTime(query, { ...page, sortBy: page.sortBy }));
  return rows.map(datedFrom<Value>);
}

async function orderedByTitle(query: KnowledgeQuery, page: ListPage) {
  const titles = await query
    .select(['knowledge.id as key', 'title'])
    .orderBy('updated_seq')
    .execute();
  const ids = keysByTitle(titles, page);
  if (ids.length === 0) return [];
  const rows = await query.selectAll('knowledge').where('knowledge.id', 'in', ids).execute();
  return inOrderOf(ids, rows, ({ id }) => id);
}

const COLUMN = { createdAt: 'created_ms', updatedAt: 'updated_ms' } as const;

function orderedByTime(
  query: KnowledgeQuery,
  page: ListPage & { readonly sortBy: keyof typeof COLUMN },
) {
  return query
    .selectAll('knowledge')
    .orderBy(COLUMN[page.sortBy], page.sortOrder)
    .orderBy('updated_seq', page.sortOrder)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

function datedFrom<Value>(row: Tables['knowledge']): Dated<Value> {
  return {
    value: JSON.parse(row.value) as Value,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  };
}

type KnowledgeQueries = Pick<ThoughtQueries, 'pattern' | 'patterns' | 'note' | 'notes'>;

export function knowledgeQueries(sql: Sql, workspace: string): KnowledgeQueries {
  return {
    pattern: (id) => one<KnowledgePattern>(sql, workspace, 'pattern', id),
    patterns: (filter, page) => list<KnowledgePattern>(sql, workspace, 'pattern', filter, page),
    note: (id) => one<KnowledgeNote>(sql, workspace, 'note', id),
    notes: (filter, page) => list<KnowledgeNote>(sql, workspace, 'note', filter, page),
  };
}
