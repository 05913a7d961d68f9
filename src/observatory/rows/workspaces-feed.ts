/**
 * The list of workspaces as rows that change: the one view that belongs to no workspace.
 *
 * A page follows it to learn that the workspace it waits for has appeared.
 */

import { SerialQueue } from '../../kernel/serial-queue.ts';
import type { Store } from '../../store/port.ts';
import { Paced } from '../paced.ts';
import type { ViewRow } from '../view.ts';
import {
  type FeedListener,
  type Joined,
  type PageAtSeq,
  type RowChange,
  type RowFeed,
  rowText,
} from './row-feed.ts';

export const WORKSPACES = 'workspaces';

export interface WorkspaceRow extends ViewRow {
  /** The name of the workspace. */
  readonly key: string;
  /** The seq of its last event; 0 for one that this server serves and that has no event yet. */
  readonly head: number;
  readonly lastAtMs: number;
  readonly lastType: string;
  /** How many agents are present in it. */
  readonly agents: number;
}

export interface WorkspacesOptions {
  readonly store: Store;
  readonly now: () => number;
  /** The only workspaces that may be seen; undefined means all. */
  readonly allowed: readonly string[] | undefined;
  /** Workspaces that are listed before their first event. */
  readonly expected: readonly string[];
  readonly log: (line: string) => void;
}

/** Every workspace is read each time, so this is calmer than the feed of one. */
const CALM_MS = 250;

/** Presence also changes without a commit that anybody hears of: a process may just end. */
const CLOCK_MS = 5_000;

export class WorkspacesFeed implements RowFeed {
  readonly #options: WorkspacesOptions;
  readonly #listeners = new Set<FeedListener>();
  readonly #turns = new SerialQueue();
  #rows: ReadonlyMap<string, WorkspaceRow> = new Map();
  #stop: (() => void) | undefined;

  constructor(options: WorkspacesOptions) {
    this.#options = options;
  }

  join(listener: FeedListener): Joined {
    this.#listeners.add(listener);
    this.#stop ??= this.#start();
    return { ready: Promise.resolve(), leave: () => this.#leave(listener) };
  }

  async page(): Promise<PageAtSeq> {
    await this.#refresh();
    return { page: { rows: [...this.#rows.values()] }, seq: 0 };
  }

  async changeOf(keys: readonly string[]): Promise<RowChange> {
    return this.#changeOf(keys);
  }

  /** No seq counts for all workspaces, so everything is sent again. */
  async changedSince(): Promise<undefined> {
    return undefined;
  }

  log(line: string): void {
    this.#options.log(`observatory: ${line}`);
  }

  close(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#listeners.clear();
  }

  #leave(listener: FeedListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.close();
  }

  #start(): () => void {
    const paced = new Paced(() => this.#refresh(), {
      calmMs: CALM_MS,
      log: (line) => this.log(line),
      failed: (error) => {
        this.log(`${error.stack}`);
        const listeners = [...this.#listeners];
        this.close();
        for (const listener of listeners) listener.fail();
      },
    });
    const unwatch = this.#options.store.watch(() => paced.ask());
    const clock = setInterval(() => paced.ask(), CLOCK_MS).unref();
    return () => {
      unwatch();
      clearInterval(clock);
      paced.stop();
    };
  }

  /** In turn, so that an older reading never replaces a younger one. */
  #refresh(): Promise<void> {
    return this.#turns.run(async () => {
      const before = this.#rows;
      const now = new Map((await this.#read()).map((row) => [row.key, row]));
      this.#rows = now;
      const changed = [...now.values()].filter((row) => !isSame(row, before.get(row.key)));
      const gone = [...before.keys()].filter((key) => !now.has(key));
      const keys = [...changed.map(({ key }) => key), ...gone];
      if (keys.length === 0) return;
      const change = this.#changeOf(keys);
      for (const listener of [...this.#listeners]) listener.change(change);
    });
  }

  async #read(): Promise<readonly WorkspaceRow[]> {
    const { store, now, allowed, expected } = this.#options;
    const present = (await store.presences?.present(now())) ?? [];
    const heads = await store.heads();
    const fresh = expected.filter((name) => !heads.some(({ workspace }) => workspace === name));
    const awaited = fresh.map((workspace) => ({ workspace, head: 0, lastAtMs: 0, lastType: '' }));
    return [...heads, ...awaited]
      .filter(({ workspace }) => allowed?.includes(workspace) ?? true)
      .map(({ workspace, head, lastAtMs, lastType }) => ({
        key: workspace,
        head,
        lastAtMs,
        lastType,
        agents: new Set(
          present.filter((each) => each.workspace === workspace).map(({ agent }) => agent),
        ).size,
      }));
  }

  #changeOf(keys: readonly string[]): RowChange {
    const rows = keys.flatMap((key) => this.#rows.get(key) ?? []);
    const gone = keys.filter((key) => !this.#rows.has(key));
    return { seq: 0, keys, rows: rows.map(rowText).join(','), gone };
  }
}

function isSame(a: WorkspaceRow, b: WorkspaceRow | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
