/** Presence on every engine, named by the rules in docs/spec/identity.md. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES, type TestPlace } from '../../../../test/support/engines.ts';
import { initializeWorkspace } from '../../../domain/workspace/workspace.ts';
import type { Gone } from '../../agent-port.ts';
import { openStore } from '../../open-store.ts';
import type { PresenceRow, Presences, Store } from '../../port.ts';

const IDS = ['1111111111111111', '2222222222222222', '3333333333333333'] as const;
const T0 = 1_800_000_000_000;
/** Longer than an answer of the vigil is reused. */
const LATER_MS = 10_000;

describe.each(ENGINES)('presence on $name', (engine) => {
  let place: TestPlace;
  const open: Store[] = [];

  beforeEach(async () => {
    place = await engine.migrated();
  });
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close();
    await place.remove();
  });

  async function start(process: string): Promise<{ store: Store; here: Presences }> {
    const store = await openStore(place, process);
    open.push(store);
    if (!store.presences) throw new Error('presence is not tracked');
    return { store, here: store.presences };
  }

  const row = (process: string, agent: string, more: Partial<PresenceRow> = {}): PresenceRow => ({
    holder: `${process}/${agent}`,
    process,
    agent,
    client: 'test',
    workspace: 'acme',
    worksOn: '',
    tool: '',
    sinceMs: T0,
    lastCallMs: T0,
    ...more,
  });

  /** Asks until some process is gone: a busy machine may not know it at once. */
  async function anyGone(presences: Presences): Promise<Gone> {
    for (let nowMs = T0; ; nowMs += LATER_MS) {
      const gone = await presences.gone(nowMs);
      if (gone.size > 0) return gone;
      await sleep(50);
    }
  }

  const agents = async (presences: Presences, nowMs: number) =>
    (await presences.present(nowMs)).map((each) => each.agent).sort();

  it('[ID30] shows agent, client, process, place and last call to every process', async () => {
    const [one, two] = [await start(IDS[0]), await start(IDS[1])];
    const ada = row(IDS[0], 'ada', { worksOn: 'TASK-001', tool: 'tasks_note' });
    await one.here.keep(ada);
    await two.here.keep(row(IDS[1], 'ben'));
    expect(await agents(one.here, T0)).toEqual(['ada', 'ben']);
    expect((await two.here.present(T0)).find(({ agent }) => agent === 'ada')).toEqual(ada);
    const later = { worksOn: 'TASK-002', tool: 'tasks_verify', lastCallMs: T0 + 5_000 };
    await one.here.keep({ ...ada, ...later });
    const [changed] = (await two.here.present(T0)).filter(({ agent }) => agent === 'ada');
    expect(changed).toEqual({ ...ada, ...later });
  });

  it('[ID30] forgets a session that has left', async () => {
    const { here } = await start(IDS[0]);
    await here.keep(row(IDS[0], 'ada'));
    await here.keep(row(IDS[0], 'ben'));
    await here.leave(`${IDS[0]}/ada`);
    expect(await agents(here, T0)).toEqual(['ben']);
  });

  it('[ID31] a process that has ended is gone, and its rows are deleted', async () => {
    const [one, two] = [await start(IDS[0]), await start(IDS[1])];
    await one.here.keep(row(IDS[0], 'ada'));
    await two.here.keep(row(IDS[1], 'ben'));
    expect(await two.here.gone(T0)).toEqual(new Map());
    await open.shift()?.close();
    expect(await agents(two.here, T0 + LATER_MS)).toEqual(['ben']);
  });

  it('[ID31] a row without a living process does not count', async () => {
    const { store, here } = await start(IDS[0]);
    // As a killed process leaves it: no process holds its lock.
    await here.keep(row(IDS[2], 'ghost'));
    const second = await start(IDS[1]);
    expect([...(await anyGone(second.here)).keys()]).toEqual([IDS[2]]);
    const seen = await store.read('acme', (tx) =>
      tx.agents.withoutProcesses(new Map([[IDS[2], T0]])),
    );
    expect(seen).toEqual(new Set());
    expect(await agents(second.here, T0 + LATER_MS)).toEqual([]);
  });

  it('[ID43] a process that was taken for gone counts again with a later call', async () => {
    const { here } = await start(IDS[0]);
    await here.keep(row(IDS[2], 'ghost'));
    const second = await start(IDS[1]);
    const gone = await anyGone(second.here);
    expect([...gone.keys()]).toEqual([IDS[2]]);
    // As its claim writes it, in one transaction: nobody sees the claim without the row.
    const writer = { workspace: 'acme', agent: 'ghost', nowMs: T0 + 1 };
    await second.store.write(writer, async (tx) => {
      await tx.append([initializeWorkspace()]);
      await tx.attend(row(IDS[2], 'ghost', { lastCallMs: T0 + 1 }));
    });
    const seen = await second.store.read('acme', (tx) => tx.agents.withoutProcesses(gone));
    expect(seen).toEqual(new Set(['ghost']));
    expect(await agents(second.here, T0 + LATER_MS)).toEqual(['ghost']);
  });

  it('[ID43] rows that others removed by mistake are written again', async () => {
    const { here } = await start(IDS[0]);
    await here.keep(row(IDS[0], 'ada'));
    const second = await start(IDS[1]);
    // Any process may remove the row of another; here it is given away and then removed.
    await second.here.keep(row(IDS[0], 'ada'));
    await second.here.leave(`${IDS[0]}/ada`);
    expect(await agents(second.here, T0)).toEqual([]);
    await here.gone(T0);
    expect(await agents(second.here, T0)).toEqual(['ada']);
  });

  it('[ID31] a process that only asks holds no lock', async () => {
    const one = await start(IDS[0]);
    await one.here.keep(row(IDS[0], 'ada'));
    const asking = await start(IDS[1]);
    expect(await agents(asking.here, T0)).toEqual(['ada']);
    expect(await one.here.gone(T0 + LATER_MS)).toEqual(new Map());
  });

  it('[ID33] is not tracked unless it is asked for', async () => {
    const store = await openStore(place);
    open.push(store);
    expect(store.presences).toBeUndefined();
    expect(existsSync(join(place.dataDir, 'waymark.db-presence'))).toBe(false);
  });

  if (engine.name !== 'postgres') {
    it('[ID31] leaves no file behind', async () => {
      const { here } = await start(IDS[0]);
      await here.keep(row(IDS[0], 'ada'));
      const directory = join(place.dataDir, 'waymark.db-presence');
      expect(readdirSync(directory)).toEqual([IDS[0]]);
      await open.shift()?.close();
      expect(readdirSync(directory)).toEqual([]);
    });
    return;
  }

  it('[ID32] a connection that breaks does not make its process absent', async () => {
    const [one, two] = [await start(IDS[0]), await start(IDS[1])];
    await one.here.keep(row(IDS[0], 'ada'));
    expect(await two.here.gone(T0)).toEqual(new Map());
    const client = new pg.Client({ connectionString: place.databaseUrl ?? '' });
    await client.connect();
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'waymark presence' and datname = current_database()`);
    await client.end();
    // Asked at once, while the lock is missing, and again after it was taken.
    expect(await two.here.gone(T0 + 2_000)).toEqual(new Map());
    await sleep(1_000);
    expect(await two.here.gone(T0 + 9_000)).toEqual(new Map());
  });
});
