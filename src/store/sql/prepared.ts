/**
 * Queries that are built once and run many times with different parameters.
 *
 * Building and compiling a query costs several times what SQLite needs to run it, and a call runs
 * half a dozen. A query declared here is built at its first use, with placeholders for its
 * arguments. After that only its parameters change.
 */

import type { Compilable, RawBuilder } from 'kysely';
import { dialectOf, type Query } from './connection-dialect.ts';
import type { Sql } from './engine.ts';

/** Takes the place of an argument whose value is not known yet. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }

  /** `-args.by` and `${args.id}` would be computed once, without a value, and kept for all runs. */
  [Symbol.toPrimitive](): never {
    throw new Error(
      `prepared: the argument ${this.name} is used in an expression. A query is built once, ` +
        'before its arguments are known: compute the value first and pass it as an argument.',
    );
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}

/** What a builder gets instead of its arguments. */
interface Stand<Args> {
  readonly args: Args;
  /** Whether the builder listed the names: then the query has the columns of these arguments. */
  listed(): boolean;
}

/** Any argument that the builder reads is a placeholder, even one that this call leaves out. */
function standFor<Args extends object>(real: Args): Stand<Args> {
  const known = Object.fromEntries(Object.keys(real).map((name) => [name, new Placeholder(name)]));
  let listed = false;
  const args = new Proxy(known, {
    get: (own, name) => own[String(name)] ?? new Placeholder(String(name)),
    ownKeys(own) {
      listed = true;
      return Reflect.ownKeys(own);
    },
  });
  return { args: args as Args, listed: () => listed };
}

/** The query of one dialect. If the columns are those of a row, there is one per set of columns. */
type Compiled = { readonly query: Query } | { readonly byColumns: Map<string, Query> };

/**
 * The shape of the query must not depend on the values of its arguments: no conditions and no lists
 * of them. It may depend on their names: `values(row)` inserts the columns that the row has. The
 * result is a function that runs the query and returns all rows.
 */
export function prepared<Args extends object, Row>(
  build: (sql: Sql, args: Args) => Compilable<Row>,
): (sql: Sql, args: Args) => Promise<Row[]> {
  const compiled = new Map<string, Compiled>();
  const compile = (sql: Sql, args: Args, dialect: string): Query => {
    const stand = standFor(args);
    const query = build(sql, stand.args).compile();
    const known = compiled.get(dialect);
    if (!stand.listed()) compiled.set(dialect, { query });
    else if (known && 'byColumns' in known) known.byColumns.set(columnsOf(args), query);
    else compiled.set(dialect, { byColumns: new Map([[columnsOf(args), query]]) });
    return query;
  };
  return async (sql, args) => {
    const { name, execute } = dialectOf(sql);
    const known = compiled.get(name);
    const query = known && ('query' in known ? known.query : known.byColumns.get(columnsOf(args)));
    const { rows } = await execute(filled(query ?? compile(sql, args, name), args));
    return rows as Row[];
  };
}

function columnsOf(args: object): string {
  return Object.keys(args).join();
}

function filled(query: Query, args: object): Query {
  const parameters = query.parameters.map((parameter) => {
    if (!(parameter instanceof Placeholder)) return parameter;
    const value = args[parameter.name as keyof typeof args] as unknown;
    // One engine would fail with an obscure error, the other would store null.
    if (value === undefined) throw new Error(`prepared: no value for ${parameter.name}`);
    return value;
  });
  return { ...query, parameters };
}

/** A statement in raw SQL, for `prepared`. */
export function rawStatement<Row = never>(sql: Sql, statement: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => statement.compile(sql) };
}
