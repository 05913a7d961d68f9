/** The feed: what a delivery costs, what watchers cost agents, and how soon a commit arrives. */

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Benchmark, type Ground, type HttpGround, NOTE, WORKSPACE } from './benchmark.ts';
import { gone } from './children.ts';
import { HttpClient } from './http-client.ts';
import { timed } from './measure.ts';
import { type Row, row, within } from './row.ts';

const CONNECTIONS = 100;

/** What a delivery may cost the server, in microseconds of CPU. */
const DELIVERY_ALLOWED = 20;
const CONNECTION_ALLOWED_MB = 0.5;
const ARRIVAL_ALLOWED_MS = 150;
const AGENTS_GOAL = 1.3;

/** What the watchers have got so far. */
export interface WatcherCounts {
  readonly frames: number;
  /** Whether every one of them got every frame in the order of the journal. */
  readonly inOrder: boolean;
}

class Watchers {
  readonly #child: ReturnType<Ground['feedWatchers']>;
  readonly #lines: AsyncIterator<string>;

  constructor(ground: Ground, { observatoryUrl }: HttpGround, count: number) {
    this.#child = ground.feedWatchers(observatoryUrl, count);
    const input = this.#child.process.stdout as Readable;
    this.#lines = createInterface({ input })[Symbol.asyncIterator]();
  }

  async connected(): Promise<this> {
    await this.#lines.next();
    return this;
  }

