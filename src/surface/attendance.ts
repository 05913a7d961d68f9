/**
 * Keeps count of who is there, for the agents of this process.
 *
 * A row is entered before the first write of a session, so that what it claims is known to be
 * somebody's; whoever only reads waits for nothing. After that it is written when something
 * changed, at most every few seconds.
 */

import type { PresenceRow, Presences } from '../store/port.ts';

/** Between two writes of one row. */
const WRITE_MS = 5_000;
/** A name under which single requests come is gone when none came for this long. */
const SILENCE_MS = 10 * 60_000;

export interface Arrival {
  /** Within this process. */
  readonly id: string;
  readonly agent: string;
  readonly client: string;
  /** Whether it has an end that is seen: a process or a session. Else silence is one. */
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
      sinceMs: nowMs,
      lastCallMs: nowMs,
    };
    const entered = this.#enter(row, false);
    this.#guests.set(id, { row, hasEnd, entered, writtenMs: nowMs, timer: undefined });
    this.#dismissSilent(nowMs);
  }

  /** Before a write: whether others can see it from now on. That they cannot is no reason to fail. */
  async settle(id: string): Promise<boolean> {
    const guest = this.#guests.get(id);
    if (!guest) return false;
    if (await guest.entered) return true;
    // Who is about to write waits for the store anyway.
    guest.entered = this.#enter(guest.row, true);
    return guest.entered;
  }

  #enter(row: PresenceRow, waits: boolean): Promise<boolean> {
    return this.#presences.keep(row, { waits }).then(
      () => true,
      () => false,
    );
  }

  /** After a call: where it was, and what it was about. */
  note(id: string, place: { readonly workspace: string; readonly worksOn: string }): void {
    const guest = this.#guests.get(id);
    if (!guest) return;
    const nowMs = this.#now();
    guest.row = { ...guest.row, ...place, lastCallMs: nowMs };
    guest.timer ??= setTimeout(
      () => {
        guest.timer = undefined;
        guest.writtenMs = this.#now();
        // Gone rows must not come back by a late write.
        if (this.#guests.get(id) === guest) void this.#presences.keep(guest.row).catch(() => {});
      },
      Math.max(0, guest.writtenMs + WRITE_MS - nowMs),
    ).unref();
  }

  leave(id: string): void {
    const guest = this.#guests.get(id);
    if (!guest) return;
    clearTimeout(guest.timer);
    this.#guests.delete(id);
    void guest.entered
      .then(() => this.#presences.leave(guest.row.holder))
      // A row that stays behind goes with the process.
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
