/** How long a call waits for the lock of another program; docs/spec/store.md. */

import { describe, expect, it } from 'vitest';
import { anyPlace } from '../../../test/support/engines.ts';
import { holdLock } from '../../../test/support/hold-lock.ts';
import { initializeWorkspace } from '../../domain/workspace/workspace.ts';
import { openStore } from '../open-store.ts';
import { Patience } from '../patience.ts';

describe('a locked SQLite file', () => {
  it('[ST102] is not waited for by a call that waited for its turn until its time was over', async () => {
    const place = await anyPlace();
    const store = await openStore(place);
    const release = await holdLock(place, 'w');
    const write = (ms: number) =>
      store.write({ workspace: 'w', agent: 'a', nowMs: 1, patience: new Patience(ms) }, (tx) =>
        tx.append([initializeWorkspace()]),
      );
    try {
      // They wait for each other, and together no longer than each has.
      const waiting = Array.from({ length: 30 }, () =>
        write(1_000).catch((error) => error.message),
      );
      const begunMs = performance.now();
      for (const message of await Promise.all(waiting)) expect(message).toMatch(/Repeat the call/);
      expect(performance.now() - begunMs).toBeLessThan(30 * 1_000);
      await release();
      // A call that need not wait is not refused.
      await write(0);
    } finally {
      await store.close();
      await place.remove();
    }
  });
});
