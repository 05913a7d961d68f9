/** Opens transactions with their settings and, if they name a workspace, with its lock. */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Manner } from '../sql/engine.ts';
import type { Patience } from './patience.ts';
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
/** Opening and rolling back a transaction takes milliseconds. */
const BRIEF_MS = 10_000;
/** For work on whole journals (copy, check, rebuild), which has no deadline. */
const LONG_MS = 3_600_000;
/** All idle connections may have broken: each is tried once, and then a new one. */
const STALE_TRIES = 9;
/** How many connections may wait for a lock at once; the rest serve calls that need not wait. */
const MOST_WAITING = 3;

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
      const { session, isMine } = await this.openSession(kind, manner);
      session.deadlineMs = long ? LONG_MS : STATEMENT_MS + GRACE_MS;
      if (isMine || workspace === undefined) return session;
      if (this.waiting < MOST_WAITING || patience.isOver) {
        await this.waitFor(session, workspace, manner, patience);
        return session;
      }
      await this.abandon(session);
      await sleep(Math.min(10 * 2 ** Math.min(round, 4), patience.leftMs));
    }
  }

  /** Knows from the command that the server reports whether the commit took effect. */
  async commit(session: Session): Promise<void> {
    // The time to wait for a synchronous standby is included.
    const { command } = await session.run('commit', STATEMENT_MS + GRACE_MS);
    if (command !== 'COMMIT') throw new Error('the work went on after a statement had failed');
    this.sessions.giveBack(session);
  }

  /** A session that cannot even roll back is discarded, not passed to the next caller. */
  async abandon(session: Session): Promise<void> {
    await session.run('rollback', BRIEF_MS).catch((error: Error) => {
      session.broken ??= error;
    });
    this.sessions.giveBack(session);
  }

  private async openSession(kind: 'read' | 'write', manner: Manner) {
    const text = opening(kind, manner);
    for (let tries = 1; ; tries++) {
      const session = await this.sessions.take();
      try {
        const { rows } = await session.run(text, BRIEF_MS);
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
      await session.run(statements.join('; '), ms + GRACE_MS);
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
function opening(kind: 'read' | 'write', { workspace, long = false }: Manner): string {
  const lock =
    workspace === undefined ? '' : `, pg_try_advisory_xact_lock(${lockOf(workspace)}) as mine`;
  return [
    BEGIN[kind],
    `set local search_path = ${SCHEMA}`,
    `set local statement_timeout = ${long ? 0 : STATEMENT_MS}`,
    `set local idle_in_transaction_session_timeout = ${long ? 0 : IDLE_MS}`,
    `select pg_is_in_recovery() as standby${lock}`,
  ].join('; ');
}

function lockOf(workspace: string): string {
  return `hashtextextended(${pg.escapeLiteral(workspace)}, 0)`;
}
