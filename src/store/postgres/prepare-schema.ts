/** Creates our tables, or finds them, in a schema of their own and in no other. */

import { sql as raw } from 'kysely';
import type { Sql } from '../sql/engine.ts';
import { foundVersion, migrate, SCHEMA_VERSION } from '../sql/migrate.ts';
import { StoreUnavailable } from '../unavailable.ts';

/** Separate from everything else in the database. */
export const SCHEMA = 'waymark';
/** Any fixed number: processes that start at the same time wait for this lock. */
const MIGRATION_LOCK = 1_731_172_900;

/** Most starts find every table, and need no right to create one. */
export async function schemaIsReady(sql: Sql, location: string): Promise<boolean> {
  const { rows } = await raw<{ schema: string }>`
    select n.nspname as schema from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relname = 'waymark_meta' and c.relkind in ('r', 'p') order by 1`.execute(sql);
  const schemas = rows.map((row) => row.schema);
  if (schemas.includes(SCHEMA)) {
    await requireUsage(sql, location);
    return (await foundVersion(sql, location)) === SCHEMA_VERSION;
  }
  const [elsewhere] = schemas;
  if (elsewhere === undefined) return false;
  throw new StoreUnavailable(
    'foreign',
    `The database at ${location} has tables of Waymark in the schema ${elsewhere} and none in ${SCHEMA}, where they belong. ` +
      `They were not changed: rename the schema, or name another database.`,
  );
}

/** Without it the tables seem not to exist. */
async function requireUsage(sql: Sql, location: string): Promise<void> {
  const { rows } = await raw<{ user: string; allowed: boolean }>`
    select quote_ident(current_user) as user,
      has_schema_privilege(${SCHEMA}, 'usage') as allowed`.execute(sql);
  if (rows[0]?.allowed !== false) return;
  const { user } = rows[0];
  throw new StoreUnavailable(
    'unreadable',
    `The database at ${location} does not let ${user} use the schema ${SCHEMA}; nothing was written. ` +
      `Run as its owner: grant usage on schema ${SCHEMA} to ${user}; ` +
      `grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${user};`,
  );
}

export async function prepareSchema(sql: Sql, location: string): Promise<void> {
  await raw`set local lock_timeout = '60s'`.execute(sql);
  await raw`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(sql);
  await sql.schema.createSchema(SCHEMA).ifNotExists().execute();
  await migrate(sql, 'postgres', location);
}
