/**
 * PostgreSQL as an engine: one server that many machines share.
 *
 * Writers of a workspace wait for an advisory lock that is held until commit, so their sequence has
 * no gaps. Workspaces do not wait for each other. A row lock would not do: before the first event
 * no row exists.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { sql as raw } from 'kysely';
import { CALL_MS, Patience } from '../patience.ts';
import type { Engine, Manner, Sql, Vigil } from '../sql/engine.ts';
import { OutcomeUnknown, StoreUnavailable } from '../unavailable.ts';
import { Client, connectionConfig } from './client.ts';
import { explain, isLoss, isRetryable, NoAnswer, TakenOver, TimeIsUp } from './postgres-failure.ts';
import { PostgresListener } from './postgres-listener.ts';
import { publicUrl, refuseUnusable } from './postgres-url.ts';
import { PostgresVigil, VIGIL_TIMES } from './postgres-vigil.ts';
import { prepareSchema, schemaIsReady } from './prepare-schema.ts';
import { Sessions } from './sessions.ts';
import { clusterState, Timelines } from './timelines.ts';
import { Transactions } from './transactions.ts';
import { WorkspaceTurns } from './workspace-turns.ts';

const CHANNEL = 'waymark_journal';
const RETRIES = 8;
/** How long an open memory, or the lack of one, may take to be found. */
const OPEN_MS = 20_000;
/** Of the time of a call, what is left for the commit and for finding out what became of it. */
const COMMIT_MS = 10_000;
const SETTLED_MS = 5_000;
/** The same for a read, which only has to give its connection back. */
const READ_END_MS = 2_000;
/** How long to keep asking whether a commit took effect, and how often. */
const SETTLE_MS = 10_000;
const SETTLE_PAUSE_MS = 200;

type Work<Result> = (sql: Sql) => Promise<Result>;

