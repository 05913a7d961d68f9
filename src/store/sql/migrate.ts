/** Migrates a database to the schema of this program; a newer schema is refused and not changed. */

import { type ColumnDataType, type RawBuilder, sql as raw } from 'kysely';
import { StoreUnavailable } from '../unavailable.ts';
import type { Engine, Sql } from './engine.ts';
import { journal } from './migrations/0001-journal.ts';
import { graph } from './migrations/0002-graph.ts';
import { refs } from './migrations/0003-refs.ts';
import { tasks } from './migrations/0004-tasks.ts';
import { work } from './migrations/0005-work.ts';
import { thoughts } from './migrations/0006-thoughts.ts';
import { claims } from './migrations/0007-claims.ts';
import { agents } from './migrations/0008-agents.ts';
import { calls } from './migrations/0009-calls.ts';
import { facets } from './migrations/0010-facets.ts';
import { facts } from './migrations/0011-facts.ts';
import { notebooks } from './migrations/0012-notebooks.ts';
import { observatory } from './migrations/0013-observatory.ts';
import { rules } from './migrations/0014-rules.ts';
import { titles } from './migrations/0015-titles.ts';
import { settledSteps } from './migrations/0016-settled-steps.ts';
import { recall } from './migrations/0017-recall.ts';
import { leases } from './migrations/0018-leases.ts';
import type { ProjectionName } from './projection.ts';

export interface Migration {
  /**
   * The projections that get tables or columns which only a replay of the journal can fill. Each
   * workspace is rebuilt after the migration. Projections that `up` fills itself are not listed.
   */
  readonly adds: readonly ProjectionName[];
  up(sql: Sql, type: ColumnTypes): Promise<void>;
}

export interface ColumnTypes {
  /** Text that is ordered by its bytes on every engine. */
  readonly text: ColumnDataType | RawBuilder<string>;
}

/** In order, without gaps; a released migration is never edited. */
const MIGRATIONS: readonly Migration[] = [
  journal,
  graph,
  refs,
  tasks,
  work,
  thoughts,
  claims,
  agents,
  calls,
  facets,
  facts,
  notebooks,
  observatory,
  rules,
  titles,
  settledSteps,
  recall,
  leases,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** The projections of a workspace must have been built under this schema or a later one. */
export const PROJECTED_SCHEMA = MIGRATIONS.findLastIndex(({ adds }) => adds.length > 0) + 1;

/** The schema version as answers report it. */
export const SCHEMA_NAME = `v${SCHEMA_VERSION}`;

export const VERSION_KEY = 'schema_version';

/** The version found, 0 for an empty database; a version of a later program is refused. */
export async function foundVersion(sql: Sql, location: string): Promise<number> {
  const row = await sql
    .selectFrom('waymark_meta')
    .select('value')
    .where('key', '=', VERSION_KEY)
    .executeTakeFirst();
  return knownVersion(row?.value, location);
}

export function knownVersion(found: string | undefined, location: string): number {
  const version = Number(found ?? 0);
  if (!Number.isInteger(version) || version > SCHEMA_VERSION) {
    throw new StoreUnavailable(
      'newer',
      `The memory at ${location} has schema ${found}, and this Waymark knows up to ` +
        `${SCHEMA_VERSION}. It was not changed: use the newer Waymark that wrote it.`,
    );
  }
  return version;
}

/** Call it inside one transaction that excludes other processes that start. */
export async function migrate(sql: Sql, engine: Engine['name'], location: string): Promise<void> {
  await sql.schema
    .createTable('waymark_meta')
    .ifNotExists()
    .addColumn('key', 'text', (c) => c.notNull().primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
  const found = await foundVersion(sql, location);
  if (found === SCHEMA_VERSION) return;
  const type: ColumnTypes = {
    text: engine === 'postgres' ? raw<string>`text collate "C"` : 'text',
  };
  for (const migration of MIGRATIONS.slice(found)) await migration.up(sql, type);
  // No workspace can have projections of a later schema than the one that was found.
  await sql
    .updateTable('workspaces')
    .set({ projected: found })
    .where('projected', '>', found)
    .execute();
  await sql
    .insertInto('waymark_meta')
    .values({ key: VERSION_KEY, value: String(SCHEMA_VERSION) })
    .onConflict((c) => c.column('key').doUpdateSet({ value: String(SCHEMA_VERSION) }))
    .execute();
}
