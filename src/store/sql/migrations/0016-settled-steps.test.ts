/** Cards of cipher in memories of earlier programs; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { makeOlder, runStatements } from '../../../../test/support/older-memory.ts';
import { sessionEntity, startSession } from '../../../domain/thoughts/session.ts';
import { initializeWorkspace } from '../../../domain/workspace/workspace.ts';
import { openStore } from '../../open-store.ts';

const STEP = { refs: [], ops: [] };

describe.each(MAIN_ENGINES)('a memory with cards of cipher on $name', (engine) => {
  it('[TH83] settles them when it is opened', async () => {
    const place = await engine.place();
    try {
      const before = await openStore(place);
      for (const workspace of ['cipher', 'prose']) {
        await before.write({ workspace, agent: 'a', nowMs: 1 }, async (tx) => {
          await tx.append([initializeWorkspace()]);
          const entity = sessionEntity(tx.head + 1);
          await tx.append([startSession({ id: 's', project: 'p', tags: [] }, tx.head, 1)]);
          if (workspace === 'prose') return;
          const branch = tx.head + 1;
          const hypothesis = {
            ...STEP,
            label: 1,
            marker: 'H',
            content: 'cold',
            node: 'S1',
          } as const;
          const rejection = {
            ...STEP,
            label: 2,
            marker: 'X',
            content: 'warm',
            node: 'S2',
          } as const;
          const links = [{ from: 'S2', rel: 'contradicts', to: 'S1' }];
          const said = { thought: 'x', total: 2, more: true };
          await tx.append([
            { type: 'branch_created', entity: `branch:${branch}`, payload: { name: 'session/s' } },
            { type: 'session_graph_opened', entity, payload: { branch } },
            {
              ...{ type: 'thought_recorded', entity },
              payload: { ...said, number: 1, steps: [hypothesis] },
            },
            {
              ...{ type: 'thought_recorded', entity },
              payload: { ...said, number: 2, steps: [rejection], links },
            },
          ]);
        });
      }
      expect(await before.check()).toEqual([]);
      await before.close();
      await runStatements(place, [
        "update graph_versions set status = 'open', state = replace(state, 'rejected', 'open') where key = 'S1'",
      ]);
      await makeOlder(place, 15);

      const store = await openStore(place);
      expect(await store.check()).toEqual([]);
      await store.close();
    } finally {
      await place.remove();
    }
  });
});
