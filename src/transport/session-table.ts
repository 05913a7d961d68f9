/**
 * Decides which sessions are kept, and which one makes room for a new one.
 *
 * Opening a session costs its client nothing, so a client that opens thousands must not end a
 * session that is in use. Sessions that were never used go first, then those that were idle for
 * long; if neither exists, the new session is refused.
 */

/** After this long without a request a session counts as abandoned, if room is needed. */
export const IDLE_MS = 30 * 60_000;

/** What is stored about one session. */
export interface Seat<Session> {
  readonly id: string;
  readonly session: Session;
}

interface Kept<Session> extends Seat<Session> {
  /** Whether any request came in it after its opening. */
  used: boolean;
  lastUsedMs: number;
  /** The number of open requests and streams. */
  open: number;
}

export class SessionTable<Session> {
  /** The least recently used first. */
  private readonly seats = new Map<string, Kept<Session>>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get(id: string): Session | undefined {
    return this.seats.get(id)?.session;
  }

  /** Adds a session that has been opened and not yet used. */
  add(id: string, session: Session, nowMs: number): void {
    this.seats.set(id, { id, session, used: false, lastUsedMs: nowMs, open: 0 });
  }

  /** Records a request in it; returns the function to call when that request has ended. */
  enter(id: string, nowMs: number, isUse: boolean): (nowMs: number) => void {
    const seat = this.seats.get(id);
    if (!seat) return () => {};
    seat.open += 1;
    this.touch(seat, nowMs, isUse);
    let left = false;
    return (leftMs) => {
      if (left) return;
      left = true;
      seat.open -= 1;
      if (this.seats.get(id) === seat) this.touch(seat, leftMs, isUse);
    };
  }

  remove(id: string): boolean {
    return this.seats.delete(id);
  }

  removeAll(): readonly Seat<Session>[] {
    const all = [...this.seats.values()];
    this.seats.clear();
    return all;
  }

  /** Removes a session to make room, if it must; `undefined` if there was room already. */
  makeRoom(nowMs: number): Seat<Session> | 'full' | undefined {
    if (this.seats.size < this.most) return undefined;
    const resting = [...this.seats.values()].filter((seat) => seat.open === 0);
    const gone =
      resting.find((seat) => !seat.used) ??
      resting.find((seat) => nowMs - seat.lastUsedMs > IDLE_MS);
    if (!gone) return 'full';
    this.seats.delete(gone.id);
    return gone;
  }

  private touch(seat: Kept<Session>, nowMs: number, isUse: boolean): void {
    seat.used ||= isUse;
    seat.lastUsedMs = nowMs;
    this.seats.delete(seat.id);
    this.seats.set(seat.id, seat);
  }
}
