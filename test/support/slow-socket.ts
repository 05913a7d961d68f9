/**
 * A socket to the feed without a network, whose reader can stop at any moment: what a real one
 * leaves in the buffers of two kernels first, megabytes of it, waits here from the first byte.
 */

import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { WebSocket } from 'ws';
import { Channels } from '../../src/compat/channels/channels.ts';
import type { ReadingCalls } from '../../src/observatory/reading-calls.ts';
import type { Scope } from '../../src/observatory/scope.ts';
import { Watcher } from '../../src/observatory/watcher.ts';

export class SlowSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  /** What counts as unread while anything is. */
  fullBytes = 1024 * 1024;
  closedWith: readonly [number, string] | undefined;
  #isStalled = false;
  #unread: string[] = [];
  readonly #hear: (text: string) => void;

  /** Connects to the feed; what arrives is passed to `hear`. */
  constructor(scope: Scope, hear: (text: string) => void, log: (line: string) => void = () => {}) {
    super();
    this.#hear = hear;
    const socket = this as unknown as WebSocket;
    const calls = undefined as unknown as ReadingCalls;
    new Watcher(socket, { wire: new PassThrough(), scope, calls, channels: new Channels(), log });
  }

  get bufferedAmount(): number {
    return this.#unread.length > 0 ? this.fullBytes : 0;
  }

  /** How many frames wait for the reader. */
  get unread(): number {
    return this.#unread.length;
  }

  /** From the client. */
  say(text: string): void {
    this.emit('message', Buffer.from(text), false);
  }

  stall(): void {
    this.#isStalled = true;
  }

  goOn(): void {
    this.#isStalled = false;
    for (const text of this.#unread.splice(0)) this.#hear(text);
  }

  /** From the server. */
  send(data: string | Buffer): void {
    if (this.#isStalled) this.#unread.push(String(data));
    else this.#hear(String(data));
  }

  close(code?: number, reason = ''): void {
    if (this.readyState === 3) return;
    if (code !== undefined) this.closedWith = [code, reason];
    this.readyState = 3;
    this.emit('close');
  }
}
