import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { MAIN_ENGINES } from '../../test/support/engines.ts';
import { SlowSocket } from '../../test/support/slow-socket.ts';
import { openTestSurface, type TestSurface } from '../../test/support/surface.ts';
import type { Shown } from '../../test/support/task-world.ts';
import type { EventDraft } from '../domain/journal/event.ts';
import { sessionEntity } from '../domain/thoughts/session.ts';
import { initializeWorkspace } from '../domain/workspace/workspace.ts';
import type { Store } from '../store/port.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { Hubs } from './scope.ts';
import { type AnyView, defineView } from './view.ts';
import { VIEWS } from './views/all-views.ts';

const WORKSPACE = 'w';
const SESSION = '00000000-0000-7000-8000-000000000001';

/** A socket, and the frames that its reader has taken. */
class Reader {
  readonly frames: Shown[] = [];
  readonly socket: SlowSocket;

  constructor(hubs: Hubs, log?: string[]) {
    const hear = (text: string) => this.frames.push(JSON.parse(text));
    this.socket = new SlowSocket(hubs.scopeOf({}), hear, (line) => void log?.push(line));
  }

  say(message: object): void {
    this.socket.say(JSON.stringify({ workspace: WORKSPACE, ...message }));
  }

  follow(channel: string, more: object = {}): Promise<unknown> {
    this.say({ action: 'subscribe', channel, ...more });
    return this.until('subscribed');
  }

  watch(view: string): Promise<unknown> {
    this.say({ action: 'subscribe', channel: 'view', id: view, view, args: {} });
    return this.until('view:ready');
  }

  until(event: string) {
    return expect.poll(() => this.frames.map((frame) => frame.event)).toContain(event);
  }

  get seqs(): readonly number[] {
    return this.frames.filter(({ event }) => event === 'thought:added').map(({ seq }) => seq);
  }
}

