/**
 * One view with one set of arguments, read once for everybody who watches it.
 *
 * A change is collected for a moment, its rows are read in one transaction, and the same text goes
 * to every subscriber that can take it. The others remember the keys (`view-subscription.ts`).
 */

import type { JournalEvent } from '../../domain/journal/event.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Hub, HubListener } from '../hub.ts';
import { inTurns } from '../in-turns.ts';
import { Paced } from '../paced.ts';
import { type AnyView, type Look, MAX_ROWS, type ViewRow } from '../view.ts';
import {
  type FeedListener,
  type Joined,
  type PageAtSeq,
  type RowChange,
  type RowFeed,
  rowsText,
  rowText,
} from './row-feed.ts';

/** At most one reading in this time; the first one begins at once. */
const CALM_MS = 50;

/** If more events than this wait to be looked at, reading the view anew is cheaper. */
export const MAX_WAITING = 5_000;

/** Marks a row that somebody may have in another state than the others. */
const UNSURE = '';

export class Feed implements RowFeed, HubListener {
  readonly #view: AnyView;
  readonly #args: JsonObject;
  readonly #hub: Hub;
  readonly #onEmpty: () => void;
  readonly #listeners = new Set<FeedListener>();
  #open: { readonly joined: Joined; readonly paced: Paced; clock?: NodeJS.Timeout } | undefined;
  #waiting: JournalEvent[] = [];
  #isTooMuch = false;
  #isTime = false;
  /** The rows that subscribers may have, as they were last sent; kept only if time changes them. */
  readonly #sent = new Map<string, string>();

  constructor(hub: Hub, view: AnyView, args: JsonObject, onEmpty: () => void) {
    this.#hub = hub;
    this.#view = view;
    this.#args = args;
    this.#onEmpty = onEmpty;
  }

  join(listener: FeedListener): Joined {
    this.#listeners.add(listener);
    this.#open ??= this.#start();
    return {
      ready: this.#open.joined.ready,
      leave: () => {
        if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.close();
      },
    };
  }

  close(): void {
    clearInterval(this.#open?.clock);
    this.#open?.paced.stop();
    this.#open?.joined.leave();
    this.#open = undefined;
    this.#listeners.clear();
    this.#waiting = [];
    this.#sent.clear();
    this.#onEmpty();
  }

  log(line: string): void {
    this.#hub.log(line);
  }

  async page(cursor: string | undefined): Promise<PageAtSeq> {
    const read = await this.#page(cursor);
    this.#noteRows(read.page.rows);
    return read;
  }

  changeOf(keys: readonly string[]): Promise<RowChange> {
    return this.#hub.look((look) => this.#changeAt(look, keys, look.tx.head));
  }

  changedSince(since: number) {
    return this.#hub.look(async (look) => {
      const { head } = look.tx;
      if (since > head || head - since > MAX_WAITING) return undefined;
      const events = await look.tx.journal.after(since, MAX_WAITING);
      const keys = await this.#touchedBy(look, events);
      return keys === 'all' ? undefined : { keys, seq: head };
    });
  }

  hear(events: readonly JournalEvent[]): void {
    if (this.#waiting.length + events.length > MAX_WAITING) {
      this.#waiting = [];
      this.#isTooMuch = true;
    } else if (!this.#isTooMuch) {
      for (const event of events) this.#waiting.push(event);
    }
    this.#open?.paced.ask();
  }

  reset(): void {
    for (const listener of [...this.#listeners]) listener.reset();
  }

  fail(): void {
    const listeners = [...this.#listeners];
    this.close();
    for (const listener of listeners) listener.fail();
  }

  #start() {
    const { everyMs } = this.#view;
    const paced = new Paced(() => this.#read(), {
      calmMs: CALM_MS,
      log: (line) => this.log(line),
      failed: (error) => {
        this.log(`the view ${this.#view.name}: ${error.stack}`);
        this.fail();
      },
    });
    const joined = this.#hub.join(this);
    if (everyMs === undefined) return { joined, paced };
    const clock = setInterval(() => {
      this.#isTime = true;
      paced.ask();
    }, everyMs).unref();
    return { joined, paced, clock };
  }

  async #read(): Promise<void> {
    const events = this.#waiting;
    const isTime = this.#isTime;
    this.#waiting = [];
    this.#isTime = false;
    try {
      if (this.#isTooMuch) {
        this.#isTooMuch = false;
        this.reset();
      } else await this.#readFor(events);
      if (isTime) await this.#readByTime();
    } catch (error) {
      this.#waiting = [...events, ...this.#waiting];
      this.#isTime ||= isTime;
      throw error;
    }
  }

  async #readFor(events: readonly JournalEvent[]): Promise<void> {
    const seq = events.at(-1)?.seq;
    if (seq === undefined) return;
    const change = await this.#hub.look(async (look) => {
      const touched = await this.#touchedBy(look, events);
      return touched === 'all' ? 'all' : this.#changeAt(look, touched, seq);
    });
    if (change === 'all') return this.reset();
    await this.#pass(change);
  }

  /** Reads everything, and passes on what differs from what was sent before. */
  async #readByTime(): Promise<void> {
    const now = new Map<string, string>();
    let cursor: string | undefined;
    let seq: number | undefined;
    do {
      const read = await this.#page(cursor);
      // What happens between two pages is touched by its event, and read again.
      seq ??= read.seq;
      for (const row of read.page.rows) now.set(row.key, rowText(row));
      cursor = now.size >= MAX_ROWS ? undefined : read.page.next;
    } while (cursor !== undefined);
    const changed = [...now].filter(([key, text]) => this.#sent.get(key) !== text);
    const gone = [...this.#sent.keys()].filter((key) => !now.has(key));
    for (const [key, text] of changed) this.#sent.set(key, text);
    for (const key of gone) this.#sent.delete(key);
    const keys = [...changed.map(([key]) => key), ...gone];
    await this.#pass({ seq, keys, rows: changed.map(([, text]) => text).join(','), gone });
  }

  async #pass(change: RowChange): Promise<void> {
    if (change.keys.length === 0) return;
    await inTurns(this.#listeners, (listener) => listener.change(change));
  }

  #page(cursor: string | undefined): Promise<PageAtSeq> {
    return this.#hub.look(async (look) => ({
      page: await this.#view.page(look, this.#args, cursor),
      seq: look.tx.head,
    }));
  }

  /** The rows of these keys as they are now; the seq says up to where they are complete. */
  async #changeAt(look: Look, keys: readonly string[], seq: number): Promise<RowChange> {
    const rows = keys.length === 0 ? [] : await this.#view.rows(look, this.#args, keys);
    const known = new Set(rows.map(({ key }) => key));
    const gone = keys.filter((key) => !known.has(key));
    this.#noteRows(rows);
    return { seq, keys, rows: rowsText(rows), gone };
  }

  /** A reader may have got a row that is older, or younger, than what the others have. */
  #noteRows(rows: readonly ViewRow[]): void {
    if (this.#view.everyMs === undefined) return;
    for (const row of rows) {
      if (this.#sent.get(row.key) !== rowText(row)) this.#sent.set(row.key, UNSURE);
    }
  }

  async #touchedBy(
    look: Look,
    events: readonly JournalEvent[],
  ): Promise<readonly string[] | 'all'> {
    if (events.length === 0) return [];
    const touched = await this.#view.touched(look, this.#args, events);
    return touched === 'all' ? 'all' : [...new Set(touched)];
  }
}
