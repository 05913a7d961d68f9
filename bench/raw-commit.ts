/** One row committed by SQLite alone, as durably as ours: the least that a stored note can cost. */

import { join } from 'node:path';
import { loadSqlite } from '../src/store/sqlite/provider.ts';

export interface RawCommits {
  commit(content: string): void;
  close(): void;
}

export async function rawCommits(directory: string): Promise<RawCommits> {
  const open = await loadSqlite();
  const database = open(join(directory, 'raw.db'));
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('create table notes (seq integer primary key, content text not null)');
  const insert = database.prepare('insert into notes (content) values (?)');
  return {
    commit(content) {
      database.exec('begin immediate');
      insert.run(content);
      database.exec('commit');
    },
    close: () => database.close(),
  };
}