/** `dataDir`: where this machine remembers what it has seen of the servers. */
export async function openPostgresEngine(url: string, dataDir: string): Promise<Engine> {
  refuseUnusable(url);
  const engine = new PostgresEngine(url, publicUrl(url), new Timelines(dataDir));
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
  notices: readonly string[] = [];
  private readonly timelines: Timelines;
  private readonly sessions: Sessions;
  private readonly transactions: Transactions;
  private readonly turns = new WorkspaceTurns();
  private readonly listener: PostgresListener;
  private readonly ownVigil: PostgresVigil;

  constructor(url: string, location: string, timelines: Timelines) {
    this.location = location;
    this.timelines = timelines;
    const connect = () => new Client(connectionConfig(url));
    const hasty = { connectionTimeoutMillis: VIGIL_TIMES.deadlineMs };
    this.ownVigil = new PostgresVigil(
      () => new Client({ ...connectionConfig(url), ...hasty }),
      () => this.leaveFormerPrimary(),
    );
    this.sessions = new Sessions(url, location);
    this.transactions = new Transactions(this.sessions);
    this.listener = new PostgresListener({
      connect,
      channel: CHANNEL,
      notify: (payload) => this.write((sql) => notify(sql, payload)),
      mark: () => this.read(markOf),
    });
  }

  prepare(): Promise<void> {
    const { location } = this;
    return this.explained(async () => {
      const patience = new Patience(OPEN_MS);
      const look = () => this.reading((sql) => schemaIsReady(sql, location), { patience });
      const make = () => this.writing((sql) => prepareSchema(sql, location), { long: true });
      if (!(await this.surely(look))) await this.surely(make);
      await this.noticeTimeline();
    });
  }

  private async noticeTimeline(): Promise<void> {
    // A server that does not tell its timeline is used without this warning.
    const found = await this.reading(clusterState, {}).catch(() => undefined);
    const notice = found && this.timelines.notice(found, this.location);
    this.notices = notice === undefined ? [] : [notice];
  }

  read<Result>(work: Work<Result>, manner: Manner = {}): Promise<Result> {
    const timed = withPatience(manner);
    return this.explained(() => this.retrying(() => this.reading(work, timed)));
  }

  write<Result>(work: Work<Result>, manner: Manner = {}): Promise<Result> {
    const timed = withPatience(manner);
    const { workspace } = manner;
    const attempt = () => this.retrying(() => this.writing(work, timed));
    const turn = timed.patience.less(COMMIT_MS);
    return this.explained(() =>
      workspace === undefined ? attempt() : this.turns.run(workspace, turn, attempt),
    );
  }

  /** It may be frozen, so that no call would hear of it, or still running, and accept writes. */
  private leaveFormerPrimary(): void {
    const reason = new TakenOver();
    this.sessions.discardAll(reason);
    this.listener.renew(reason);
    void this.noticeTimeline();
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
        if (!wasLost || round >= RETRIES || error instanceof NoAnswer) throw error;
        await sleep(2 ** round);
      }
    }
  }

  private async reading<Result>(work: Work<Result>, manner: Manner): Promise<Result> {
    const patience = withPatience(manner).patience.less(READ_END_MS);
    const session = await this.transactions.begin('read', manner, patience);
    try {
      return await work(session.sql);
    } finally {
      // The snapshot is complete, so it does not matter if the connection breaks now.
      await this.transactions.abandon(session);
    }
  }

  private async writing<Result>(work: Work<Result>, manner: Manner): Promise<Result> {
    const { patience } = withPatience(manner);
    const session = await this.transactions.begin('write', manner, patience.less(COMMIT_MS));
    let sent: { readonly result: Result } | undefined;
    // Work without a deadline has used up the time before it commits.
    const ending = () => (manner.long ? new Patience(CALL_MS) : patience);
    try {
      const result = await work(session.sql);
      const commitTime = ending().less(SETTLED_MS);
      if (commitTime.isOver) throw new TimeIsUp();
      sent = { result };
      const { isReplicated } = await this.transactions.commit(session, commitTime);
      if (!isReplicated) manner.onUnreplicated?.();
      return result;
    } catch (error) {
      await this.transactions.abandon(session);
      if (!sent || !session.broken) throw error;
    }
    await this.settle(manner, session.broken, ending().atMost(SETTLE_MS));
    return sent.result;
  }

  /**
   * The connection broke while the commit was running. Holding the lock of the workspace proves
   * that the commit has ended. After that its event either exists or never will.
   */
  private async settle(manner: Manner, cause: Error, patience: Patience): Promise<void> {
    const { workspace, isThere } = manner;
    const isApplied = isThere && workspace !== undefined ? isThere : undefined;
    while (isApplied && !patience.isOver) {
      const applied = await this.asked({ workspace }, isApplied, patience);
      if (applied === true) {
        // A server that was restarted, or told to stop waiting, shows what no standby may have.
        if (!(await this.standbyHasAll(patience))) manner.onUnreplicated?.();
        return;
      }
      if (applied === false) throw new StoreUnavailable('unreachable', this.undone(cause), cause);
      await sleep(Math.min(SETTLE_PAUSE_MS, patience.leftMs));
    }
    throw new OutcomeUnknown(
      `The connection to the database at ${this.location} was lost at the commit ` +
        `(${cause.message}): it is not known whether the call was applied.`,
      cause,
    );
  }

  /**
   * Commits something later than all that was committed before: if a synchronous standby has that,
   * it has everything. True if the server waits for none.
   */
  private async standbyHasAll(patience: Patience): Promise<boolean> {
    try {
      const session = await this.transactions.begin('write', {}, patience);
      try {
        await this.confirm(session.sql);
        return (await this.transactions.commit(session, patience)).isReplicated;
      } catch (error) {
        await this.transactions.abandon(session);
        throw error;
      }
    } catch {
      return false;
    }
  }

  async confirm(sql: Sql): Promise<void> {
    await raw`select pg_logical_emit_message(true, 'waymark', '')`.execute(sql);
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

function withPatience<Given extends Manner>(manner: Given) {
  return { ...manner, patience: manner.patience ?? new Patience(CALL_MS) };
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
