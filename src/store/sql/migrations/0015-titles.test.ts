/** Sessions of earlier programs get titles when the memory is opened; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { makeOlder, runStatements } from '../../../../test/support/older-memory.ts';
import { sessionEntity, startSession } from '../../../domain/thoughts/session.ts';
import { provisionalTitle } from '../../../domain/thoughts/session-title.ts';
import { initializeWorkspace } from '../../../domain/workspace/workspace.ts';
import { openStore } from '../../open-store.ts';

const IDS = ['bare', 'titled', 'empty'] as const;

describe.each(MAIN_ENGINES)('a memory with untitled sessions on $name', (engine) => {
  it('[TH56] titles them when it is opened, as the journal explains', async () => {
    const place = await engine.place();
    try {
      const before = await openStore(place);
      await before.write({ workspace: 'w', agent: 'a', nowMs: 1 }, async (tx) => {
        await tx.append([initializeWorkspace()]);
        for (const id of IDS) {
          const title = id === 'titled' ? 'Kept' : undefined;
          const seq = tx.head + 1;
          await tx.append([startSession({ id, project: 'p', title, tags: ['t'] }, tx.head, 1)]);
          if (id === 'empty') continue;
          const payload = { thought: 'S1|O|Pages are slow', number: 1, total: 1, more: true };
          await tx.append([{ type: 'thought_recorded', entity: sessionEntity(seq), payload }]);
        }
      });
      await before.close();
      const untitled = `update sessions set title = '${provisionalTitle(1)}'`;
      await runStatements(place, [`${untitled} where id = 'bare'`]);
      await makeOlder(place, 14);

      const store = await openStore(place);
      const titles = await store.read('w', async (tx) => {
        const found: (string | undefined)[] = [];
        for (const id of IDS) found.push((await tx.thoughts.session(id))?.title);
        return found;
      });
      expect(titles).toEqual(['Pages are slow', 'Kept', provisionalTitle(1)]);
      expect(await store.check()).toEqual([]);
      await store.close();
    } finally {
      await place.remove();
    }
  });
});
