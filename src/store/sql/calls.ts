/** Keys of calls: found again when a call is repeated, and swept away after some days. */

import type { JournalEvent } from '../../domain/journal/event.ts';
import type { KeptCall, NewCall } from '../port.ts';
import type { Sql } from './engine.ts';
import { journalQueries } from './journal.ts';
import { prepared } from './prepared.ts';
import { printOf, ticketFor, ticketIn } from './ticket.ts';

const HOUR_MS = 3_600_000;
/** Nobody repeats a call of last week. */
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
 * A ticket names the events that a call would have entered. Whoever asks is alone on the workspace,
 * so the call has ended: they are there, or never will be.
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
  entered: readonly JournalEvent[],
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
      first_seq: entered[0]?.seq ?? null,
      last_seq: entered.at(-1)?.seq ?? null,
      made_ms: nowMs,
    })
    .execute();
}

/** What a transaction has entered so far: enough to find it again, or to see that it is not there. */
export class Traces {
  private readonly workspace: string;
  readonly entered: JournalEvent[] = [];
  kept: NewCall | undefined;

  constructor(workspace: string) {
    this.workspace = workspace;
  }

  /** Nothing written is there in any case. */
  async areThere(sql: Sql): Promise<boolean> {
    const last = this.entered.at(-1);
    if (last) {
      const found = await journalQueries(sql, this.workspace).at(last.seq);
      return found !== undefined && printOf(found) === printOf(last);
    }
    if (!this.kept) return true;
    const [row] = await selectCall(sql, { workspace: this.workspace, id: this.kept.id });
    return row !== undefined;
  }

  /** Undefined where there is nothing to repeat, or a key of the caller's to repeat it with. */
  get ticket(): string | undefined {
    const [first] = this.entered;
    const last = this.entered.at(-1);
    return first && last && !this.kept ? ticketFor(first, last) : undefined;
  }
}

/** Once an hour and workspace at most: a sweep is no part of what the caller asked for. */
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
