/**
 * Queries that are built once and run many times with other parameters.
 *
 * Building and compiling a query costs several times what SQLite needs to run it, and a call makes
 * half a dozen. A query declared here is built at its first use, with placeholders where its
 * arguments go, and afterwards only its parameters change.
 */

import type { Compilable } from 'kysely';
import { dialectOf, type Query } from './connection-dialect.ts';
import type { Sql } from './engine.ts';

/** Stands in the query for an argument that is not known yet. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Whatever argument the builder asks for, it gets the placeholder of that name. */
const PLACEHOLDERS = new Proxy({}, { get: (_none, name) => new Placeholder(String(name)) });

/**
 * The shape of the query must not depend on its arguments: no conditions, no lists of them.
 * The result is a function that runs it and returns all rows.
 */
export function prepared<Args extends object, Row>(
  build: (sql: Sql, args: Args) => Compilable<Row>,
): (sql: Sql, args: Args) => Promise<Row[]> {
  const compiled = new Map<string, Query>();
  return async (sql, args) => {
    const { name, execute } = dialectOf(sql);
    let query = compiled.get(name);
    if (!query) {
      query = build(sql, PLACEHOLDERS as Args).compile();
      compiled.set(name, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? args[parameter.name as keyof Args] : parameter,
    );
    const { rows } = await execute({ ...query, parameters });
    return rows as Row[];
  };
}
