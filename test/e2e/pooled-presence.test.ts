/** Presence through PgBouncer, which gives a session to whoever needs one. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestPlace } from '../support/engines.ts';
import { PgBouncer } from '../support/pgbouncer.ts';
import { POSTGRES } from '../support/proxied-postgres.ts';
import { planLeaves, take, takeOver, WorkingAgents } from '../support/working-agents.ts';

const isLong = process.env.WAYMARK_SOAK === 'long';
/** How often all connections to the server are renewed under a living holder. */
const RENEWALS = isLong ? 15 : 1;

describe.runIf(POSTGRES).each(['session', 'transaction'] as const)(
  'presence through PgBouncer in %s mode',
  (mode) => {
    let place: TestPlace;
    let bouncer: PgBouncer;
    const agents = new WorkingAgents();

    beforeEach(async () => {
      if (!POSTGRES) throw new Error('no PostgreSQL to test on');
      place = await POSTGRES.migrated();
      // PgBouncer itself renews a connection that is free and older than that.
      const renewed = { server_lifetime: 1 };
      bouncer = await PgBouncer.start(new URL(place.databaseUrl ?? ''), mode, renewed);
    });
    afterEach(async () => {
      await agents.end();
      await bouncer.stop();
      await place.remove();
    });

    const agent = () => agents.start(bouncer.flags(place));

    it('[ID46] a living holder keeps its claim while connections are renewed, a killed one does not', async () => {
      const [holder, killed, other] = [await agent(), await agent(), await agent()];
      await planLeaves(holder, 2);
      const [kept, lost] = [await take(holder), await take(killed)];
      expect(kept.id).not.toBe(lost.id);
      for (let n = 0; n < RENEWALS; n++) {
        await bouncer.renewConnections();
        // Longer than a process without a lock, and without a lease, would last.
        for (let look = 0; look < 4; look++) {
          expect(await take(other)).toBeUndefined();
          await sleep(1_000);
        }
      }
      killed.kill();
      await killed.exited;
      const begin = Date.now();
      const taken = await takeOver(other);
      process.stderr.write(`${mode} mode: free after ${(Date.now() - begin) / 1000} s\n`);
      expect(taken.id).toBe(lost.id);
      expect(await take(holder)).toMatchObject({ id: kept.id });
    });
  },
);
