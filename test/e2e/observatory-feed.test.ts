/** The feed of a real server while other processes write: order, late joins, kills and crowds. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { TestPlace } from '../support/engines.ts';
import { describeAtOnce } from '../support/engines-at-once.ts';
import { FeedClient, type FeedFrame, isEvent } from '../support/feed-client.ts';
import { type HttpServer, post, startHttpServer } from '../support/http-server.ts';
import { KeptPage, overNetwork } from '../support/kept-page.ts';
import { Cluster } from '../support/postgres-cluster.ts';
import { POSTGRES } from '../support/proxied-postgres.ts';
import { StdioClient } from '../support/stdio-client.ts';

const WORKSPACE = 'w';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

describeAtOnce('the feed', (engine) => {
  let place: TestPlace;
  let server: HttpServer;
  let writer: StdioClient;
  const clients: FeedClient[] = [];

  async function start(): Promise<void> {
    place = await engine.migrated();
    await serve();
    writer = await StdioClient.start({ flags: place.flags, workspace: WORKSPACE });
    await gateway({ operation: 'start_new', sessionTitle: 'Why is it slow' });
    await gateway({ operation: 'cipher' });
  }

  async function serve(): Promise<void> {
    server = await startHttpServer({ flags: place.flags, workspace: WORKSPACE });
  }

  afterEach(async () => {
    for (const client of clients.splice(0)) client.socket.terminate();
    writer.kill();
    await writer.exited;
    await server.stop('SIGKILL');
    await place.remove();
  });

  async function gateway(args: object): Promise<{ readonly sessionId: string }> {
    const reply = await writer.call('thoughtbox_gateway', args as never);
    expect(reply.isError, reply.text).toBe(false);
    return JSON.parse(reply.text);
  }

  const think = (thought: string, more: object = {}) =>
    gateway({ operation: 'thought', thought, nextThoughtNeeded: true, ...more });

  async function connect(): Promise<FeedClient> {
    const client = await FeedClient.open(server.observatoryUrl);
    clients.push(client);
    return client;
  }

  async function follow(more: object = {}): Promise<FeedClient> {
    const client = await connect();
    client.send({ action: 'subscribe', channel: 'reasoning', ...more });
    await client.next(isEvent('subscribed'));
    return client;
  }

  const texts = (frames: readonly FeedFrame[]): readonly string[] =>
    frames.flatMap(({ data }) => data.thought?.thought ?? []);

  const heard = (client: FeedClient, last: string) =>
    client.next(({ data }) => data.thought?.thought === last);

  it('[OB13] [OB3] tells a late joiner everything, and then what another process does', async () => {
    await start();
    const { sessionId } = await think('one');
    await think('two');
    await think('aside', { branchId: 'other', branchFromThought: 1 });
    const client = await follow({ sessionId });
    const { data } = await client.next(isEvent('session:snapshot'));
    expect(texts(data.thoughts.map((thought: object) => ({ data: { thought } })))).toEqual([
      'one',
      'two',
    ]);
    expect(data.branches.other.thoughts).toMatchObject([{ thought: 'aside' }]);
    const said = Array.from({ length: 30 }, (_, n) => `next ${n}`);
    for (const each of said) await think(each);
    await heard(client, 'next 29');
    expect(texts(client.frames)).toEqual(said);
  });

  it('[OB5] [OB11] goes on after a kill of the server, without a gap or a repeat', async ({
    expect,
  }) => {
    await start();
    await think('before');
    const client = await follow({ since: 0 });
    const page = new KeptPage();
    await page.connect(overNetwork(server.observatoryUrl));
    const view = { view: 'sessions', args: {}, workspace: WORKSPACE };
    page.follow(view);
    await heard(client, 'before');
    await expect.poll(() => page.rowsOf(view)?.length).toBe(1);
    const since = client.frames.at(-1)?.seq;
    await server.stop('SIGKILL');
    expect((await client.closed).code).toBe(1006);
    await think('while nobody watched');
    await serve();
    const again = await follow({ since });
    page.cut();
    await page.connect(overNetwork(server.observatoryUrl));
    await think('afterwards');
    await heard(again, 'afterwards');
    expect(texts(again.frames)).toEqual(['while nobody watched', 'afterwards']);
    expect(again.frames[0]?.data).toMatchObject({ resumed: true, seq: since });
    await expect
      .poll(() => page.rowsOf(view))
      .toMatchObject([{ thoughtCount: 3, last: 'afterwards' }]);
    expect(page.resumed).toBe(1);
    page.cut();
  });

  it('[OB13] [TP30] serves a hundred connections in order, and turns the next one away', async () => {
    await start();
    const crowd = await Promise.all(Array.from({ length: 100 }, () => follow()));
    const refused = await FeedClient.open(server.observatoryUrl);
    expect((await refused.closed).code).toBe(1013);
    const said = Array.from({ length: 40 }, (_, n) => `thought ${n}`);
    const writing = (async () => {
      for (const each of said) await think(each);
    })();
    expect((await post(server.mcpUrl, LIST)).status).toBe(200);
    await writing;
    for (const client of crowd) await heard(client, 'thought 39');
    for (const client of crowd) expect(texts(client.frames)).toEqual(said);
    expect(server.stderr()).toBe('');
  });

  it('[OB12] lets a reader that stopped catch up, and others read meanwhile', async () => {
    await start();
    const { sessionId } = await think('first');
    const [stalled, reading] = [await follow(), await follow()];
    stalled.socket.pause();
    // 20 MB of thoughts, more than the buffers of both kernels hold.
    const count = engine.name === 'postgres' ? 1_000 : 2_000;
    await thinkALot(sessionId, count);
    await heard(reading, `${count} ${TEXT}`);
    stalled.socket.resume();
    await heard(stalled, `${count} ${TEXT}`);
    expect(stalled.frames.map(({ seq }) => seq)).toEqual(reading.frames.map(({ seq }) => seq));
    expect(texts(stalled.frames)).toHaveLength(count);
  });

  const TEXT = 'x'.repeat(10_000);

  /** By a store of this process: so many calls would take long. */
  async function thinkALot(id: string, count: number): Promise<void> {
    const store = await openStore(place);
    const session = await store.read(WORKSPACE, (tx) => tx.thoughts.session(id));
    const entity = `session:${session?.seq}`;
    const writing = { workspace: WORKSPACE, agent: 'ada', nowMs: Date.UTC(2026, 0, 5) };
    for (let done = 0; done < count; done += 500) {
      await store.write(writing, (tx) =>
        tx.append(
          Array.from({ length: 500 }, (_, n) => {
            const thought = `${done + n + 1} ${TEXT}`;
            const payload = { thought, number: done + n + 2, total: count, more: true };
            return { type: 'thought_recorded', entity, payload } as const;
          }),
        ),
      );
    }
    await store.close();
  }
});

