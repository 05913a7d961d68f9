/**
 * Servers under load while their database is stopped: no server ends, nothing acknowledged is lost,
 * and refusals are truthful. `npm run soak` runs it for longer.
 */

import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.ts';
import { Cluster } from '../support/postgres-cluster.ts';
import { SwitchProxy } from '../support/switch-proxy.ts';
import { Writers } from './writers.ts';

const isLong = process.env.WAYMARK_SOAK === 'long';
const TERMINATIONS = isLong ? 50 : 8;
const RESTARTS = isLong ? 10 : 1;
const FAILOVERS = isLong ? 5 : 1;
const SERVERS = isLong ? 4 : 2;
/** The pause between two disturbances, so that calls are running again. */
const PAUSE_MS = isLong ? 400 : 100;
const LONG_MS = 900_000;

const place = (url: string) => ({ dataDir: tmpdir(), databaseUrl: url });
const flags = (url: string) => ['--data-dir', tmpdir(), '--database-url', url];

async function judged(writers: Writers, url: string, what: string): Promise<void> {
  await writers.stop();
  const { lost, untrue, twice } = await writers.judge(place(url));
  const { faults, ...counts } = writers.tally;
  process.stderr.write(`${what}: ${JSON.stringify(counts)}\n`);
  expect({ faults, lost, untrue, twice }).toEqual({ faults: [], lost: [], untrue: [], twice: [] });
  expect(counts.acknowledged).toBeGreaterThan(0);
}

describe.runIf(ENGINES.some((engine) => engine.name === 'postgres'))(
  'servers on PostgreSQL',
  () => {
    it(
      '[ST40] [ST41] outlive terminated backends and crashes of the database, and report the truth',
      async () => {
        const cluster = await Cluster.start();
        let writers: Writers | undefined;
        try {
          writers = await Writers.start(place(cluster.url()), flags(cluster.url()), SERVERS);
          const perRestart = Math.ceil(TERMINATIONS / RESTARTS);
          for (let n = 0, ended = 0; n < RESTARTS; n++) {
            for (let each = 0; each < perRestart && ended < TERMINATIONS; each++) {
              await sleep(PAUSE_MS + 37 * (each % 5));
              const rows = await cluster.query<{ count: number }>(
                `select count(pg_terminate_backend(pid))::int as count from (select pid from pg_stat_activity
               where application_name = 'waymark' order by (state = 'idle'), random() limit 1) as one`,
              );
              ended += rows[0]?.count ?? 0;
            }
            await sleep(300);
            await cluster.restart();
            await sleep(500);
          }
          await judged(writers, cluster.url(), 'terminations and restarts');
        } finally {
          writers?.kill();
          await cluster.remove();
        }
      },
      isLong ? LONG_MS : 60_000,
    );

    it(
      '[ST42] lose nothing they acknowledged when a synchronous standby takes over',
      async () => {
        const tally = { failovers: 0 };
        for (; tally.failovers < FAILOVERS; tally.failovers++) {
          const primary = await Cluster.start(['synchronous_commit=on']);
          const standby = await Cluster.follow(primary, 'second');
          const proxy = await SwitchProxy.start(primary.port);
          const url = primary.url(proxy.port);
          let writers: Writers | undefined;
          try {
            await primary.query("alter system set synchronous_standby_names = 'second'");
            await primary.query('select pg_reload_conf()');
            writers = await Writers.start(place(url), flags(url), SERVERS);
            await sleep(isLong ? 4_000 : 1_500);
            primary.kill();
            await sleep(500);
            await standby.query('select pg_promote(true, 30)');
            proxy.switchTo(standby.port);
            await sleep(isLong ? 4_000 : 1_500);
            await judged(writers, url, `failover ${tally.failovers + 1}`);
          } finally {
            writers?.kill();
            await proxy.close();
            await primary.remove();
            await standby.remove();
          }
        }
      },
      isLong ? LONG_MS : 60_000,
    );
  },
);