describe.each(MAIN_ENGINES)('a reader of the feed on $name', (engine) => {
  let server: TestSurface;
  let hubs: Hubs;
  let log: string[];
  let isAway = false;
  afterEach(async () => {
    isAway = false;
    hubs.close();
    await server.close();
  });

  async function open(views: ReadonlyMap<string, AnyView> = VIEWS): Promise<void> {
    server = await openTestSurface({ engine });
    log = [];
    const { surface } = server;
    const read: Store['read'] = (workspace, work) =>
      isAway
        ? Promise.reject(new StoreUnavailable('unreachable', 'The server cannot be reached.'))
        : surface.store.read(workspace, work);
    const store = { ...surface.store, read };
    hubs = new Hubs({ surface: { ...surface, store }, views, log: (line) => void log.push(line) });
    await write([initializeWorkspace()]);
    const begun = { id: SESSION, project: '_default', title: 'Long', tags: [] };
    await write([{ type: 'session_started', entity: sessionEntity(2), payload: begun }]);
  }

  async function write(drafts: readonly EventDraft[]): Promise<void> {
    const writer = { workspace: WORKSPACE, agent: 'ada', nowMs: Date.UTC(2026, 0, 5, 9) };
    await server.surface.store.write(writer, (tx) => tx.append(drafts));
  }

  let numbered = 0;
  async function think(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 500) {
      const drafts = Array.from({ length: Math.min(500, left) }, (): EventDraft => {
        numbered += 1;
        const payload = { thought: `t${numbered}`, number: numbered, total: 1, more: true };
        return { type: 'thought_recorded', entity: sessionEntity(2), payload };
      });
      await write(drafts);
    }
  }

  const upTo = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, n) => first + n);

  it('[OB12] [OB13] that stops reading costs nobody, and goes on where it was', async () => {
    await open();
    const [slow, quick] = [new Reader(hubs), new Reader(hubs)];
    for (const reader of [slow, quick]) {
      await reader.follow('reasoning', { snapshot: false });
      await reader.watch('sessions');
    }
    slow.socket.stall();
    const count = engine.name === 'postgres' ? 2_000 : 10_000;
    await think(count);
    await expect.poll(() => quick.seqs.length).toBe(count);
    // One frame of the channel and one of the view; after that everything is held back.
    expect(slow.socket.unread).toBeLessThanOrEqual(2);
    slow.socket.goOn();
    await expect.poll(() => slow.seqs.length).toBe(count);
    for (const reader of [slow, quick]) {
      expect(reader.seqs).toEqual(upTo(3, count + 2));
      await expect.poll(() => lastCount(reader)).toBe(count);
    }
    expect(log).toEqual([]);
  });

  const lastCount = ({ frames }: Reader) =>
    frames
      .filter(({ data }) => data.rows?.length > 0)
      .at(-1)
      ?.data.rows.at(-1)?.thoughtCount;

  it('[OB5] that was away for more than 5,000 events gets a snapshot, truncated', async () => {
    await open();
    // Events that write least; the thoughts come behind them.
    const opened: EventDraft = { type: 'session_opened', entity: sessionEntity(2), payload: {} };
    for (let n = 0; n < 6; n++) await write(Array.from({ length: 500 }, () => opened));
    await think(2_100);
    const reader = new Reader(hubs);
    await reader.follow('reasoning', { sessionId: SESSION, since: 2 });
    await reader.until('session:snapshot');
    const { data } = reader.frames[1];
    expect(data.seq).toBe(5_102);
    expect(data.thoughts).toHaveLength(500);
    expect(data.truncated).toEqual({ total: 2_100, before: data.seq - 499 });
    const near = new Reader(hubs);
    await near.follow('reasoning', { sessionId: SESSION, since: data.seq - 500 });
    await expect.poll(() => near.seqs.length).toBe(500);
  });

  it('[OB22] waits for a store that is away, is told once, and goes on', async () => {
    await open();
    const [early, late] = [new Reader(hubs), new Reader(hubs)];
    await early.follow('reasoning', { snapshot: false });
    await early.watch('sessions');
    isAway = true;
    late.say({ action: 'subscribe', channel: 'reasoning', since: 2 });
    late.say({ action: 'subscribe', channel: 'view', id: 'v', view: 'sessions', args: {} });
    late.say({ action: 'read', id: 'r', view: 'sessions', args: {} });
    await late.until('reply');
    await think(3);
    await expect.poll(() => late.frames.length).toBe(3);
    // Long enough for a second word about the same absence.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const told = late.frames.map(({ event, data }) => [event, data.code ?? data.refusal?.code]);
    expect(told.sort()).toEqual([
      ['error', 'STORAGE_ERROR'],
      ['error', 'STORAGE_ERROR'],
      ['reply', 'STORAGE_ERROR'],
    ]);
    isAway = false;
    for (const reader of [early, late]) {
      await expect.poll(() => reader.seqs).toEqual([3, 4, 5]);
    }
    await late.until('view:ready');
    await expect.poll(() => lastCount(early)).toBe(3);
    expect(log.every((line) => line.includes('cannot be reached'))).toBe(true);
  });

  it('[OB23] of a view with a bug is told; other views go on', async () => {
    const broken = (fails: 'page' | 'rows'): AnyView =>
      defineView({
        name: fails,
        args: z.object({}),
        async page() {
          if (fails === 'page') throw new Error('a bug in page');
          return { rows: [] };
        },
        touched: () => ['x'],
        async rows() {
          throw new Error('a bug in rows');
        },
      });
    await open(new Map([...VIEWS, ['page', broken('page')], ['rows', broken('rows')]]));
    const reader = new Reader(hubs, log);
    reader.say({ action: 'subscribe', channel: 'view', id: 'p', view: 'page', args: {} });
    await reader.until('error');
    await reader.watch('rows');
    reader.say({ action: 'subscribe', channel: 'view', id: 's', view: 'sessions', args: {} });
    await expect.poll(() => reader.frames.at(-1)?.event).toBe('view:ready');
    await think(1);
    await expect.poll(() => lastCount(reader)).toBe(1);
    const errors = reader.frames.filter(({ event }) => event === 'error');
    expect(errors.map(({ data }) => [data.code, data.details])).toEqual([
      ['INTERNAL_ERROR', { id: 'p' }],
      ['INTERNAL_ERROR', { id: 'rows' }],
    ]);
    expect(log.map((line) => /a bug in \w+/.exec(line)?.[0])).toEqual([
      'a bug in page',
      'a bug in rows',
    ]);
    // It can be asked for again, and the feed is a new one.
    await reader.watch('rows');
  });

  it('[OB12] leaves nothing behind when it ends, whatever it was doing', async () => {
    await open();
    const hub = hubs.hub(WORKSPACE);
    for (const wait of [0, 0, 1, 5, 50]) {
      const reader = new Reader(hubs);
      for (const view of ['sessions', 'projects', 'agents', 'branches']) {
        reader.say({ action: 'subscribe', channel: 'view', id: view, view, args: {} });
      }
      reader.say({ action: 'subscribe', channel: 'observatory' });
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      reader.socket.close();
    }
    await expect.poll(() => hub.feedCount).toBe(0);
    expect(hub.listenerCount).toBe(0);
    // And it can be followed again.
    const reader = new Reader(hubs);
    await reader.watch('sessions');
    expect(hub.feedCount).toBe(1);
  });

  it('[OB5] is shown another journal from its beginning, as after a restore', async () => {
    await open();
    await think(4);
    const reader = new Reader(hubs);
    await reader.follow('observatory');
    await reader.watch('sessions');
    // The same workspace in a memory that ends earlier.
    const { store } = server.surface;
    const other = await openTestSurface({ engine });
    const head = async () => store.read(WORKSPACE, async (tx) => tx.head);
    expect(await head()).toBe(6);
    await other.surface.store.write({ workspace: WORKSPACE, agent: 'ada', nowMs: 1 }, (tx) =>
      tx.append([initializeWorkspace()]),
    );
    (store as { read: Store['read'] }).read = other.surface.store.read;
    const from = reader.frames.length;
    await write([{ type: 'session_opened', entity: sessionEntity(2), payload: {} }]);
    await expect
      .poll(() => reader.frames.slice(from).map(({ event }) => event))
      .toEqual(expect.arrayContaining(['subscribed', 'sessions:list', 'view:snapshot']));
    const again = reader.frames.slice(from);
    expect(again.find(({ event }) => event === 'sessions:list').data.sessions).toEqual([]);
    await other.close();
  });
});

describe('a reader that leaves too much unread', () => {
  it('[OB12] is closed with 1013 after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const server = await openTestSurface();
      const hubs = new Hubs({ surface: server.surface, views: VIEWS, log: () => {} });
      const socket = new SlowSocket(hubs.scopeOf({}), () => {});
      socket.fullBytes = 9 * 1024 * 1024;
      socket.stall();
      socket.say('ping');
      vi.advanceTimersByTime(29_000);
      expect(socket.closedWith).toBeUndefined();
      vi.advanceTimersByTime(2_000);
      expect(socket.closedWith).toEqual([1013, 'too much is unread; connect again']);
      hubs.close();
      await server.close();
    } finally {
      vi.useRealTimers();
    }
  });
});
