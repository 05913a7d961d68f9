/** What the two databases find by themselves: the rankings that ours is compared with. */

import pg from 'pg';
import { loadSqlite } from '../src/store/sqlite/provider.ts';
import type { Text } from './test-collections.ts';

/** The ids of the best texts, best first. */
export type Search = (query: string, most: number) => Promise<readonly string[]>;

/** FTS5 with Porter's stems: any of the words, ranked by its bm25. */
export async function fts5Search(texts: readonly Text[]): Promise<Search> {
  const open = await loadSqlite();
  const database = open(':memory:');
  database.exec(`create virtual table texts using fts5(
    id unindexed, text, tokenize = 'porter unicode61')`);
  const insert = database.prepare('insert into texts (id, text) values (?, ?)');
  database.exec('begin');
  for (const { id, text } of texts) insert.run(id, text);
  database.exec('commit');
  const select = database.prepare(
    'select id from texts where texts match ? order by bm25(texts), rowid limit ?',
  );
  return async (query, most) => {
    const words = queryWords(query);
    if (words.length === 0) return [];
    const any = words.map((word) => `"${word}"`).join(' OR ');
    return (select.all(any, most) as { readonly id: string }[]).map(({ id }) => id);
  };
}

function queryWords(query: string): string[] {
  return [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
}

const RANKED = `
  select id from texts,
    cast(replace(plainto_tsquery('english', $1)::text, '&', '|') as tsquery) as query
  where words @@ query and source = $3
  order by ts_rank(words, query) desc, id limit $2`;

/** PostgreSQL's `english` stems: any of the words, ranked by ts_rank. */
export class PostgresTexts {
  private readonly client: pg.Client;
  private sources = 0;

  private constructor(client: pg.Client) {
    this.client = client;
  }

  static async open(url: string): Promise<PostgresTexts> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      'create table texts (source int not null, id text not null, words tsvector not null)',
    );
    return new PostgresTexts(client);
  }

  async search(texts: readonly Text[]): Promise<Search> {
    const source = ++this.sources;
    await this.client.query(
      `insert into texts select $1, id, to_tsvector('english', text)
       from unnest($2::text[], $3::text[]) as given (id, text)`,
      [source, texts.map(({ id }) => id), texts.map(({ text }) => text)],
    );
    return async (query, most) => {
      const { rows } = await this.client.query<{ id: string }>(RANKED, [query, most, source]);
      return rows.map(({ id }) => id);
    };
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
