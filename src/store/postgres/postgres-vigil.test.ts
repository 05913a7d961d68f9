/** Presence on PostgreSQL while connections hang, break and move to another server. */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestPlace } from '../../../test/support/engines.ts';
import { POSTGRES } from '../../../test/support/proxied-postgres.ts';
import { SwitchProxy } from '../../../test/support/switch-proxy.ts';
import { Client, connectionConfig } from './client.ts';
import { PostgresVigil, VIGIL_TIMES } from './postgres-vigil.ts';

const [HELD, OTHER] = ['1111111111111111', '2222222222222222'] as const;
const FAST = { ...VIGIL_TIMES, lookMs: 100 };
/** For tests that wait until it has passed; a busy machine answers within it. */
const SHORT_MS = 2_000;
/** For what must not pass. */
const NEVER_MS = 3_600_000;

class OneAtATime extends Client {
  mostAtOnce = 0;
  private running = 0;

  override async ask(...words: Parameters<Client['ask']>): Promise<pg.QueryResult> {
    this.running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
    return super.ask(...words).finally(() => {
      this.running -= 1;
    });
  }
}

/** Something happens before each question is asked, or before its answer is given. */
class Delayed extends Client {
  before = async () => {};
  after = async () => {};

  override async ask(...words: Parameters<Client['ask']>): Promise<pg.QueryResult> {
    await this.before();
    const result = await super.ask(...words);
    await this.after();
    return result;
  }
}

const NOW = performance.now.bind(performance);

/** The clock of this process goes on by so much. */
function pass(ms: number): void {
  const aheadMs = performance.now() - NOW() + ms;
  vi.spyOn(performance, 'now').mockImplementation(() => NOW() + aheadMs);
}

