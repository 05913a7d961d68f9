/**
 * The primary freezes, its standby is promoted, and nobody cuts the connections to the old one: no
 * work is given to two agents. `npm run soak` runs it for longer.
 */

import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.ts';
import { Cluster } from '../support/postgres-cluster.ts';
import { SwitchProxy } from '../support/switch-proxy.ts';
import { Claimers, seconds } from './claimers.ts';

const isLong = process.env.WAYMARK_SOAK === 'long';
const RUNS = isLong ? 3 : 1;
const SERVERS = isLong ? 4 : 3;
/** After the promotion; longer than it takes to find a process gone that does not show itself. */
const FROZEN_MS = isLong ? 120_000 : 20_000;

describe.runIf(ENGINES.some((engine) => engine.name === 'postgres'))('a frozen primary', () => {
  it(
    '[ID44] [ID45] [ST104] whose standby takes over makes no process absent that lives',
    async () => {
      for (let run = 1; run <= RUNS; run++) {
        const primary = await Cluster.start();
        const standby = await Cluster.follow(primary, 'second');
        const proxy = await SwitchProxy.start(primary.port);
        const url = primary.url(proxy.port);
        let claimers: Claimers | undefined;
        try {
          claimers = await Claimers.start(['--data-dir', tmpdir(), '--database-url', url], SERVERS);
          await primary.query("alter system set synchronous_standby_names = 'second'");
          await primary.query('select pg_reload_conf()');
          await claimers.allAnswered();
          await sleep(isLong ? 5_000 : 2_000);
          primary.signal('SIGSTOP');
          await sleep(1_500);
          await standby.query('select pg_promote(true, 30)');
          proxy.leadTo(standby.port);
          const [answeredMs] = await Promise.all([claimers.allAnswered(), sleep(FROZEN_MS)]);
          await claimers.stop();
          const place = { dataDir: tmpdir(), databaseUrl: standby.url() };
          const answered = `all servers answered ${seconds(answeredMs)} s after the promotion`;
          const claimed = await claimers.judge(`frozen primary ${run}`, place, answered);
          expect(claimed).toBeGreaterThanOrEqual(SERVERS);
        } finally {
          claimers?.kill();
          await proxy.close();
          await primary.remove();
          await standby.remove();
        }
      }
    },
    isLong ? 900_000 : 120_000,
  );
});
