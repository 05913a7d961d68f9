/**
 * Kysely over a connection that is already open; its transactions belong to the code that opened
 * it.
 */

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  Kysely,
  type LimitNode,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import type { Sql } from './engine.ts';
import type { Tables } from './tables.ts';

export type Query = CompiledQuery;

export type Execute = (query: Query) => Promise<QueryResult<unknown>>;

interface OwnDialect {
  readonly name: 'sqlite' | 'postgres';
  /** Goes directly to the connection, for queries that are compiled already. */
  readonly execute: Execute;
}

const dialects = new WeakMap<Sql, OwnDialect>();

export function dialectOf(sql: Sql): OwnDialect {
  const dialect = dialects.get(sql);
  if (!dialect) throw new Error('this Kysely was created by another module');
  return dialect;
}

/**
 * SQLite plans a bare `limit ?` for the number that is bound to it, and so compiles the statement
 * again at every run: three times the cost of a small query. A known number is written out, which
 * gives the same plan. An unknown one becomes `? + 0`, which SQLite plans once.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) {
      this.append(`limit ${limit.value}`);
      return;
    }
    super.visitLimit(node);
    this.append(' + 0');
  }
}

export function sqliteKysely(execute: Execute): Sql {
  const sql = kyselyOver(execute, new SqliteAdapter(), new SqliteCompiler());
  dialects.set(sql, { name: 'sqlite', execute });
  return sql;
}

export function postgresKysely(execute: Execute): Sql {
  const sql = kyselyOver(execute, new PostgresAdapter(), new PostgresQueryCompiler());
  dialects.set(sql, { name: 'postgres', execute });
  return sql;
}

function kyselyOver(execute: Execute, adapter: DialectAdapter, compiler: QueryCompiler): Sql {
  const connection: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) => execute(query) as Promise<QueryResult<Row>>,
    streamQuery() {
      throw new Error('queries are read in pages, not streamed');
    },
  };
  const ownedElsewhere = async () => {
    throw new Error('transactions are opened by the engine');
  };
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      destroy: async () => {},
      beginTransaction: ownedElsewhere,
      commitTransaction: ownedElsewhere,
      rollbackTransaction: ownedElsewhere,
    }),
    createIntrospector: () => {
      throw new Error('the schema is known, not discovered');
    },
  };
  return new Kysely<Tables>({ dialect });
}
