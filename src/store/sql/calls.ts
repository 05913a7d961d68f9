/** The keys of calls: looked up when a call is repeated, and deleted after some days. */

import type { JournalEvent } from '../../domain/journal/event.ts';
import type { KeptCall, NewCall } from '../port.ts';
import type { Sql } from './engine.ts';
import { journalQueries } from './journal.ts';
import { prepared } from './prepared.ts';
import { printOf, ticketFor, ticketIn } from './ticket.ts';

const HOUR_MS = 3_600_000;
/** No caller repeats a call a week later. */
const KEPT_MS = 7 * 24 * HOUR_MS;

const selectCall = prepared((sql: Sql, args: { workspace: string; id: string }) =>
  sql
    .selectFrom('calls')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('call_id', '=', args.id),
);

export async function findCall(
  sql: Sql,
  workspace: string,
  id: string,
): Promise<KeptCall | undefined> {
  const [row] = await selectCall(sql, { workspace, id });
  if (!row) return findByTicket(sql, workspace, id);
  const { first_seq: first, last_seq: last } = row;
  return {
    tool: row.tool,
    fingerprint: row.fingerprint,
    answer: row.answer ?? undefined,
    events: first === null || last === null ? undefined : { first, last },
    madeMs: row.made_ms,
  };
}

/**
 * A ticket names the events that a call would have appended. The caller of this function has the
 * workspace to itself, so that call has ended: its events exist, or never will.
 */
async function findByTicket(
  sql: Sql,
  workspace: string,
  id: string,
): Promise<KeptCall | undefined> {
  const ticket = ticketIn(id);
  if (!ticket) return undefined;
  const { first, last, print, fingerprint } = ticket;
  const event = await journalQueries(sql, workspace).at(last);
  if (!event || printOf(event) !== print) return undefined;
  const events = { first, last };
  return { tool: undefined, fingerprint, answer: undefined, events, madeMs: event.tsMs };
}

export async function insertCall(
  sql: Sql,
  workspace: string,
  call: NewCall,
  appended: readonly JournalEvent[],
  nowMs: number,
): Promise<void> {
  await sql
    .insertInto('calls')
    .values({
      workspace,
      call_id: call.id,
      tool: call.tool,
      fingerprint: call.fingerprint,
      answer: call.answer ?? null,
      first_seq: appended[0]?.seq ?? null,
      last_seq: appended.at(-1)?.seq ?? null,
      made_ms: nowMs,
    })
    .execute();
}

/**
 * What a transaction has written so far: enough to find it again, or to see that it was not
 * committed.
 */
export class Traces {
  private readonly workspace: string;
  readonly appended: JournalEvent[] = [];
  kept: NewCall | undefined;
  /** Whether the call was found to be applied before. */
  isRepeat = false;

  constructor(workspace: string) {
    this.workspace = workspace;
  }

  /** A transaction that wrote nothing counts as committed. */
  async wereCommitted(sql: Sql): Promise<boolean> {
    const last = this.appended.at(-1);
    if (last) {
      const found = await journalQueries(sql, this.workspace).at(last.seq);
      return found !== undefined && printOf(found) === printOf(last);
    }
    if (!this.kept) return true;
    const [row] = await selectCall(sql, { workspace: this.workspace, id: this.kept.id });
    return row !== undefined;
  }

  /** Undefined if there is nothing to repeat, or if the caller has a key to repeat it with. */
  get ticket(): string | undefined {
    const [first] = this.appended;
    const last = this.appended.at(-1);
    return first && last && !this.kept ? ticketFor(first, last) : undefined;
  }
}

/** Deletes at most once an hour per workspace, since no caller asked for it. */
export class Sweeper {
  private readonly sweptMs = new Map<string, number>();

  async sweep(sql: Sql, workspace: string, nowMs: number): Promise<void> {
    if (nowMs - (this.sweptMs.get(workspace) ?? 0) < HOUR_MS) return;
    this.sweptMs.set(workspace, nowMs);
    await sql
      .deleteFrom('calls')
      .where('workspace', '=', workspace)
      .where('made_ms', '<', nowMs - KEPT_MS)
      .execute();
  }
}
