/** Commits that wait for a synchronous standby: no plain answer for what only one server has. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { PgBouncer } from '../support/pgbouncer.ts';
import { Cluster } from '../support/postgres-cluster.ts';
import { POSTGRES } from '../support/proxied-postgres.ts';
import { type CallResult, StdioClient } from '../support/stdio-client.ts';
import { runWaymark } from '../support/waymark-command.ts';

const isLong = process.env.WAYMARK_SOAK === 'long';
/** How often a wait is ended. */
const ROUNDS = isLong ? 10 : 1;

const WAITING = "from pg_stat_activity where wait_event = 'SyncRep'";

/** Ends every wait for a standby, again and again, until the call is answered. */
async function endingWaits(
  cluster: Cluster,
  how: 'pg_cancel_backend' | 'pg_terminate_backend',
  call: Promise<CallResult>,
): Promise<CallResult> {
  let isAnswered = false;
  const answered = call.finally(() => {
    isAnswered = true;
  });
  let ended = 0;
  while (!isAnswered) {
    const rows = await cluster.query(`select ${how}(pid) ${WAITING}`);
    ended += rows.length;
    await sleep(50);
  }
  expect(ended).toBeGreaterThan(0);
  return answered;
}

async function waitsForStandby(cluster: Cluster, name: string): Promise<void> {
  await cluster.query(`alter system set synchronous_standby_names = '${name}'`);
  await cluster.query('select pg_reload_conf()');
  await expect
    .poll(async () => (await cluster.query('show synchronous_standby_names'))[0])
    .toEqual({ synchronous_standby_names: name });
}

describe.runIf(POSTGRES)('a commit that waits for a synchronous standby', () => {
  it.each([
    ['pg_cancel_backend', undefined],
    ['pg_terminate_backend', undefined],
    ...(isLong
      ? ([
          ['pg_cancel_backend', 'transaction'],
          ['pg_terminate_backend', 'transaction'],
          ['pg_cancel_backend', 'session'],
          ['pg_terminate_backend', 'session'],
        ] as const)
      : []),
  ] as const)(
    '[ST100] whose wait is ended by %s (pool mode: %s) is answered with NOT_REPLICATED, and so is its repeat',
    async (how, mode) => {
      const cluster = await Cluster.start();
      // The warning must arrive whatever the role is set to.
      await cluster.query('alter role waymark set client_min_messages = error');
      const bouncer = mode && (await PgBouncer.start(new URL(cluster.url()), mode));
      const url = cluster.url(bouncer?.port);
      const flags = ['--data-dir', tmpdir(), '--database-url', url];
      const client = await StdioClient.start({ flags, workspace: 'w' });
      try {
        const first = await client.call('notes_commit', { content: 'before' });
        expect(first.text).not.toContain('NOT_REPLICATED');
        await waitsForStandby(cluster, 'missing');
        for (let round = 1; round <= ROUNDS; round++) {
          const args = { content: `on one server ${round}`, call_id: `once ${round}` };
          for (const more of ['', 'ALREADY_DONE']) {
            const call = client.call('notes_commit', args);
            const reply = await endingWaits(cluster, how, call);
            expect(reply.isError, reply.text).toBe(false);
            expect(reply.text).toContain('NOT_REPLICATED');
            expect(reply.text).toContain(more);
          }
        }
      } finally {
        client.kill();
        await bouncer?.stop();
        await cluster.remove();
      }
    },
  );

  it('[ST105] on a former primary is warned about by doctor and status', async () => {
    if (!POSTGRES) throw new Error('no PostgreSQL to test on');
    const place = await POSTGRES.migrated();
    const dataDir = mkdtempSync(join(tmpdir(), 'waymark-'));
    const words = ['--data-dir', dataDir, '--database-url', place.databaseUrl ?? ''];
    try {
      const warned = async () => {
        const doctor = await runWaymark(['doctor', ...words]);
        const status = await runWaymark(['status', '--workspace', 'w', ...words]);
        expect([doctor.code, status.code]).toEqual([0, 0]);
        return [doctor, status].map(({ stdout }) => stdout.includes('it is a former primary'));
      };
      expect(await warned()).toEqual([false, false]);
      const file = join(dataDir, 'postgres-timelines.json');
      const [system = ''] = Object.keys(JSON.parse(readFileSync(file, 'utf8')));
      writeFileSync(file, JSON.stringify({ [system]: 99 }));
      expect(await warned()).toEqual([true, true]);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
      await place.remove();
    }
  });

  it('[ST101] whose connection was lost is answered plainly once a standby has it', async () => {
    const primary = await Cluster.start();
    const standby = await Cluster.follow(primary, 'second');
    const flags = ['--data-dir', tmpdir(), '--database-url', primary.url()];
    const client = await StdioClient.start({ flags, workspace: 'w' });
    try {
      await client.call('notes_commit', { content: 'before' });
      await waitsForStandby(primary, 'second');
      standby.signal('SIGSTOP');
      const call = client.call('notes_commit', { content: 'late' });
      await expect.poll(() => primary.query(`select pid ${WAITING}`)).toHaveLength(1);
      await primary.query(`select pg_terminate_backend(pid) ${WAITING}`);
      // The server now asks whether its commit took effect, and waits for the standby again.
      await expect.poll(() => primary.query(`select pid ${WAITING}`)).toHaveLength(1);
      standby.signal('SIGCONT');
      const reply = await call;
      expect(reply.isError, reply.text).toBe(false);
      expect(reply.text).not.toContain('NOT_REPLICATED');
    } finally {
      client.kill();
      await standby.remove();
      await primary.remove();
    }
  });
});
