/**
 * One subscription of one connection to a published channel: a snapshot, then every event after it,
 * once and in order.
 *
 * Its place is a seq. A reader that was slow, or away, goes on from there by the journal.
 */

import type { JsonObject } from '../../kernel/json.ts';
import { redact } from '../../kernel/redaction.ts';
import type { ChannelFollower, ChannelRequest } from '../../observatory/channel-source.ts';
import { NONE_YET } from '../../observatory/first-workspace.ts';
import type { Hub } from '../../observatory/hub.ts';
import { type ErrorCode, type Outlet, refusalText } from '../../observatory/outlet.ts';
import { Patience } from '../../observatory/patience.ts';
import type { Joined } from '../../observatory/rows/row-feed.ts';
import type { Reading } from '../../store/port.ts';
import type { ChannelItem } from './channel-events.ts';
import type { ChannelListener, ChannelLog } from './channel-log.ts';
import { sessionSnapshot, sessionsList } from './session-snapshot.ts';

/** Whoever is further behind gets a snapshot instead of the events. */
const MAX_BEHIND = 5_000;

/** How a subscription begins: what is sent first, and after which seq it goes on. */
interface Beginning {
  readonly after: number;
  readonly resumed: boolean;
  readonly snapshot?: { readonly event: string; readonly data: JsonObject } | undefined;
}

export class ChannelSubscription implements ChannelListener, ChannelFollower {
  readonly request: ChannelRequest;
  readonly #outlet: Outlet;
  readonly #patience: Patience;
  /** In lower case, as sessions are stored. */
  readonly #session: string | undefined;
  readonly #logOf: (hub: Hub) => ChannelLog;
  #hub: Hub | undefined;
  #joined: Joined | undefined;
  #isLive = false;
  #isStopped = false;
  #isReset = false;
  #cursor = 0;

