/**
 * Which sessions are kept, and which one makes room for a new one.
 *
 * Opening a session costs its client nothing, so whoever opens thousands must not be able to end
 * one that somebody works in: those never used go first, then those left alone for long, and where
 * neither is there, the newcomer is turned away.
 */

/** Who has not said a word for so long is taken to be gone, if the room is needed. */
export const IDLE_MS = 30 * 60_000;

/** What is kept of one session. */
export interface Seat<Session> {
  readonly id: string;
  readonly session: Session;
}

interface Kept<Session> extends Seat<Session> {
  /** Whether it was ever asked for anything. */
  used: boolean;
  lastUsedMs: number;
  /** Requests and streams that are open. */
  open: number;
}

export class SessionTable<Session> {
  /** Unused longest first. */
  private readonly seats = new Map<string, Kept<Session>>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get(id: string): Session | undefined {
    return this.seats.get(id)?.session;
  }

  /** Adds one that has been opened and not yet used. */
  add(id: string, session: Session, nowMs: number): void {
    this.seats.set(id, { id, session, used: false, lastUsedMs: nowMs, open: 0 });
  }

  /** Something was asked in it; the answer is the call for when that has come to its end. */
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

  /** Whether another one may be added; `undefined` where nobody had to go for it. */
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
