/**
 * One view with one set of arguments, read once for everybody who watches it.
 *
 * A change is collected for a moment, its rows are read in one transaction, and the same text goes
 * to every subscriber that can take it. The others remember the keys (`view-subscription.ts`).
 */

import type { JournalEvent } from '../domain/journal/event.ts';
import type { Json, JsonObject } from '../kernel/json.ts';
import { redact } from '../kernel/redaction.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import type { Hub } from './hub.ts';
import type { AnyView, Look, ViewPage, ViewRow } from './view.ts';

/** At most one reading in this time; the first one begins at once. */
const CALM_MS = 50;

/** If more events than this wait to be looked at, reading the view anew is cheaper. */
export const MOST_WAITING = 5_000;

/** Before a reading is tried again that the store could not serve. */
const RETRY_MS = 1_000;

/** A change of some rows. */
export interface RowChange {
  /** Everything up to this seq is in the rows. */
  readonly seq: number;
  readonly keys: readonly string[];
  /** The rows as JSON, without the brackets around them. */
  readonly rows: string;
  /** The keys that have no row any more. */
  readonly gone: readonly string[];
}

export interface FeedListener {
  change(change: RowChange): void;
  /** Everything may have changed: the view must be read anew. */
  reset(): void;
}

export class Feed {
  readonly view: AnyView;
  readonly args: JsonObject;
  readonly #hub: Hub;
  readonly #onEmpty: () => void;
  readonly #listeners = new Set<FeedListener>();
  #waiting: JournalEvent[] = [];
  #isDue = false;
  #isTime = false;
  #isReading = false;
  #calmUntil: NodeJS.Timeout | undefined;
  #clock: NodeJS.Timeout | undefined;
  #leave: Promise<() => void> | undefined;
  /** The rows as they were last sent, where they change without events. */
  readonly #sent = new Map<string, string>();

  constructor(hub: Hub, view: AnyView, args: JsonObject, onEmpty: () => void) {
    this.#hub = hub;
    this.view = view;
    this.args = args;
    this.#onEmpty = onEmpty;
  }

  /** Resolves once no later change can be missed. */
  async join(listener: FeedListener): Promise<() => void> {
    this.#listeners.add(listener);
    this.#leave ??= this.#hub.join((events) => this.#collect(events));
    await this.#leave;
    const { everyMs } = this.view;
    if (everyMs !== undefined) {
      this.#clock ??= setInterval(() => {
        this.#isTime = true;
        void this.#read();
      }, everyMs).unref();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#clock);
    clearTimeout(this.#calmUntil);
    void this.#leave?.then((leave) => leave()).catch(() => {});
    this.#listeners.clear();
    this.#onEmpty();
  }

  look<Result>(work: (look: Look) => Promise<Result>): Promise<Result> {
    return this.#hub.look(work);
  }

  log(line: string): void {
    this.#hub.log(line);
  }

  page(look: Look, cursor: string | undefined): Promise<ViewPage<ViewRow>> {
    return this.view.page(look, this.args, cursor);
  }

  /** The rows of these keys as they are now; the seq is that of the moment. */
  async changeOf(look: Look, keys: readonly string[], seq: number): Promise<RowChange> {
    const rows = await this.view.rows(look, this.args, keys);
    const known = new Set(rows.map(({ key }) => key));
    const gone = keys.filter((key) => !known.has(key));
    return { seq, keys, rows: rowsText(rows), gone };
  }

  async touchedBy(look: Look, events: readonly JournalEvent[]): Promise<readonly string[] | 'all'> {
    const touched = await this.view.touched(look, this.args, events);
    return touched === 'all' ? 'all' : [...new Set(touched)];
  }

  #collect(events: readonly JournalEvent[]): void {
    for (const event of events) this.#waiting.push(event);
    this.#isDue = true;
    void this.#read();
  }

  async #read(): Promise<void> {
    if (!(this.#isDue || this.#isTime) || this.#isReading || this.#calmUntil) return;
    this.#isReading = true;
    const isTime = this.#isTime;
    this.#isDue = false;
    this.#isTime = false;
    const events = this.#waiting;
    this.#waiting = [];
    let wait = CALM_MS;
    try {
      await this.#readFor(events);
      if (isTime) await this.#readByTime();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      this.log(error.message);
      this.#waiting = [...events, ...this.#waiting];
      this.#isDue = true;
      wait = RETRY_MS;
    }
    this.#isReading = false;
    this.#calmUntil = setTimeout(() => {
      this.#calmUntil = undefined;
      void this.#read();
    }, wait);
  }

  async #readFor(events: readonly JournalEvent[]): Promise<void> {
    const seq = events.at(-1)?.seq;
    if (seq === undefined) return;
    if (events.length > MOST_WAITING) return this.#reset();
    const change = await this.look(async (look) => {
      const touched = await this.touchedBy(look, events);
      return touched === 'all' ? 'all' : this.changeOf(look, touched, seq);
    });
    if (change === 'all') return this.#reset();
    if (change.keys.length === 0) return;
    for (const listener of [...this.#listeners]) listener.change(change);
  }

  #reset(): void {
    for (const listener of [...this.#listeners]) listener.reset();
  }

  /** Reads the first page, and passes on what differs from what was sent before. */
  async #readByTime(): Promise<void> {
    const { rows, seq } = await this.look(async (look) => ({
      rows: (await this.page(look, undefined)).rows,
      seq: look.tx.head,
    }));
    const now = new Map(rows.map((row) => [row.key, JSON.stringify(row)]));
    const changed = rows.filter((row) => this.#sent.get(row.key) !== now.get(row.key));
    const gone = [...this.#sent.keys()].filter((key) => !now.has(key));
    this.#sent.clear();
    for (const [key, text] of now) this.#sent.set(key, text);
    if (changed.length === 0 && gone.length === 0) return;
    const keys = [...changed.map(({ key }) => key), ...gone];
    const change = { seq, keys, rows: rowsText(changed), gone };
    for (const listener of [...this.#listeners]) listener.change(change);
  }
}

/** The rows as they are sent: redacted, and as the inside of a list. */
export function rowsText(rows: readonly ViewRow[]): string {
  return rows.map((row) => JSON.stringify(redact(row as unknown as Json))).join(',');
}
