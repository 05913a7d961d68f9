/**
 * Claims while connections stall, backends are ended, the database crashes, and the servers
 * themselves are suspended: no work is given to two agents. Only `npm run soak` runs it.
 */

import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Cluster } from '../support/postgres-cluster.ts';
import { POSTGRES } from '../support/proxied-postgres.ts';
import { SwitchProxy } from '../support/switch-proxy.ts';
import { Claimers } from './claimers.ts';

const isLong = process.env.WAYMARK_SOAK === 'long';
const SERVERS = 4;
/** Longer than a process without a lock would last after the last disturbance. */
const AFTERWARDS_MS = 20_000;

interface Scene {
  readonly cluster: Cluster;
  readonly proxy: SwitchProxy;
  readonly claimers: Claimers;
}

const DISTURBANCES: Record<string, (scene: Scene) => Promise<void>> = {
  // Shorter and longer than the deadline of a look, and than a lease.
  'a network that stalls': async ({ proxy }) => {
    for (const ms of [1_000, 3_000, 4_900, 5_500, 7_000, 9_000, 12_000, 6_000, 6_000, 6_000]) {
      await proxy.stall(ms);
      await sleep(1_000);
    }
  },
  'backends of presence that are ended': async ({ cluster }) => {
    for (let n = 0; n < 60; n++) {
      await cluster.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'waymark presence' order by random() limit 2`);
      await sleep(700);
    }
  },
  'crashes of the database': async ({ cluster }) => {
    for (let n = 0; n < 5; n++) {
      await cluster.restart();
      await sleep(5_000);
    }
  },
  'servers that are suspended for 30 seconds': async ({ claimers }) => {
    await claimers.suspend(0, 30_000);
    // One is suspended while the locks of all others change hands.
    await Promise.all([claimers.suspend(1, 30_000), claimers.suspend(2, 8_000)]);
  },
  'a server that is suspended while backends are ended': async (scene) => {
    await Promise.all([
      DISTURBANCES['backends of presence that are ended']?.(scene),
      // Each time it wakes up it finds answers from before.
      (async () => {
        for (let n = 0; n < 10; n++) {
          await scene.claimers.suspend(n % SERVERS, 1_500);
          await sleep(500);
        }
      })(),
    ]);
  },
};

describe.runIf(POSTGRES && isLong).concurrent('claims on PostgreSQL', () => {
  it.each(Object.entries(DISTURBANCES))(
    '[ID32] [ID44] [ID45] outlast %s',
    async (what, disturb) => {
      const cluster = await Cluster.start();
      const proxy = await SwitchProxy.start(cluster.port);
      const url = cluster.url(proxy.port);
      let claimers: Claimers | undefined;
      try {
        claimers = await Claimers.start(['--data-dir', tmpdir(), '--database-url', url], SERVERS);
        await claimers.allAnswered();
        await disturb({ cluster, proxy, claimers });
        const [answeredMs] = await Promise.all([claimers.allAnswered(), sleep(AFTERWARDS_MS)]);
        await claimers.stop();
        const place = { dataDir: tmpdir(), databaseUrl: cluster.url() };
        const more = `all servers answered ${Math.round(answeredMs)} ms later`;
        expect(await claimers.judge(what, place, more)).toBeGreaterThanOrEqual(SERVERS);
      } finally {
        claimers?.kill();
        await proxy.close();
        await cluster.remove();
      }
    },
  );
});
