/**
 * PostgreSQL as an engine: one server that many machines share.
 *
 * Writers of a workspace line up at an advisory lock held until commit, so their sequence has no
 * gaps; workspaces do not wait for each other. A row lock would need a row before the first event.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { sql as raw } from 'kysely';
import pg from 'pg';
import { postgresKysely } from '../sql/connection-dialect.ts';
import type { Engine, Sql, Vigil } from '../sql/engine.ts';
import { migrate } from '../sql/migrate.ts';
import { explain, isRetryable } from './postgres-failure.ts';
import { PostgresListener } from './postgres-listener.ts';
import { PostgresVigil } from './postgres-vigil.ts';

/** Our tables live in a schema of their own, beside whatever else the database holds. */
const SCHEMA = 'waymark';
const CHANNEL = 'waymark_journal';
/** Any fixed number: starters of this program line up behind it. */
const MIGRATION_LOCK = 1_731_172_900;
const CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 10_000;
const RETRIES = 8;

const BIGINT_OID = 20;

export async function openPostgresEngine(url: string): Promise<Engine> {
  const location = publicUrl(url);
  const pool = new pg.Pool({
    ...connectionConfig(url),
    max: CONNECTIONS,
    // An idle server must not keep a process alive that has nothing else to do.
    allowExitOnIdle: true,
  });
  // An idle connection that breaks is replaced at its next use; unheard, it would end the process.
  pool.on('error', () => {});
  const engine = new PostgresEngine(pool, url, location);
  try {
    await engine.prepare();
    return engine;
  } catch (error) {
    await engine.close();
    throw explain(error, location);
  }
}

/** The URL as it may be shown. */
export function publicUrl(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.password = '';
    parsed.search = '';
    return parsed.toString();
  } catch {
    return 'the given database URL';
  }
}

function connectionConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: `-c search_path=${SCHEMA}`,
    application_name: 'waymark',
    types: {
      getTypeParser: (oid, format) =>
        // Sequence numbers and milliseconds stay far below 2^53.
        oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format),
    },
  };
}

class PostgresEngine implements Engine {
  readonly name = 'postgres';
  readonly location: string;
  private readonly pool: pg.Pool;
  private readonly listener: PostgresListener;
  private readonly ownVigil: PostgresVigil;
  private readonly kyselys = new WeakMap<pg.PoolClient, Sql>();

  constructor(pool: pg.Pool, url: string, location: string) {
    this.pool = pool;
    this.location = location;
    this.ownVigil = new PostgresVigil(() => new pg.Client(connectionConfig(url)));
    this.listener = new PostgresListener(() => new pg.Client(connectionConfig(url)), CHANNEL);
  }

  async prepare(): Promise<void> {
    await this.transaction('begin', async (sql) => {
      await raw`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(sql);
      await sql.schema.createSchema(SCHEMA).ifNotExists().execute();
      await migrate(sql, 'postgres', this.location);
    });
  }

  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.retrying(() =>
      this.transaction('begin isolation level repeatable read read only', work),
    );
  }

  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.retrying(() => this.transaction('begin', work));
  }

  private async retrying<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (let round = 0; ; round++) {
      try {
        return await attempt();
      } catch (error) {
        if (!isRetryable(error) || round >= RETRIES) throw explain(error, this.location);
        await sleep(2 ** round + (process.pid % 7));
      }
    }
  }

  private async transaction<Result>(
    begin: string,
    work: (sql: Sql) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(begin);
      const result = await work(this.sqlOver(client));
      await client.query('commit');
      return result;
    } catch (error) {
      // A connection that cannot even roll back is thrown away, not handed to the next caller.
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  private sqlOver(client: pg.PoolClient): Sql {
    const known = this.kyselys.get(client);
    if (known) return known;
    const made = postgresKysely(async ({ sql, parameters }) => {
      const result = await client.query(sql, [...parameters]);
      return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
    });
    this.kyselys.set(client, made);
    return made;
  }

  async lock(sql: Sql, workspace: string): Promise<void> {
    await raw`select pg_advisory_xact_lock(hashtextextended(${workspace}, 0))`.execute(sql);
  }

  async announce(sql: Sql, workspace: string): Promise<void> {
    await raw`select pg_notify(${CHANNEL}, ${workspace})`.execute(sql);
  }

  watch(changed: () => void): () => void {
    return this.listener.add(changed);
  }

  vigil(): Vigil {
    return this.ownVigil;
  }

  /** PostgreSQL checks its pages as it reads them; every row is read by the checks that follow. */
  async integrity(): Promise<readonly string[]> {
    return [];
  }

  async close(): Promise<void> {
    await this.listener.close();
    await this.pool.end();
  }
}
