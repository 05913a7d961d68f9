/**
 * Records the presence of the agents of this process.
 *
 * A row is written before the first write of a session, so that its claims are known to have an
 * owner. A session that only reads does not wait for it. After that the row is written with the
 * first call in a workspace, and when something changed, at most every few seconds.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { shownName } from '../operations/unknown-tool.ts';
import type { PresenceRow, Presences } from '../store/port.ts';

/** Between two writes of one row. */
const WRITE_MS = 5_000;
/** How long a call waits for its row; after that its claims end by time alone. */
const SETTLE_MS = 10_000;
/** A name that sends single requests counts as gone after this long without one. */
const SILENCE_MS = 10 * 60_000;

export interface Arrival {
  /** Unique within this process. */
  readonly id: string;
  readonly agent: string;
  readonly client: string;
  /**
   * Whether its end can be observed (a process or a session). Otherwise silence counts as the end.
   */
  readonly hasEnd: boolean;
}

interface Guest {
  row: PresenceRow;
  readonly hasEnd: boolean;
  entered: Promise<boolean>;
  writtenMs: number;
  timer: NodeJS.Timeout | undefined;
}

export class Attendance {
  readonly #presences: Presences;
  readonly #now: () => number;
  readonly #guests = new Map<string, Guest>();

  constructor(presences: Presences, now: () => number) {
    this.#presences = presences;
    this.#now = now;
  }

  arrive({ id, agent, client, hasEnd }: Arrival): void {
    const known = this.#guests.get(id);
    if (known && known.row.agent === agent) return;
    const nowMs = this.#now();
    const row: PresenceRow = {
      holder: `${this.#presences.process}/${id}`,
      process: this.#presences.process,
      agent,
      client,
      workspace: '',
      worksOn: '',
      tool: '',
      sinceMs: nowMs,
      lastCallMs: nowMs,
    };
    const entered = this.#enter(row, false);
    this.#guests.set(id, { row, hasEnd, entered, writtenMs: nowMs, timer: undefined });
    this.#dismissSilent(nowMs);
  }

  /**
   * Call it before a write: resolves to whether other processes can see the agent. It never fails.
   */
  async settle(id: string): Promise<boolean> {
    const guest = this.#guests.get(id);
    if (!guest) return false;
    const entered = async () => {
      if (await guest.entered) return true;
      // A call that is about to write waits for the store anyway.
      guest.entered = this.#enter(guest.row, true);
      return guest.entered;
    };
    return Promise.race([entered(), sleep(SETTLE_MS, false, { ref: false })]);
  }

  /** The row of an agent that makes a call now. */
  rowOf(id: string): PresenceRow | undefined {
    const row = this.#guests.get(id)?.row;
    return row && { ...row, lastCallMs: this.#now() };
  }

  #enter(row: PresenceRow, waits: boolean): Promise<boolean> {
    return this.#presences.keep(row, { waits }).then(
      () => true,
      () => false,
    );
  }

  /** Call it after a call: its workspace, what it was about, and the tool. */
  note(id: string, place: Pick<PresenceRow, 'workspace' | 'worksOn' | 'tool'>): void {
    const guest = this.#guests.get(id);
    if (!guest) return;
    const nowMs = this.#now();
    // A client may call what it likes, and the name is shown to people.
    const tool = shownName(place.tool);
    // People who look at a workspace see at once that somebody has begun in it.
    const isNew = guest.row.workspace !== place.workspace;
    const waitMs = isNew ? 0 : Math.max(0, guest.writtenMs + WRITE_MS - nowMs);
    guest.row = { ...guest.row, ...place, tool, lastCallMs: nowMs };
    if (isNew) {
      clearTimeout(guest.timer);
      guest.timer = undefined;
    }
    guest.timer ??= setTimeout(() => {
      guest.timer = undefined;
      guest.writtenMs = this.#now();
      // A late write must not bring back a row that was removed.
      if (this.#guests.get(id) === guest) void this.#presences.keep(guest.row).catch(() => {});
    }, waitMs).unref();
  }

  leave(id: string): void {
    const guest = this.#guests.get(id);
    if (!guest) return;
    clearTimeout(guest.timer);
    this.#guests.delete(id);
    void guest.entered
      .then(() => this.#presences.leave(guest.row.holder))
      // A row that stays behind is removed when the process has ended.
      .catch(() => {});
  }

  close(): void {
    for (const guest of this.#guests.values()) clearTimeout(guest.timer);
    this.#guests.clear();
  }

  #dismissSilent(nowMs: number): void {
    for (const [id, { hasEnd, row }] of this.#guests) {
      if (!hasEnd && row.lastCallMs < nowMs - SILENCE_MS) this.leave(id);
    }
  }
}
