/**
 * Follows the journal of one workspace for everybody who watches it: one tail, however many pages
 * are open.
 */

import type { JournalEvent } from '../domain/journal/event.ts';
import { staleSince } from '../domain/work/claim.ts';
import type { PresenceRow, Store } from '../store/port.ts';
import { tail } from '../store/tail.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { Feed } from './feed.ts';
import type { AnyView, Look } from './view.ts';

/** What the feeds take from the server. */
export interface HubOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly claimTtlMinutes: number;
  readonly project: string | undefined;
  readonly log: (line: string) => void;
}

/** Called with every batch of events, in order, each event once. It must not throw. */
export type Listener = (events: readonly JournalEvent[]) => void;

/** Before the journal is read again, after the store could not be read. */
const RETRY_MS = 1_000;

export class Hub {
  readonly workspace: string;
  readonly #options: HubOptions;
  readonly #listeners = new Set<Listener>();
  readonly #feeds = new Map<string, Feed>();
  readonly #stop = new AbortController();
  #head: Promise<number> | undefined;

  constructor(workspace: string, options: HubOptions) {
    this.workspace = workspace;
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#listeners.size === 0;
  }

  /**
   * Whoever reads after this has resolved misses nothing: every event is either seen by that read,
   * or passed to the listener. Returns the function that ends it.
   */
  async join(listener: Listener): Promise<() => void> {
    this.#listeners.add(listener);
    this.#head ??= this.#start();
    await this.#head;
    return () => void this.#listeners.delete(listener);
  }

  /** The feed of a view, shared by all who watch it with the same arguments. */
  feedOf(view: AnyView, args: Parameters<AnyView['page']>[1]): Feed {
    const name = JSON.stringify([view.name, args]);
    const known = this.#feeds.get(name);
    if (known) return known;
    const feed = new Feed(this, view, args, () => this.#feeds.delete(name));
    this.#feeds.set(name, feed);
    return feed;
  }

  /** One consistent moment of the workspace. */
  async look<Result>(work: (look: Look) => Promise<Result>): Promise<Result> {
    const { store, now, claimTtlMinutes, project } = this.#options;
    const nowMs = now();
    const { presences } = store;
    const gone = await presences?.gone(nowMs);
    let rows: Promise<readonly PresenceRow[]> | undefined;
    const present = () => {
      rows ??= presences
        ? presences
            .present(nowMs)
            .then((all) => all.filter(({ workspace }) => workspace === this.workspace))
        : Promise.resolve([]);
      return rows;
    };
    return store.read(this.workspace, async (tx) =>
      work({
        tx,
        nowMs,
        project,
        claims: {
          staleMs: staleSince(nowMs, claimTtlMinutes),
          present: gone && (await tx.agents.withoutProcesses(gone)),
        },
        present,
      }),
    );
  }

  log(line: string): void {
    this.#options.log(`observatory: ${line}`);
  }

  close(): void {
    this.#stop.abort();
    for (const feed of this.#feeds.values()) feed.close();
    this.#listeners.clear();
  }

  async #start(): Promise<number> {
    const head = await this.#options.store.read(this.workspace, async (tx) => tx.head);
    void this.#follow(head);
    return head;
  }

  async #follow(after: number): Promise<void> {
    const { store } = this.#options;
    const { signal } = this.#stop;
    let last = after;
    while (!signal.aborted) {
      try {
        for await (const events of tail(store, this.workspace, last, signal)) {
          last = events.at(-1)?.seq ?? last;
          for (const listener of [...this.#listeners]) listener(events);
        }
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        this.log(error.message);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }
}
