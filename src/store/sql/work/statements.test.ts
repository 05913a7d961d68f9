/** What calls on the work graph cost in statements. */

import { describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../../../../test/support/engines.ts';
import { openWorkWorld } from '../../../../test/support/work-world.ts';
import { SqliteConnection } from '../../sqlite/sqlite-connection.ts';

const SUBTREE = 1_000;
const PER_CALL = 250;

describe('statements', () => {
  it('[WO78] are few for a claim, and do not grow with the nodes that are dropped', async () => {
    const world = await openWorkWorld(ENGINES[0] as (typeof ENGINES)[number]);
    try {
      await world.next();
      const { top } = await world.plan({ ref: 'top' });
      for (let done = 0; done < SUBTREE; done += PER_CALL) {
        const refs = Array.from({ length: PER_CALL }, (_, at) => ({
          ref: `n${done + at}`,
          parent_ref: at % 10 === 0 ? (top ?? '') : `n${done + at - (at % 10)}`,
        }));
        await world.plan(...refs);
      }
      const connection = SqliteConnection.prototype as unknown as { execute(): unknown };
      const execute = vi.spyOn(connection, 'execute');
      await world.ask('graph_next', { project: 'p', claim: true });
      expect(execute.mock.calls.length).toBeLessThanOrEqual(15);
      execute.mockClear();
      await world.restructure({ op: 'drop', node_id: top, reason: 'Not needed' });
      expect(execute.mock.calls.length).toBeLessThanOrEqual(60);
      expect(await world.counts()).toMatchObject({ resolved: SUBTREE + 1, actionable: 1 });
    } finally {
      vi.restoreAllMocks();
      await world.close();
    }
  });
});
