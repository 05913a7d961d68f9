/**
 * However the database stalls, each call is answered within a minute. Only `npm run soak` runs it:
 * it waits for that minute again and again.
 */

import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { PgBouncer, type PoolMode } from '../support/pgbouncer.ts';
import { Cluster } from '../support/postgres-cluster.ts';
import { POSTGRES } from '../support/proxied-postgres.ts';
import { StdioClient } from '../support/stdio-client.ts';

const isLong = process.env.WAYMARK_SOAK === 'long';
const MAX_SECONDS = 60;
/** How long the servers of a small pool are kept calling. */
const CALLING_MS = 90_000;

type Call = readonly [tool: string, args: object];

const CALLS: readonly Call[] = [
  ['notes_commit', { content: 'a note' }],
  ['status', {}],
  ['graph_next', { project: 'work', claim: true }],
  ['notes_commit', { content: 'a note with a key', call_id: 'once' }],
];

interface Answered {
  readonly seconds: number;
  readonly what: string;
}

/** The servers of one test, ended with it. */
class Scene {
  private readonly cleanup: (() => unknown)[] = [];

  static async play(work: (scene: Scene) => Promise<void>): Promise<void> {
    const scene = new Scene();
    try {
      await work(scene);
    } finally {
      for (const each of scene.cleanup.reverse()) await each();
    }
  }

  async cluster(): Promise<Cluster> {
    const made = await Cluster.start();
    this.cleanup.push(() => made.remove());
    return made;
  }

  async pooler(cluster: Cluster, mode: PoolMode, poolSize: number): Promise<PgBouncer> {
    const made = await PgBouncer.start(new URL(cluster.url()), mode, {
      default_pool_size: poolSize,
    });
    this.cleanup.push(() => made.stop());
    return made;
  }

  async connection(cluster: Cluster): Promise<pg.Client> {
    const made = new pg.Client({ connectionString: cluster.url() });
    await made.connect();
    this.cleanup.push(() => made.end());
    return made;
  }

  async servers(url: string, count: number): Promise<StdioClient[]> {
    const flags = ['--data-dir', tmpdir(), '--database-url', url];
    const made: StdioClient[] = [];
    for (let n = 0; n < count; n++) {
      const client = await StdioClient.start({ flags, workspace: 'w' });
      this.cleanup.push(() => client.kill());
      made.push(client);
    }
    return made;
  }
}

async function timed(client: StdioClient, tool: string, args: object): Promise<Answered> {
  const begunMs = performance.now();
  const { text, isError } = await client.call(tool, args);
  const seconds = Math.round((performance.now() - begunMs) / 100) / 10;
  const code = /OUTCOME_UNKNOWN|STORE_UNAVAILABLE|store_unavailable|project_not_found/.exec(text);
  return { seconds, what: `${tool}: ${isError ? (code?.[0] ?? text) : 'applied'}` };
}

/** All servers at once, each one call after the other. */
async function inTurn(
  clients: readonly StdioClient[],
  calls: readonly Call[] = CALLS,
): Promise<Answered[]> {
  const all = clients.map(async (client) => {
    const answered: Answered[] = [];
    for (const [tool, args] of calls) answered.push(await timed(client, tool, args));
    return answered;
  });
  return (await Promise.all(all)).flat();
}

function judge(title: string, answered: readonly Answered[]): void {
  const kinds = new Map<string, number[]>();
  for (const { what, seconds } of answered) {
    kinds.set(what, [...(kinds.get(what) ?? []), seconds]);
  }
  const lines = [...kinds].map(
    ([what, all]) => `  ${Math.min(...all)} to ${Math.max(...all)} s, ${all.length} × ${what}`,
  );
  const longest = Math.max(...answered.map(({ seconds }) => seconds));
  process.stderr.write(
    `${title}: ${answered.length} calls, longest ${longest} s\n${lines.join('\n')}\n`,
  );
  expect(longest).toBeLessThanOrEqual(MAX_SECONDS);
}

const FIRST = [['notes_commit', { content: 'first' }]] as const;

// They mostly wait, for different servers.
describe.runIf(POSTGRES && isLong).concurrent('the longest call', () => {
  it.each([2, 4])('[ST102] without its synchronous standby, and with %i writers', (count) =>
    Scene.play(async (scene) => {
      const cluster = await scene.cluster();
      const clients = await scene.servers(cluster.url(), count);
      await inTurn(clients, FIRST);
      await cluster.query("alter system set synchronous_standby_names = 'missing'");
      await cluster.query('select pg_reload_conf()');
      judge(`standby down, ${count} writers`, await inTurn(clients));
    }),
  );

  it.each(['events', 'workspaces', 'presence', 'waymark_meta'])(
    '[ST102] with the table %s locked by another program',
    (table) =>
      Scene.play(async (scene) => {
        const cluster = await scene.cluster();
        const clients = await scene.servers(cluster.url(), 2);
        await inTurn(clients, FIRST);
        const other = await scene.connection(cluster);
        await other.query(`begin; lock table waymark.${table} in access exclusive mode`);
        judge(`table ${table} locked`, await inTurn(clients));
      }),
  );

  it('[ST102] with a frozen server', () =>
    Scene.play(async (scene) => {
      const cluster = await scene.cluster();
      const clients = await scene.servers(cluster.url(), 2);
      await inTurn(clients, FIRST);
      cluster.signal('SIGSTOP');
      judge('frozen server', await inTurn(clients));
    }));

  it.each(['session', 'transaction'] as const)(
    '[ST102] with a pool of three for three servers in %s mode',
    (mode) =>
      Scene.play(async (scene) => {
        const cluster = await scene.cluster();
        const bouncer = await scene.pooler(cluster, mode, 3);
        const clients = await scene.servers(cluster.url(bouncer.port), 3);
        const endMs = performance.now() + CALLING_MS;
        const answered: Answered[] = [];
        const working = clients.map(async (client) => {
          while (performance.now() < endMs) {
            answered.push(...(await inTurn([client])));
            await sleep(50);
          }
        });
        await Promise.all(working);
        judge(`pool of three, ${mode} mode`, answered);
      }),
  );
});
