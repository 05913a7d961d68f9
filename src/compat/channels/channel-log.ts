/**
 * The events of the published channels, translated and written once for everybody who follows them.
 *
 * The last ones are kept. Whoever is further behind reads the journal from its own place, so that
 * nothing has to be kept for a slow reader.
 */

import type { JournalEvent } from '../../domain/journal/event.ts';
import type { Hub, HubListener } from '../../observatory/hub.ts';
import { inTurns } from '../../observatory/in-turns.ts';
import { Paced } from '../../observatory/paced.ts';
import type { Joined } from '../../observatory/rows/row-feed.ts';
import { type ChannelItem, channelItems, isTold } from './channel-events.ts';

/** Items that are kept, and the most characters of their frames. */
const KEPT_ITEMS = 1_000;
const KEPT_BYTES = 4_000_000;

/** Events that wait to be translated; beyond that they are read from the journal again. */
const MAX_WAITING = 1_000;

/** Events that are read at once by somebody who is behind. */
const AT_ONCE = 100;

export interface ChannelListener {
  /** The frames after the last call, and how far the journal is translated with them. */
  take(items: readonly ChannelItem[], upTo: number): void;
  /** The journal is another one: what was sent does not count any more. */
  reset(): void;
  /** It ended by a bug, which is in the log. */
  fail(): void;
}

/** A part of the journal, translated. */
export interface Stretch {
  readonly items: readonly ChannelItem[];
  /** The seq up to which it goes. */
  readonly upTo: number;
  /** Whether nothing came after it when it was read. */
  readonly isEnd: boolean;
}

export class ChannelLog implements HubListener {
  readonly #hub: Hub;
  readonly #listeners = new Set<ChannelListener>();
  #open: { readonly joined: Joined; readonly paced: Paced } | undefined;
  #waiting: JournalEvent[] = [];
  #kept: ChannelItem[] = [];
  #keptBytes = 0;
  /** Everything in (after, at] is translated, and its items are kept. */
  #after = 0;
  #at = 0;
  /** The last event that the hub passed; 0 before the first. */
  #heard = 0;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  /** How far the journal is translated. */
  get at(): number {
    return this.#at;
  }

  join(listener: ChannelListener): Joined {
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
    this.#open?.paced.stop();
    this.#open?.joined.leave();
    this.#open = undefined;
    this.#listeners.clear();
    this.#forget(0);
  }

  /** What comes after `seq`, if it is kept. */
  recent(seq: number): Stretch | undefined {
    if (seq < this.#after || this.#heard === 0) return undefined;
    return { items: this.#kept.filter((item) => item.seq > seq), upTo: this.#at, isEnd: true };
  }

  /** The beginning of what comes after `seq`, from the journal. */
  read(seq: number): Promise<Stretch> {
    return this.#hub.read(async (tx, nowMs) => {
      const events = await tx.journal.after(seq, AT_ONCE);
      const items = await channelItems(tx, events, { project: this.#hub.project, nowMs });
      return { items, upTo: events.at(-1)?.seq ?? seq, isEnd: events.length < AT_ONCE };
    });
  }

  hear(events: readonly JournalEvent[]): void {
    const first = events[0]?.seq;
    const last = events.at(-1)?.seq;
    if (first === undefined || last === undefined) return;
    if (this.#heard === 0) this.#forget(first - 1);
    this.#heard = last;
    const isNext = first === (this.#waiting.at(-1)?.seq ?? this.#at) + 1;
    if (isNext && this.#waiting.length + events.length <= MAX_WAITING) {
      this.#waiting.push(...events);
    }
    this.#open?.paced.ask();
  }

  reset(): void {
    this.#forget(0);
    for (const listener of [...this.#listeners]) listener.reset();
  }

  fail(): void {
    const listeners = [...this.#listeners];
    this.close();
    for (const listener of listeners) listener.fail();
  }

  #start() {
    const paced = new Paced(() => this.#translate(), {
      calmMs: 0,
      log: (line) => this.#hub.log(line),
      failed: (error) => {
        this.#hub.log(`${error.stack}`);
        this.fail();
      },
    });
    return { joined: this.#hub.join(this), paced };
  }

  async #translate(): Promise<void> {
    const events = this.#waiting.splice(0);
    const stretch = events.length > 0 ? await this.#translated(events) : await this.read(this.#at);
    // Closed, or another journal, meanwhile.
    if (stretch.upTo <= this.#at || this.#heard === 0) return;
    this.#keep(stretch);
    await inTurns(this.#listeners, (listener) => listener.take(stretch.items, stretch.upTo));
    if (this.#at < this.#heard) this.#open?.paced.ask();
  }

  async #translated(events: readonly JournalEvent[]): Promise<Stretch> {
    const upTo = events.at(-1)?.seq ?? 0;
    if (!events.some(isTold)) return { items: [], upTo, isEnd: true };
    return this.#hub.read(async (tx, nowMs) => ({
      items: await channelItems(tx, events, { project: this.#hub.project, nowMs }),
      upTo,
      isEnd: true,
    }));
  }

  #keep({ items, upTo }: Stretch): void {
    this.#at = upTo;
    this.#kept.push(...items);
    for (const item of items) this.#keptBytes += bytesOf(item);
    let excess = 0;
    while (
      this.#kept.length - excess > KEPT_ITEMS ||
      (this.#keptBytes > KEPT_BYTES && excess < this.#kept.length)
    ) {
      const item = this.#kept[excess];
      if (!item) break;
      this.#keptBytes -= bytesOf(item);
      this.#after = item.seq;
      excess++;
    }
    this.#kept.splice(0, excess);
  }

  #forget(at: number): void {
    this.#waiting = [];
    this.#kept = [];
    this.#keptBytes = 0;
    this.#after = this.#at = this.#heard = at;
  }
}

function bytesOf({ frames }: ChannelItem): number {
  return frames.reduce((sum, { bytes }) => sum + bytes, 0);
}
