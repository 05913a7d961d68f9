/** One open SQLite database, its prepared statements and a Kysely over it. */

import { type Query, sqliteKysely } from '../sql/connection-dialect.ts';
import type { Sql } from '../sql/engine.ts';
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './provider.ts';

/** More than a busy process uses in turn; the least recently used are dropped first. */
const CACHED_STATEMENTS = 256;

export class SqliteConnection {
  readonly sql: Sql;
  private readonly statements = new Map<string, SqliteStatement>();
  private readonly database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.database = database;
    this.sql = sqliteKysely(async (query) => this.execute(query));
  }

  exec(sql: string): void {
    this.database.exec(sql);
  }

  rows(sql: string): Record<string, unknown>[] {
    return this.statement(sql).all() as Record<string, unknown>[];
  }

  close(): void {
    this.statements.clear();
    this.database.close();
  }

  private execute(query: Query): { rows: unknown[]; numAffectedRows?: bigint } {
    const statement = this.statement(query.sql);
    const parameters = query.parameters as SqliteValue[];
    if (returnsRows(query)) return { rows: statement.all(...parameters) };
    return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
  }

  private statement(sql: string): SqliteStatement {
    const known = this.statements.get(sql);
    const statement = known ?? this.database.prepare(sql);
    // A map keeps the order of insertion, so the first is the least recently used.
    if (known) this.statements.delete(sql);
    this.statements.set(sql, statement);
    if (this.statements.size > CACHED_STATEMENTS) {
      const [oldest] = this.statements.keys();
      this.statements.delete(oldest as string);
    }
    return statement;
  }
}

function returnsRows({ query }: Query): boolean {
  if (query.kind === 'SelectQueryNode' || query.kind === 'RawNode') return true;
  return 'returning' in query && query.returning !== undefined;
}
