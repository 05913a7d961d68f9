/**
 * Follows the journal of one workspace for everybody who watches it: one tail, however many pages
 * are open.
 *
 * It follows as long as somebody listens, and a little longer. Joining starts it again, so it does
 * not matter who still holds a hub that has stopped.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { JournalEvent } from '../domain/journal/event.ts';
import { staleSince } from '../domain/work/claim.ts';
import type { Reading, Store } from '../store/port.ts';
import { tail } from '../store/tail.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { RETRY_MS } from './paced.ts';
import { Feed } from './rows/feed.ts';
import type { Joined } from './rows/row-feed.ts';
import type { AnyView, Look } from './view.ts';

/** People only look on: what is wrong with the memory must still be reported to an agent. */
export const ASIDE = { aside: true } as const;

/** What the feeds take from the server. */
export interface HubOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly claimTtlMinutes: number;
  /** The only project whose sessions are told; undefined for all. */
  readonly project?: string | undefined;
  readonly log: (line: string) => void;
}

/** None of these may throw. */
export interface HubListener {
  /** Every batch of events, in order, each event once. */
  hear(events: readonly JournalEvent[]): void;
  /** The journal is another one, as after a restore: nothing that was read counts any more. */
  reset(): void;
  /** Following ended by a bug, which is in the log. */
  fail(): void;
}

/** The journal is followed this long after the last listener has left: a page that is loaded anew
 * finds it running. */
const IDLE_MS = 30_000;

/** While agents write, the journal is read this often, and not after every single commit. */
const CALM_MS = 25;
/** After so many events at once the next ones are read without a pause. */
const BUSY = 100;

interface Run {
  readonly stop: AbortController;
  readonly ready: Promise<void>;
}

export class Hub {
  readonly workspace: string;
  readonly #options: HubOptions;
  readonly #listeners = new Set<HubListener>();
  readonly #feeds = new Map<string, Feed>();
  readonly #closing: (() => void)[] = [];
  #run: Run | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(workspace: string, options: HubOptions) {
    this.workspace = workspace;
    this.#options = options;
  }

  /** The only project whose sessions are told; undefined for all. */
  get project(): string | undefined {
    return this.#options.project;
  }

  get isFollowing(): boolean {
    return this.#run !== undefined;
  }

  /** How many listen, for tests. */
  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** How many views are being followed, for tests. */
  get feedCount(): number {
    return this.#feeds.size;
  }

  /**
   * Whoever reads after it is ready misses nothing: every event is either seen by that read, or
   * passed to the listener.
   */
  join(listener: HubListener): Joined {
    if (this.#isClosed) return { ready: Promise.resolve(), leave: () => {} };
    clearTimeout(this.#idle);
    this.#listeners.add(listener);
    this.#run ??= this.#start();
    return { ready: this.#run.ready, leave: () => this.#leave(listener) };
  }

  /** The feed of a view, shared by all who watch it with the same arguments. */
  feedOf(view: AnyView, args: Parameters<AnyView['page']>[1]): Feed {
    const name = JSON.stringify([view.name, args]);
    const known = this.#feeds.get(name);
    if (known) return known;
    const feed: Feed = new Feed(this, view, args, () => {
      if (this.#feeds.get(name) === feed) this.#feeds.delete(name);
    });
    this.#feeds.set(name, feed);
    return feed;
  }

  /** One consistent moment of the workspace. */
  async look<Result>(work: (look: Look) => Promise<Result>): Promise<Result> {
    const { store, now, claimTtlMinutes, project } = this.#options;
    const nowMs = now();
    const { presences } = store;
    const gone = await presences?.gone(nowMs);
    const seen = async (tx: Reading) =>
      work({
        tx,
        nowMs,
        project,
        claims: {
          staleMs: staleSince(nowMs, claimTtlMinutes),
          present: gone && (await tx.agents.withoutProcesses(gone)),
        },
        // In this transaction: SQLite has one connection, which another would wait for.
        present: async () => (gone ? tx.agents.present(gone) : []),
      });
    return store.read(this.workspace, seen, ASIDE);
  }

  /** The same without claims and presence, for what depends on the journal alone. */
  read<Result>(work: (tx: Reading, nowMs: number) => Promise<Result>): Promise<Result> {
    const { store, now } = this.#options;
    return store.read(this.workspace, (tx) => work(tx, now()), ASIDE);
  }

  log(line: string): void {
    this.#options.log(`observatory: ${line}`);
  }

  /** For what was built upon the hub. */
  onClose(work: () => void): void {
    this.#closing.push(work);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    this.#halt();
    this.#listeners.clear();
    for (const work of this.#closing) work();
    for (const feed of [...this.#feeds.values()]) feed.close();
  }

  #leave(listener: HubListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0 || !this.#run) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#halt(), IDLE_MS).unref();
  }

  #halt(): void {
    this.#run?.stop.abort();
    this.#run = undefined;
  }

  #start(): Run {
    const stop = new AbortController();
    let isReady = () => {};
    const ready = new Promise<void>((resolve) => {
      isReady = resolve;
    });
    // Also if it ends before it was ready: then the listeners have been told.
    void this.#follow(stop.signal, isReady).finally(isReady);
    return { stop, ready };
  }

  async #follow(signal: AbortSignal, ready: () => void): Promise<void> {
    let last: number | undefined;
    while (!signal.aborted) {
      try {
        last = await this.#begin(last);
        ready();
        for await (const events of tail(this.#options.store, this.workspace, last, signal)) {
          last = events.at(-1)?.seq ?? last;
          for (const listener of [...this.#listeners]) listener.hear(events);
          if (events.length < BUSY) await sleep(CALM_MS, undefined, { ref: false });
        }
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) return this.#fail(error as Error, signal);
        this.log(error.message);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  /** Where to read on. A journal that ends before what was read is another one. */
  async #begin(last: number | undefined): Promise<number> {
    const head = await this.#options.store.read(this.workspace, async (tx) => tx.head, ASIDE);
    if (last === undefined) return head;
    if (head >= last) return last;
    for (const listener of [...this.#listeners]) listener.reset();
    return head;
  }

  #fail(error: Error, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.log(`${error.stack}`);
    this.#run = undefined;
    for (const listener of [...this.#listeners]) listener.fail();
  }
}
