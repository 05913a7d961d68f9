/**
 * One subscription of one connection to a view.
 *
 * While its rows are being loaded, or its reader is slow, it remembers only the keys that changed,
 * and reads those rows when it can send again. What it costs is therefore bounded by the view, not
 * by how much happened meanwhile.
 */

import type { Fault } from '../messages.ts';
import { type ErrorCode, type Outlet, refusalText } from '../outlet.ts';
import { Patience } from '../patience.ts';
import { MAX_ROWS } from '../view.ts';
import {
  type FeedListener,
  type Joined,
  keysText,
  type RowChange,
  type RowFeed,
  rowsText,
} from './row-feed.ts';

/** Keys that are read at once after a reader was slow. */
const KEYS_AT_ONCE = 500;

export interface ViewRequest {
  /** The name that the client gave the subscription. */
  readonly id: string;
  /** Up to where the client still has the rows. */
  readonly since: number | undefined;
  /** What it is about, or why it cannot be followed. */
  readonly find: () => Promise<RowFeed | Fault>;
  /** Called when it has ended by itself. */
  readonly ended: () => void;
  readonly log: (line: string) => void;
}

export class ViewSubscription implements FeedListener {
  readonly #outlet: Outlet;
  readonly #request: ViewRequest;
  readonly #id: string;
  readonly #patience: Patience;
  readonly #dirty = new Set<string>();
  #feed: RowFeed | undefined;
  #joined: Joined | undefined;
  #isLive = false;
  #mustLoad = true;
  #isStopped = false;
  #seq = 0;

  constructor(outlet: Outlet, request: ViewRequest) {
    this.#outlet = outlet;
    this.#request = request;
    this.#id = JSON.stringify(request.id);
    this.#patience = new Patience(outlet, {
      log: request.log,
      details: { id: request.id },
      isOver: () => this.#isOver,
    });
  }

  /** Sends everything, or only what changed since, if the client still has its rows. */
  start(): void {
    void this.#guard(async () => {
      const feed = await this.#patience.until(this.#request.find);
      if (feed === undefined) return;
      if ('fault' in feed) return this.#refuse('INVALID_PAYLOAD', feed.fault);
      this.#feed = feed;
      this.#joined = feed.join(this);
      await this.#joined.ready;
      const { since } = this.#request;
      if (since !== undefined) await this.#patience.until(() => this.#resume(feed, since));
      await this.#catchUp(feed);
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#joined?.leave();
    this.#dirty.clear();
  }

  change(change: RowChange) {
    this.#seq = Math.max(this.#seq, change.seq);
    if (this.#isLive && !this.#outlet.isFull) return this.#sendChange(change, true);
    for (const key of change.keys) this.#dirty.add(key);
    this.#fallBehind();
  }

  reset(): void {
    this.#mustLoad = true;
    this.#seq = 0;
    this.#fallBehind();
  }

  fail(): void {
    this.#refuse('INTERNAL_ERROR', 'The view failed inside the server; its log says why.');
  }

  /** While it is not live it is catching up already. */
  #fallBehind(): void {
    const feed = this.#feed;
    if (!this.#isLive || !feed) return;
    this.#isLive = false;
    void this.#guard(() => this.#catchUp(feed));
  }

  /** A bug ends the subscription, and is told: a page must not wait for rows that never come. */
  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#isOver) return;
      this.#request.log(`observatory: ${(error as Error).stack}`);
      this.fail();
    }
  }

  get #isOver(): boolean {
    return this.#isStopped || this.#outlet.isClosed;
  }

  /** Whether the client can go on from what it has. */
  async #resume(feed: RowFeed, since: number): Promise<void> {
    const changed = await feed.changedSince(since);
    if (!changed) return;
    this.#mustLoad = false;
    this.#seq = changed.seq;
    for (const key of changed.keys) this.#dirty.add(key);
    this.#send('view:resumed', '');
  }

  /** Loads and reads until nothing is left to read; then changes are passed on as they come. */
  async #catchUp(feed: RowFeed): Promise<void> {
    while (!this.#isOver) {
      if (this.#outlet.isFull) await this.#outlet.room();
      else if (this.#mustLoad) await this.#load(feed);
      else if (this.#dirty.size > 0) await this.#readDirty(feed);
      else {
        this.#isLive = true;
        return this.#send('view:ready', `"seq":${this.#seq}`);
      }
    }
  }

  /**
   * Page by page, each in a transaction of its own, so that agents never wait for a long view. What
   * changes meanwhile is dirty and is read again afterwards.
   */
  async #load(feed: RowFeed): Promise<void> {
    this.#mustLoad = false;
    let cursor: string | undefined;
    let sent = 0;
    do {
      const after = cursor;
      const read = await this.#patience.until(() => feed.page(after));
      if (!read) return;
      const { page, seq } = read;
      if (after === undefined) this.#seq = Math.max(this.#seq, seq);
      const total = page.total === undefined ? '' : `,"total":${page.total}`;
      const first = after === undefined ? '"first":true,' : '';
      this.#send('view:snapshot', `${first}"rows":[${rowsText(page.rows)}]${total}`);
      sent += page.rows.length;
      cursor = sent >= MAX_ROWS ? undefined : page.next;
      if (this.#outlet.isFull) await this.#outlet.room();
    } while (cursor !== undefined && !this.#mustLoad);
  }

  async #readDirty(feed: RowFeed): Promise<void> {
    const keys = [...this.#dirty].slice(0, KEYS_AT_ONCE);
    // Removed first: what changes while they are read is dirty again.
    for (const key of keys) this.#dirty.delete(key);
    const change = await this.#patience.until(() => feed.changeOf(keys));
    if (change) this.#sendChange(change, false);
  }

  #sendChange({ seq, rows, gone }: RowChange, isComplete: boolean): void {
    const upTo = isComplete ? `,"seq":${seq}` : '';
    if (gone.length > 0) this.#send('view:delete', `"keys":${keysText(gone)}${upTo}`);
    if (rows !== '') this.#send('view:upsert', `"rows":[${rows}]${upTo}`);
  }

  #send(event: string, fields: string): void {
    const data = `{"id":${this.#id}${fields === '' ? '' : `,${fields}`}}`;
    this.#outlet.send(`{"channel":"view","event":"${event}","data":${data}}`);
  }

  #refuse(code: ErrorCode, message: string): void {
    if (this.#isStopped) return;
    this.stop();
    this.#outlet.send(refusalText(code, message, { id: this.#request.id }));
    this.#request.ended();
  }
}
