/**
 * PostgreSQL as an engine: one server that many machines share.
 *
 * Writers of a workspace wait for an advisory lock that is held until commit, so their sequence has
 * no gaps. Workspaces do not wait for each other. A row lock would not do: before the first event
 * no row exists.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { sql as raw } from 'kysely';
import pg from 'pg';
import type { Engine, Manner, Sql, Vigil } from '../sql/engine.ts';
import { OutcomeUnknown, StoreUnavailable } from '../unavailable.ts';
import { Patience } from './patience.ts';
import { explain, isLoss, isRetryable } from './postgres-failure.ts';
import { PostgresListener } from './postgres-listener.ts';
import { publicUrl, refuseUnusable } from './postgres-url.ts';
import { PostgresVigil } from './postgres-vigil.ts';
import { prepareSchema, schemaIsReady } from './prepare-schema.ts';
import { connectionConfig, Sessions } from './sessions.ts';
import { Transactions } from './transactions.ts';
import { WorkspaceTurns } from './workspace-turns.ts';

const CHANNEL = 'waymark_journal';
const RETRIES = 8;
/** How long a call waits in all for its workspace; the same as for a SQLite file. */
const PATIENCE_MS = 60_000;
/** How long to keep asking whether a commit took effect, and how often. */
const SETTLE_MS = 10_000;
const SETTLE_PAUSE_MS = 200;

type Work<Result> = (sql: Sql) => Promise<Result>;

export async function openPostgresEngine(url: string): Promise<Engine> {
  refuseUnusable(url);
  const engine = new PostgresEngine(url, publicUrl(url));
  try {
    await engine.prepare();
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

class PostgresEngine implements Engine {
  readonly name = 'postgres';
  readonly location: string;
  private readonly sessions: Sessions;
  private readonly transactions: Transactions;
  private readonly turns = new WorkspaceTurns();
  private readonly listener: PostgresListener;
  private readonly ownVigil: PostgresVigil;

  constructor(url: string, location: string) {
    this.location = location;
    this.ownVigil = new PostgresVigil(() => new pg.Client(connectionConfig(url)));
    this.sessions = new Sessions(url, location);
    this.transactions = new Transactions(this.sessions);
    this.listener = new PostgresListener({
      connect: () => new pg.Client(connectionConfig(url)),
      channel: CHANNEL,
      notify: (payload) => this.write((sql) => notify(sql, payload)),
      mark: () => this.read(markOf),
    });
  }

  prepare(): Promise<void> {
    const { location } = this;
    return this.explained(async () => {
      const look = () => this.reading((sql) => schemaIsReady(sql, location), {});
      const make = () => this.writing((sql) => prepareSchema(sql, location), { long: true });
      if (!(await this.surely(look))) await this.surely(make);
    });
  }

  read<Result>(work: Work<Result>, manner: Manner = {}): Promise<Result> {
    return this.explained(() => this.retrying(() => this.reading(work, manner)));
  }

  write<Result>(work: Work<Result>, manner: Manner = {}): Promise<Result> {
    const patience = new Patience(PATIENCE_MS);
    const { workspace } = manner;
    const attempt = () => this.retrying(() => this.writing(work, manner, patience));
    return this.explained(() =>
      workspace === undefined ? attempt() : this.turns.run(workspace, patience, attempt),
    );
  }

  private async explained<Result>(task: () => Promise<Result>): Promise<Result> {
    try {
      return await task();
    } catch (error) {
      throw explain(error, this.location);
    }
  }

  private async retrying<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (let round = 0; ; round++) {
      try {
        return await attempt();
      } catch (error) {
        if (!isRetryable(error) || round >= RETRIES) throw error;
        await sleep(2 ** round + (process.pid % 7));
      }
    }
  }

  /** For work that may be done twice: if a commit was lost, the next try finds its result. */
  private async surely<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (let round = 0; ; round++) {
      try {
        return await this.retrying(attempt);
      } catch (error) {
        const wasLost = isLoss(error) || error instanceof OutcomeUnknown;
        if (!wasLost || round >= RETRIES) throw error;
        await sleep(2 ** round);
      }
    }
  }

  private async reading<Result>(work: Work<Result>, manner: Manner): Promise<Result> {
    const session = await this.transactions.begin('read', manner, new Patience(PATIENCE_MS));
    try {
      return await work(session.sql);
    } finally {
      // The snapshot is complete, so it does not matter if the connection breaks now.
      await this.transactions.abandon(session);
    }
  }

  private async writing<Result>(
    work: Work<Result>,
    manner: Manner,
    patience = new Patience(PATIENCE_MS),
  ): Promise<Result> {
    const session = await this.transactions.begin('write', manner, patience);
    let sent: { readonly result: Result } | undefined;
    try {
      const result = await work(session.sql);
      sent = { result };
      await this.transactions.commit(session);
      return result;
    } catch (error) {
      await this.transactions.abandon(session);
      if (!sent || !session.broken) throw error;
    }
    await this.settle(manner, session.broken);
    return sent.result;
  }

  /**
   * The connection broke while the commit was running. Holding the lock of the workspace proves
   * that the commit has ended. After that its event either exists or never will.
   */
  private async settle({ workspace, isThere }: Manner, cause: Error): Promise<void> {
    const patience = new Patience(SETTLE_MS);
    const isApplied = isThere && workspace !== undefined ? isThere : undefined;
    while (isApplied && !patience.isOver) {
      const applied = await this.asked({ workspace }, isApplied, patience);
      if (applied === true) return;
      if (applied === false) throw new StoreUnavailable('unreachable', this.undone(cause), cause);
      await sleep(Math.min(SETTLE_PAUSE_MS, patience.leftMs));
    }
    throw new OutcomeUnknown(
      `The connection to the database at ${this.location} was lost at the commit ` +
        `(${cause.message}): it is not known whether the call was applied.`,
      cause,
    );
  }

  /** Undefined if the server cannot answer yet. */
  private async asked(
    manner: Manner,
    isThere: Work<boolean>,
    patience: Patience,
  ): Promise<boolean | undefined> {
    try {
      const session = await this.transactions.begin('write', manner, patience);
      try {
        return await isThere(session.sql);
      } finally {
        await this.transactions.abandon(session);
      }
    } catch (error) {
      if (explain(error, this.location) instanceof StoreUnavailable) return undefined;
      throw error;
    }
  }

  private undone(cause: Error): string {
    return (
      `The connection to the database at ${this.location} was lost at the commit ` +
      `(${cause.message}), which did not take effect: nothing was written. Repeat the call.`
    );
  }

  async announce(sql: Sql, workspace: string): Promise<void> {
    await notify(sql, workspace);
  }

  watch(changed: () => void): () => void {
    return this.listener.add(changed);
  }

  vigil(): Vigil {
    return this.ownVigil;
  }

  /** PostgreSQL checks its pages as it reads them, and the checks that follow read every row. */
  async integrity(): Promise<readonly string[]> {
    return [];
  }

  async close(): Promise<void> {
    await this.listener.close();
    await this.sessions.close();
  }
}

async function notify(sql: Sql, payload: string): Promise<void> {
  await raw`select pg_notify(${CHANNEL}, ${payload})`.execute(sql);
}

/** Differs whenever any journal has grown. */
async function markOf(sql: Sql): Promise<string> {
  const { rows } = await raw<{ mark: string }>`
    select coalesce(sum(last_seq), 0)::text as mark from workspaces`.execute(sql);
  return rows[0]?.mark ?? '';
}