  constructor(outlet: Outlet, request: ChannelRequest, logOf: (hub: Hub) => ChannelLog) {
    this.#logOf = logOf;
    this.#outlet = outlet;
    this.request = request;
    this.#session = request.sessionId?.toLowerCase();
    this.#patience = new Patience(outlet, {
      log: request.log,
      details: this.#names,
      isOver: () => this.#isStopped || outlet.isClosed,
    });
  }

  start(): void {
    void this.#guard(async () => {
      const hub = await this.#patience.until(this.request.find);
      if (hub === undefined) return;
      if ('fault' in hub) return this.#refuse('INVALID_PAYLOAD', hub.fault);
      this.#hub = hub;
      this.#joined = this.#logOf(hub).join(this);
      await this.#joined.ready;
      if (await this.#begin(hub, this.request.since)) await this.#catchUp(hub);
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#joined?.leave();
  }

  take(items: readonly ChannelItem[], upTo: number) {
    if (!this.#isLive) return;
    let isSent = false;
    this.#outlet.together(() => {
      isSent = this.#passWhileRoom(items);
    });
    if (isSent) this.#cursor = Math.max(this.#cursor, upTo);
    else this.#fallBehind();
  }

  reset(): void {
    this.#isReset = true;
    this.#fallBehind();
  }

  fail(): void {
    this.#refuse('INTERNAL_ERROR', 'The channel failed inside the server; its log says why.');
  }

  /** While it is not live it is catching up already. */
  #fallBehind(): void {
    const hub = this.#hub;
    if (!this.#isLive || !hub) return;
    this.#isLive = false;
    void this.#guard(() => this.#catchUp(hub));
  }

  /** A bug ends the subscription, and is told: a client must not wait for what never comes. */
  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#isStopped || this.#outlet.isClosed) return;
      this.request.log(`observatory: ${(error as Error).stack}`);
      this.fail();
    }
  }

  /** False if it is refused, or has ended meanwhile. */
  async #begin(hub: Hub, since: number | undefined): Promise<boolean> {
    const begun = await this.#patience.until(() =>
      hub.read((tx, nowMs) => this.#read(tx, nowMs, since)),
    );
    if (begun === undefined) return false;
    if (begun === 'unknown') {
      const message = `There is no session ${this.request.sessionId}.`;
      this.#refuse('SESSION_NOT_FOUND', message);
      return false;
    }
    const { after, resumed, snapshot } = begun;
    this.#cursor = after;
    const workspace = hub.workspace === NONE_YET ? null : hub.workspace;
    this.#tell('subscribed', { ...this.#names, workspace, seq: after, resumed });
    if (snapshot) this.#tell(snapshot.event, snapshot.data, after);
    return true;
  }

  /** Snapshot and head belong to one moment. */
  async #read(
    tx: Reading,
    nowMs: number,
    since: number | undefined,
  ): Promise<Beginning | 'unknown'> {
    const project = this.#hub?.project;
    const found =
      this.#session === undefined ? undefined : await tx.thoughts.session(this.#session);
    const isHere = found && (project === undefined || found.project === project);
    if (this.#session !== undefined && !isHere) return 'unknown';
    const after = tx.head;
    const isNear = since !== undefined && since <= after && after - since <= MAX_BEHIND;
    if (isNear) return { after: since, resumed: true };
    // A client that asked for events which it does not get must see the state instead.
    if (since === undefined && !this.request.snapshot) return { after, resumed: false };
    if (found) {
      const data = await sessionSnapshot(tx, found, nowMs);
      return { after, resumed: false, snapshot: { event: 'session:snapshot', data } };
    }
    if (this.request.channel === 'reasoning' && since === undefined) {
      return { after, resumed: false };
    }
    const data = await sessionsList(tx, project, nowMs);
    return { after, resumed: false, snapshot: { event: 'sessions:list', data } };
  }

  /** Sends what is left, from what is kept or else from the journal; then it is live. */
  async #catchUp(hub: Hub): Promise<void> {
    const log = this.#logOf(hub);
    while (!this.#isStopped && !this.#outlet.isClosed) {
      if (this.#outlet.isFull) {
        await this.#outlet.room();
        continue;
      }
      if (this.#isReset) {
        this.#isReset = false;
        if (!(await this.#begin(hub, undefined))) return;
        continue;
      }
      const kept = log.recent(this.#cursor);
      const next = kept ?? (await this.#patience.until(() => log.read(this.#cursor)));
      if (!next) return;
      const isSent = this.#passWhileRoom(next.items);
      if (isSent) this.#cursor = Math.max(this.#cursor, next.upTo);
      const isEnd = isSent && next.isEnd && this.#cursor >= log.at;
      if (!isEnd || this.#isReset) continue;
      this.#isLive = true;
      return;
    }
  }

  /** Whether all were sent. */
  #passWhileRoom(items: readonly ChannelItem[]): boolean {
    for (const item of items) {
      if (this.#outlet.isFull) return false;
      this.#pass(item);
      this.#cursor = Math.max(this.#cursor, item.seq);
    }
    return true;
  }

  #pass({ seq, frames }: ChannelItem): void {
    if (seq <= this.#cursor) return;
    const { channel } = this.request;
    for (const frame of frames) {
      if (!frame.isFor(channel)) continue;
      if (this.#session === undefined || frame.session === this.#session) {
        this.#outlet.send(frame.on(channel));
      }
    }
  }

  get #names(): JsonObject {
    const { channel, sessionId } = this.request;
    return { channel, ...(sessionId === undefined ? {} : { sessionId }) };
  }

  #tell(event: string, data: JsonObject, seq?: number): void {
    const { channel } = this.request;
    const at = seq === undefined ? {} : { seq };
    this.#outlet.send(JSON.stringify(redact({ channel, event, data, ...at })));
  }

  #refuse(code: ErrorCode, message: string): void {
    if (this.#isStopped) return;
    this.stop();
    this.#outlet.send(refusalText(code, message, this.#names));
    this.request.ended();
  }
}