describe.runIf(POSTGRES)('a PostgreSQL that is restarted', () => {
  it('[OB22] [OB5] keeps no reader from going on', async () => {
    const cluster = await Cluster.start();
    const dataDir = mkdtempSync(join(tmpdir(), 'waymark-'));
    const flags = ['--data-dir', dataDir, '--database-url', cluster.url()];
    const server = await startHttpServer({ flags, workspace: WORKSPACE });
    const writer = await StdioClient.start({ flags, workspace: WORKSPACE });
    const note = async (content: string) => {
      const args = { thought: content, nextThoughtNeeded: true, operation: 'thought' };
      for (;;) {
        const reply = await writer.call('thoughtbox_gateway', args);
        if (!reply.isError) return;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    };
    try {
      for (const operation of ['start_new', 'cipher']) {
        await writer.call('thoughtbox_gateway', { operation });
      }
      await note('before');
      const client = await FeedClient.open(server.observatoryUrl);
      client.send({ action: 'subscribe', channel: 'reasoning', since: 0 });
      const page = new KeptPage();
      await page.connect(overNetwork(server.observatoryUrl));
      const view = { view: 'sessions', args: {}, workspace: WORKSPACE };
      page.follow(view);
      const said = () => client.frames.flatMap(({ data }) => data.thought?.thought ?? []);
      await expect.poll(said).toEqual(['before']);
      await cluster.restart();
      await note('after');
      await expect.poll(said).toEqual(['before', 'after']);
      await expect.poll(() => page.rowsOf(view)).toMatchObject([{ thoughtCount: 2 }]);
      page.cut();
      await client.close();
    } finally {
      writer.kill();
      await writer.exited;
      await server.stop();
      await cluster.remove();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