  async counts(): Promise<WatcherCounts> {
    (this.#child.process.stdin as Writable).write('?\n');
    return JSON.parse((await this.#lines.next()).value);
  }

  async close(): Promise<void> {
    (this.#child.process.stdin as Writable).end();
    await gone(this.#child);
  }
}

const gateway = (peer: Pick<HttpClient, 'call'>, args: object) =>
  peer.call('thoughtbox_gateway', { workspace: WORKSPACE, ...args });

async function begin(peer: Pick<HttpClient, 'call'>): Promise<void> {
  await gateway(peer, { operation: 'start_new' });
  await gateway(peer, { operation: 'cipher' });
}

const think = (peer: Pick<HttpClient, 'call'>, thought: string) =>
  gateway(peer, { operation: 'thought', thought, nextThoughtNeeded: true });

/** Of Linux: user and system time so far, in ticks of 10 ms. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentMb(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

async function deliveries(ground: Ground): Promise<readonly Row[]> {
  const directory = ground.directory();
  const count = ground.times(1_000, 50);
  const server = await ground.waymarkHttp(directory);
  const writer = await ground.waymark(directory).initialize();
  await begin(writer);
  const text = NOTE.slice(0, 200);
  for (let n = 0; n < ground.times(100, 5); n++) await think(writer, text);
  const memoryBefore = residentMb(server.pid);
  const watchers = await new Watchers(ground, server, CONNECTIONS).connected();
  const sent = CONNECTIONS * count;
  const before = cpuMs(server.pid);
  for (let n = 0; n < count; n++) await think(writer, `${n} ${text}`);
  let got = await watchers.counts();
  for (let tries = 0; got.frames < sent && tries < 100; tries++) {
    await sleep(50);
    got = await watchers.counts();
  }
  const cpu = cpuMs(server.pid) - before;
  const memory = (residentMb(server.pid) - memoryBefore) / CONNECTIONS;
  await Promise.all([watchers.close(), writer.close()]);
  await server.close();
  const what = `${CONNECTIONS} connections × ${count} thoughts of another process`;
  const delivered = got.inOrder ? got.frames : 0;
  return [
    row(
      { what: `${what}: frames in order`, value: delivered, unit: 'frames' },
      { what: 'sent', value: sent, unit: 'frames' },
      { atLeast: 1 },
    ),
    within(
      { what: 'CPU of the server for each', value: (cpu * 1_000) / sent, unit: 'µs' },
      DELIVERY_ALLOWED,
    ),
    within(
      { what: 'memory for each connection', value: memory, unit: 'MB' },
      CONNECTION_ALLOWED_MB,
    ),
  ];
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The same calls over HTTP, with watchers and without, in turns. */
async function agents(ground: Ground): Promise<readonly Row[]> {
  const side = async () => {
    const server = await ground.waymarkHttp(ground.directory());
    const http = await new HttpClient(server.url).initialize();
    await begin(http);
    return { server, http, times: [] as number[] };
  };
  const [watched, alone] = [await side(), await side()];
  const watchers = await new Watchers(ground, watched.server, CONNECTIONS).connected();
  const measure = async ({ http, times }: typeof alone, isWarm: boolean) => {
    for (let n = 0; n < 10; n++) {
      const ms = await timed(() => think(http, `${n} ${NOTE.slice(0, 200)}`));
      if (isWarm) times.push(ms);
    }
  };
  const warmUp = ground.times(5, 1);
  for (let round = 0; round < ground.times(60, 3) + warmUp; round++) {
    const sides = round % 2 === 0 ? [watched, alone] : [alone, watched];
    for (const each of sides) await measure(each, round >= warmUp);
  }
  await watchers.close();
  for (const { http, server } of [watched, alone]) {
    http.close();
    await server.close();
  }
  const at = (what: string, values: readonly number[], share: number) =>
    ({ what, value: percentile(values, share), unit: 'ms' }) as const;
  return [
    row(
      at(`a thought over HTTP with ${CONNECTIONS} watchers, p95`, watched.times, 0.95),
      at('without', alone.times, 0.95),
      { atMost: AGENTS_GOAL },
    ),
    row(
      at(`a thought over HTTP with ${CONNECTIONS} watchers, p50`, watched.times, 0.5),
      at('without', alone.times, 0.5),
    ),
  ];
}

/** From the call in another process until the frame is here. */
async function arrival(ground: Ground): Promise<readonly Row[]> {
  const directory = ground.directory();
  const server = await ground.waymarkHttp(directory);
  const writer = await ground.waymark(directory).initialize();
  await begin(writer);
  const socket = new WebSocket(new URL('/ws', server.observatoryUrl.replace('http', 'ws')));
  let heard: (text: string) => void = () => {};
  socket.on('message', (data) => heard(String(data)));
  const frameWith = (part: string) =>
    new Promise<void>((resolve) => {
      heard = (text) => {
        if (text.includes(part)) resolve();
      };
    });
  await new Promise((resolve) => socket.once('open', resolve));
  const subscribed = frameWith('"event":"subscribed"');
  socket.send(JSON.stringify({ action: 'subscribe', channel: 'reasoning', workspace: WORKSPACE }));
  await subscribed;
  const [arrivals, answers]: [number[], number[]] = [[], []];
  for (let n = -5; n < ground.times(200, 10); n++) {
    const arrived = frameWith(`thought ${n}.`);
    const start = performance.now();
    const call = think(writer, `thought ${n}.`).then(() => performance.now() - start);
    const frame = arrived.then(() => performance.now() - start);
    const [answerMs, frameMs] = await Promise.all([call, frame]);
    // Not in step with the poll of the server.
    await sleep((n * 37) % 100);
    if (n < 0) continue;
    arrivals.push(frameMs);
    answers.push(answerMs);
  }
  socket.close();
  await writer.close();
  await server.close();
  const p95 = { what: 'call in another process until its frame, p95', unit: 'ms' } as const;
  return [
    within({ ...p95, value: percentile(arrivals, 0.95) }, ARRIVAL_ALLOWED_MS),
    row(
      { what: 'the same, p50', value: percentile(arrivals, 0.5), unit: 'ms' },
      { what: 'until its answer', value: percentile(answers, 0.5), unit: 'ms' },
    ),
  ];
}

export const observatoryFeed: Benchmark = {
  name: 'observatory-feed',
  run: async (ground) => [
    ...(await deliveries(ground)),
    ...(await agents(ground)),
    ...(await arrival(ground)),
  ],
};
