/**
 * Keeps count of who is there, for the agents of this process.
 *
 * A row is entered before the first call of a session is answered, so that what it claims is known
 * to be somebody's. After that it is written when something changed, at most every few seconds, and
 * nobody waits for it.
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
  readonly entered: Promise<boolean>;
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

  /** Whether others can see it from now on. A store that cannot be written to is no reason to fail. */
  arrive({ id, agent, client, hasEnd }: Arrival): Promise<boolean> {
    const known = this.#guests.get(id);
    if (known && known.row.agent === agent) return known.entered;
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
    const entered = this.#presences.keep(row).then(
      () => true,
      () => false,
    );
    this.#guests.set(id, { row, hasEnd, entered, writtenMs: nowMs, timer: undefined });
    this.#dismissSilent(nowMs);
    return entered;
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
