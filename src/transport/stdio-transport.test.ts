/** When a connection over stdio ends, named by docs/spec/transports.md. */

import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StdioTransport } from './stdio-transport.ts';

const GRACE_MS = 30_000;
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;

let input: PassThrough;
let transport: StdioTransport;
let isClosed: boolean;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  input = new PassThrough();
  isClosed = false;
  transport = new StdioTransport(input, new PassThrough());
  transport.onclose = () => {
    isClosed = true;
  };
  await transport.start();
});
afterEach(() => {
  vi.useRealTimers();
});

/** `expect.poll` would move the faked clock. */
async function until(isIt: () => boolean): Promise<void> {
  while (!isIt()) await nextTurn();
}

it('[TP5] ends at once after the end of input if nothing is unanswered', async () => {
  input.end();
  await until(() => isClosed);
  expect(vi.getTimerCount()).toBe(0);
});

it('[TP5] ends with the last answer, without waiting for the grace', async () => {
  input.end(`${JSON.stringify(PING)}\n`);
  await until(() => vi.getTimerCount() === 1);
  expect(isClosed).toBe(false);
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  expect(isClosed).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('[TP5] waits half a minute for an answer that never comes', async () => {
  input.end(`${JSON.stringify(PING)}\n`);
  await until(() => vi.getTimerCount() === 1);
  vi.advanceTimersByTime(GRACE_MS - 1);
  await nextTurn();
  expect(isClosed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isClosed).toBe(true);
});
