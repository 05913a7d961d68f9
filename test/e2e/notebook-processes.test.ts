/** Processes that edit one notebook at the same time; docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../support/engines.ts';
import { StdioClient } from '../support/stdio-client.ts';
import type { Shown } from '../support/task-world.ts';
import { spoken } from '../support/thought-world.ts';

const PROCESSES = ['ada', 'ben'];
const CELLS_EACH = 20;

async function ask(client: StdioClient, what: string, args: object = {}): Promise<Shown> {
  const reply = await client.call('thoughtbox_gateway', { ...spoken(what), ...args });
  if (reply.isError) throw new Error(`${what}: ${reply.text}`);
  return JSON.parse(reply.text);
}

describe.each(MAIN_ENGINES)('one notebook and two processes on $name', (engine) => {
  it('[NB27] lose no cell, and each sees the cells of the other at once', async () => {
    const place = await engine.migrated();
    try {
      const clients = await Promise.all(
        PROCESSES.map((name) =>
          StdioClient.start({
            flags: place.flags,
            workspace: 'shared',
            more: ['--agent', name],
          }),
        ),
      );
      const [ada, ben] = clients;
      if (!ada || !ben) throw new Error('a process is missing');
      for (const client of clients) {
        await ask(client, 'start_new');
        await ask(client, 'cipher');
      }
      const { notebookId } = await ask(ada, 'notebook create', { name: 'Shared' });
      const added = await Promise.all(
        clients.flatMap((client, by) =>
          Array.from({ length: CELLS_EACH }, (_, n) =>
            ask(client, 'notebook add_cell', {
              ...{ notebookId, type: 'code', content: `${by} ${n}` },
              ...(n % 3 === 0 ? { position: 0 } : {}),
            }),
          ),
        ),
      );
      expect(new Set(added.map(({ filename }) => filename)).size).toBe(2 * CELLS_EACH);
      const views = await Promise.all(
        clients.map((client) => ask(client, 'notebook get', { notebookId, limit: 200 })),
      );
      expect(views[0]).toEqual(views[1]);
      const { cells, cellCount } = views[0] ?? {};
      expect(cellCount).toBe(2 * CELLS_EACH + 2);
      expect(cells).toHaveLength(cellCount);
      const sources = cells.flatMap(({ type, source }: Shown) => (type === 'code' ? source : []));
      const wanted = PROCESSES.flatMap((_, by) =>
        Array.from({ length: CELLS_EACH }, (_each, n) => `${by} ${n}`),
      );
      expect([...sources].sort()).toEqual([...wanted].sort());

      const cellId = cells[0].id;
      await ask(ada, 'notebook update_cell', { notebookId, cellId, content: 'ada' });
      const stale = { notebookId, cellId, content: 'ben', expected_revision: 1 };
      const args = { ...spoken('notebook update_cell'), ...stale };
      expect((await ben.call('thoughtbox_gateway', args)).text).toContain('REVISION_MISMATCH');
      expect(await ask(ben, 'notebook get_cell', { notebookId, cellId })).toMatchObject({
        ...{ content: 'ada', revision: 2 },
      });
      const exits = await Promise.all(clients.map((client) => client.close()));
      expect(exits.map(({ code }) => code)).toEqual([0, 0]);
    } finally {
      await place.remove();
    }
  });
});
