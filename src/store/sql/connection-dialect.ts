/** Kysely over one connection that is already open: whoever opened it owns its transactions. */

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely';
import type { Sql } from './engine.ts';
import type { Tables } from './tables.ts';

export type Query = CompiledQuery;

export type Execute = (query: Query) => Promise<QueryResult<unknown>>;

export function sqliteKysely(execute: Execute): Sql {
  return kyselyOver(execute, new SqliteAdapter(), new SqliteQueryCompiler());
}

export function postgresKysely(execute: Execute): Sql {
  return kyselyOver(execute, new PostgresAdapter(), new PostgresQueryCompiler());
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
