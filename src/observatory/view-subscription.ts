/**
 * One subscription of one connection to a view.
 *
 * While its rows are being loaded, or its reader is slow, it remembers only the keys that changed,
 * and reads those rows when it can send again. What it costs is therefore bounded by the view, not
 * by how much happened meanwhile.
 */

import { StoreUnavailable } from '../store/unavailable.ts';
import { type Feed, type FeedListener, MOST_WAITING, type RowChange, rowsText } from './feed.ts';
import { MOST_ROWS } from './view.ts';

/** The connection, as a subscription needs it. */
export interface Outlet {
  send(text: string): void;
  /** Whether more was sent than its reader has taken yet. */
  readonly isFull: boolean;
  /** Resolves when there is room again, or when the connection has ended. */
  room(): Promise<void>;
  readonly isClosed: boolean;
}

/** Keys that are read at once after a reader was slow. */
const KEYS_AT_ONCE = 500;

/** Before a store that could not be read is asked again. */
const RETRY_MS = 1_000;

export class ViewSubscription implements FeedListener {
  readonly #feed: Feed;
  readonly #outlet: Outlet;
  /** The name that the client gave it, as JSON. */
  readonly #id: string;
  readonly #dirty = new Set<string>();
  #isLive = false;
  #mustLoad = false;
  #isStopped = false;
  #seq = 0;
  #leave: (() => void) | undefined;

  constructor(feed: Feed, outlet: Outlet, id: string) {
    this.#feed = feed;
    this.#outlet = outlet;
    this.#id = JSON.stringify(id);
  }

  /** Sends everything, or only what changed since, if the client still has its rows. */
  async start(since: number | undefined): Promise<void> {
    this.#leave = await this.#feed.join(this);
    if (this.#isStopped) return this.stop();
    this.#mustLoad = !(since !== undefined && (await this.#resume(since)));
    void this.#catchUp();
  }

  stop(): void {
    this.#isStopped = true;
    this.#leave?.();
  }

  change(change: RowChange) {
    this.#seq = Math.max(this.#seq, change.seq);
    if (this.#isLive && !this.#outlet.isFull) return this.#sendChange(change, true);
    for (const key of change.keys) this.#dirty.add(key);
    if (this.#isLive) this.#fallBehind();
  }

  reset(): void {
    this.#mustLoad = true;
    if (this.#isLive) this.#fallBehind();
  }

  #fallBehind(): void {
    this.#isLive = false;
    void this.#catchUp();
  }

  /** Whether the client can go on from what it has. */
  async #resume(since: number): Promise<boolean> {
    const touched = await this.#feed.look(async (look) => {
      const { head } = look.tx;
      if (since > head || head - since > MOST_WAITING) return undefined;
      const events = await look.tx.journal.after(since, MOST_WAITING);
      this.#seq = head;
      return this.#feed.touchedBy(look, events);
    });
    if (touched === undefined || touched === 'all') return false;
    for (const key of touched) this.#dirty.add(key);
    this.#send('view:resumed', '');
    return true;
  }

  /** Loads and reads until nothing is left to read; then changes are passed on as they come. */
  async #catchUp(): Promise<void> {
    while (!this.#isStopped && !this.#outlet.isClosed) {
      try {
        if (this.#outlet.isFull) await this.#outlet.room();
        else if (this.#mustLoad) await this.#load();
        else if (this.#dirty.size > 0) await this.#readDirty();
        else {
          this.#isLive = true;
          return this.#send('view:ready', `"seq":${this.#seq}`);
        }
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        this.#feed.log(error.message);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /**
   * Page by page, each in a transaction of its own, so that agents never wait for a long view. What
   * changes meanwhile is dirty and is read again afterwards.
   */
  async #load(): Promise<void> {
    this.#mustLoad = false;
    let cursor: string | undefined;
    let sent = 0;
    do {
      if (this.#isStopped || this.#outlet.isClosed) return;
      const after = cursor;
      const { page, seq } = await this.#feed.look(async (look) => ({
        page: await this.#feed.page(look, after),
        seq: look.tx.head,
      }));
      if (after === undefined) this.#seq = Math.max(this.#seq, seq);
      const total = page.total === undefined ? '' : `,"total":${page.total}`;
      const first = after === undefined ? '"first":true,' : '';
      this.#send('view:snapshot', `${first}"rows":[${rowsText(page.rows)}]${total}`);
      sent += page.rows.length;
      cursor = sent >= MOST_ROWS ? undefined : page.next;
      if (this.#outlet.isFull) await this.#outlet.room();
    } while (cursor !== undefined && !this.#mustLoad);
  }

  async #readDirty(): Promise<void> {
    const keys = [...this.#dirty].slice(0, KEYS_AT_ONCE);
    for (const key of keys) this.#dirty.delete(key);
    const change = await this.#feed.look((look) => this.#feed.changeOf(look, keys, 0));
    this.#sendChange(change, false);
  }

  #sendChange({ seq, rows, gone }: RowChange, isComplete: boolean): void {
    const upTo = isComplete ? `,"seq":${seq}` : '';
    if (gone.length > 0) this.#send('view:delete', `"keys":${JSON.stringify(gone)}${upTo}`);
    if (rows !== '') this.#send('view:upsert', `"rows":[${rows}]${upTo}`);
  }

  #send(event: string, fields: string): void {
    const data = `{"id":${this.#id}${fields === '' ? '' : `,${fields}`}}`;
    this.#outlet.send(`{"channel":"view","event":"${event}","data":${data}}`);
  }
}
