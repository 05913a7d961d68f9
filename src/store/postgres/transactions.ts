/** Opens transactions with their settings and, if they name a workspace, with its lock. */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Patience } from '../patience.ts';
import type { Manner } from '../sql/engine.ts';
import { isLoss, NoAnswer, Standby } from './postgres-failure.ts';
import { SCHEMA } from './prepare-schema.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

/** How long the server lets one statement of a call run. */
const STATEMENT_MS = 30_000;
/** A writer that hangs, or whose machine is gone, must not hold its workspace for long. */
const IDLE_MS = 20_000;
/** The server should give up before we do: its answer has the reason. */
const GRACE_MS = 5_000;
/** The same for a lock, which the server stops waiting for on time. */
const LOCK_GRACE_MS = 1_000;
/** Opening and rolling back a transaction takes milliseconds. */
const BRIEF_MS = 10_000;
/** For a rollback when the time of the call is over. */
const FAREWELL_MS = 1_000;
/** For work on whole journals (copy, check, rebuild), which has no deadline. */
const LONG_MS = 3_600_000;
/** All idle connections may have broken: each is tried once, and then a new one. */
const STALE_TRIES = 9;
/** How many connections may wait for a lock at once; the rest serve calls that need not wait. */
const MAX_WAITING = 3;

const BEGIN = {
  read: 'begin isolation level repeatable read read only',
  write: 'begin',
} as const;

export class Transactions {
  private readonly sessions: Sessions;
  private waiting = 0;

  constructor(sessions: Sessions) {
    this.sessions = sessions;
  }

  /** The session belongs to the caller until it is committed or abandoned. */
  async begin(kind: 'read' | 'write', manner: Manner, patience: Patience): Promise<Session> {
    const { workspace, long = false } = manner;
    for (let round = 0; ; round++) {
      const { session, isMine } = await this.openSession(kind, manner, patience);
      session.deadlineMs = long ? LONG_MS : STATEMENT_MS + GRACE_MS;
      if (isMine || workspace === undefined) return session;
      if (this.waiting < MAX_WAITING || patience.isOver) {
        await this.waitFor(session, workspace, manner, patience);
        return session;
      }
      await this.abandon(session);
      await sleep(Math.min(10 * 2 ** Math.min(round, 4), patience.leftMs));
    }
  }

  /** Tells whether a synchronous standby has it too. */
  async commit(session: Session, patience: Patience) {
    // The time to wait for a synchronous standby is included.
    const outcome = await session.commit(Math.min(STATEMENT_MS + GRACE_MS, patience.leftMs));
    this.sessions.giveBack(session);
    return outcome;
  }

  /** A session that cannot even roll back is discarded, not passed to the next caller. */
  async abandon(session: Session): Promise<void> {
    const leftMs = session.patience?.leftMs ?? BRIEF_MS;
    const ms = Math.min(BRIEF_MS, Math.max(FAREWELL_MS, leftMs));
    await session.run('rollback', ms).catch((error: Error) => session.giveUp(error));
    this.sessions.giveBack(session);
  }

  private async openSession(kind: 'read' | 'write', manner: Manner, patience: Patience) {
    const text = opening(kind, manner);
    for (let tries = 1; ; tries++) {
      const session = await this.sessions.take(patience);
      session.patience = manner.long ? undefined : patience;
      try {
        const { rows } = await session.run(text, Math.max(1, patience.atMost(BRIEF_MS).leftMs));
        if (rows[0]?.standby !== false) throw new Standby();
        return { session, isMine: rows[0]?.mine !== false };
      } catch (error) {
        await this.abandon(session);
        // A connection that broke while idle is no reason to refuse the call: another one is tried.
        const wasStale = isLoss(error) && !(error instanceof NoAnswer);
        if (!wasStale || tries >= STALE_TRIES) throw error;
      }
    }
  }

  private async waitFor(
    session: Session,
    workspace: string,
    { long = false }: Manner,
    patience: Patience,
  ): Promise<void> {
    this.waiting += 1;
    const ms = Math.max(1, patience.leftMs);
    try {
      const statements = [
        `set local statement_timeout = 0; set local lock_timeout = ${ms}`,
        `select pg_advisory_xact_lock(${lockOf(workspace)})`,
        `set local lock_timeout = 0; set local statement_timeout = ${long ? 0 : STATEMENT_MS}`,
      ];
      await session.run(statements.join('; '), ms + LOCK_GRACE_MS);
    } catch (error) {
      await this.abandon(session);
      throw error;
    } finally {
      this.waiting -= 1;
    }
  }
}

/**
 * One round trip. `search_path` is set in every transaction: neither the settings that a connection
 * was started with, nor what a pooler left on it, may decide which tables are used.
 */
function opening(kind: 'read' | 'write', manner: Manner): string {
  const { workspace, long = false, aside = false } = manner;
  const lock =
    workspace === undefined ? '' : `, pg_try_advisory_xact_lock(${lockOf(workspace)}) as mine`;
  return [
    BEGIN[kind],
    `set local search_path = ${SCHEMA}`,
    `set local statement_timeout = ${long ? 0 : STATEMENT_MS}`,
    `set local idle_in_transaction_session_timeout = ${long ? 0 : IDLE_MS}`,
    // A role may be set to get errors alone, and that a standby was not waited for is a warning.
    'set local client_min_messages = warning',
    // What nobody was told may be lost, and nobody waits for a standby to have it.
    ...(aside ? ['set local synchronous_commit = off'] : []),
    `select pg_is_in_recovery() as standby${lock}`,
  ].join('; ');
}

function lockOf(workspace: string): string {
  return `hashtextextended(${pg.escapeLiteral(workspace)}, 0)`;
}