describe.runIf(POSTGRES)('presence on PostgreSQL', () => {
  let place: TestPlace;
  let proxy: SwitchProxy;
  let direct: pg.Client;
  const open: PostgresVigil[] = [];

  beforeEach(async () => {
    if (!POSTGRES) throw new Error('no PostgreSQL to test on');
    place = await POSTGRES.migrated();
    proxy = await SwitchProxy.start(Number(new URL(place.databaseUrl ?? '').port));
    direct = new pg.Client({ connectionString: place.databaseUrl ?? '' });
    await direct.connect();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const vigil of open.splice(0)) await vigil.close();
    await direct.end();
    await proxy.close();
    await place.remove();
  });

  function vigil(times: Partial<typeof FAST> = {}, port?: number): PostgresVigil {
    const url = new URL(place.databaseUrl ?? '');
    if (port !== undefined) url.port = String(port);
    const made = new PostgresVigil(
      () => new Client(connectionConfig(url.toString())),
      () => {},
      { ...FAST, ...times },
    );
    open.push(made);
    return made;
  }

  function observing(client: Client, times: Partial<typeof FAST> = {}): PostgresVigil {
    const made = new PostgresVigil(
      () => client,
      () => {},
      { ...FAST, ...times },
    );
    open.push(made);
    return made;
  }

  const delayed = () => new Delayed(connectionConfig(place.databaseUrl ?? ''));

  const holders = async (): Promise<number[]> => {
    const { rows } = await direct.query<{ pid: number }>(`select l.pid from pg_locks l
      join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
      where locktype = 'advisory' and objsubid = 2 and a.application_name = 'waymark presence'`);
    return rows.map((row) => row.pid);
  };

  it('[ID44] a connection that hangs is replaced, and the lock is taken again', async () => {
    let regained = 0;
    await vigil({ deadlineMs: SHORT_MS }, proxy.port).hold(HELD, () => {
      regained += 1;
    });
    const [first] = await holders();
    expect(regained).toBe(1);
    proxy.freeze();
    await expect.poll(() => regained).toBeGreaterThan(1);
    await direct.query('select pg_terminate_backend($1)', [first]);
    // The key is free only once the server has ended the first session.
    await expect.poll(async () => (await holders()).filter((pid) => pid !== first)).toHaveLength(1);
  });

  it('[ID44] several callers at once never ask two things at once', async () => {
    const client = new OneAtATime(connectionConfig(place.databaseUrl ?? ''));
    const asked = observing(client, { graceMs: 0 });
    const all = await Promise.all([asked.gone([HELD]), asked.gone([HELD]), asked.gone([HELD])]);
    expect(all).toEqual([[HELD], [HELD], [HELD]]);
    expect(client.mostAtOnce).toBe(1);
  });

  it('[ID32] the time that the observer was suspended does not count', async () => {
    const client = delayed();
    const observer = observing(client, { graceMs: 60_000 });
    const first = vigil();
    await first.hold(HELD, () => {});
    expect(await observer.gone([HELD])).toEqual([]);
    pass(60_000);
    await first.close();
    expect(await observer.gone([HELD])).toEqual([]);
    // An answer is on its way while this process is suspended; meanwhile the lock is taken again.
    client.after = async () => {
      client.after = async () => {};
      await vigil().hold(HELD, () => {});
      pass(60_000);
    };
    expect(await observer.gone([HELD])).toEqual([]);
    expect(await observer.gone([HELD])).toEqual([]);
  });

  it('[ID32] a process that just began to watch waits until it is certain, however slow the first look is', async () => {
    const client = delayed();
    client.after = () => sleep(200);
    expect(await observing(client, { graceMs: 300 }).gone([HELD])).toEqual([HELD]);
  });

  it('[ID43] a process that was taken for gone counts again once its lock is seen', async () => {
    const observer = vigil({ graceMs: 0 });
    expect(await observer.gone([HELD])).toEqual([HELD]);
    await vigil().hold(HELD, () => {});
    expect(await observer.gone([HELD])).toEqual([]);
  });

  it('[ID45] after it reconnects, an observer gives the others time anew', async () => {
    const times = { graceMs: 0, regainMs: NEVER_MS, deadlineMs: SHORT_MS };
    const observer = vigil(times, proxy.port);
    expect(await observer.gone([HELD])).toEqual([HELD]);
    proxy.freeze();
    await expect.poll(() => observer.gone([HELD]).catch(() => 'away')).toEqual([]);
    // The answer does not change while that time has not passed.
    await sleep(3 * FAST.lookMs);
    expect(await observer.gone([HELD])).toEqual([]);
  });

  it('[ID45] so does a process that starts right after another server took over', async () => {
    await direct.query(`insert into waymark.waymark_meta values ('timeline', '00000000 0')`);
    const observer = vigil({ graceMs: 0, regainMs: NEVER_MS });
    expect(await observer.gone([HELD])).toEqual([]);
    const later = vigil({ graceMs: 0, regainMs: 1 });
    await expect.poll(() => later.gone([HELD])).toEqual([HELD]);
  });

  const lease = (process: string, ageMs: number) =>
    direct.query(`insert into waymark.presence_leases values
      ('${process}', floor(extract(epoch from clock_timestamp()) * 1000)::bigint - ${ageMs})`);

  it('[ID46] a lease shows a process alive, until it is ten seconds old', async () => {
    await lease(HELD, 0);
    await lease(OTHER, 10_000);
    const observer = vigil({ graceMs: 0 });
    expect(await observer.gone([HELD, OTHER])).toEqual([OTHER]);
    await vigil().hold(OTHER, () => {});
    expect(await observer.gone([HELD, OTHER])).toEqual([]);
    // Its lock took the place of the lease.
    const { rows } = await direct.query('select process from waymark.presence_leases');
    expect(rows).toEqual([{ process: HELD }]);
  });

  it('[ID46] a lease that is renewed shows life, however old the clock of the server makes it', async () => {
    await lease(HELD, NEVER_MS);
    const client = delayed();
    client.before = async () => {
      await direct.query('update waymark.presence_leases set renewed_ms = renewed_ms + 1');
    };
    const observer = observing(client, { graceMs: 1 });
    expect(await observer.gone([HELD])).toEqual([]);
    client.before = async () => {};
    await expect.poll(() => observer.gone([HELD])).toEqual([HELD]);
  });

  it('[ID46] a lease that is not renewed ends, however young the clock of the server makes it', async () => {
    await lease(HELD, -NEVER_MS);
    const observer = vigil({ graceMs: 0 });
    expect(await observer.gone([HELD])).toEqual([]);
    pass(10_000);
    expect(await observer.gone([HELD])).toEqual([HELD]);
  });

  it('[ID45] a clock of the server that was set back does not delay what follows', async () => {
    const found = await direct.query(
      'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as now',
    );
    const later = Date.now() + NEVER_MS;
    await direct.query(`insert into waymark.waymark_meta
      values ('timeline', '${found.rows[0].now} ${later}')`);
    const observer = vigil({ graceMs: 0 });
    expect(await observer.gone([HELD])).toEqual([]);
    pass(VIGIL_TIMES.regainMs);
    expect(await observer.gone([HELD])).toEqual([HELD]);
  });
});
