/** Texts of memories of earlier programs; docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { makeOlder, runStatements } from '../../../../test/support/older-memory.ts';
import { sessionEntity, startSession } from '../../../domain/thoughts/session.ts';
import { DEFAULTS, initializeWorkspace } from '../../../domain/workspace/workspace.ts';
import { openStore } from '../../open-store.ts';
import type { Store } from '../../port.ts';

const PAGE = { sortBy: 'title', sortOrder: 'asc', limit: 9, offset: 0 } as const;
const MAIN = [{ branch: 1, after: 0, upTo: Number.MAX_SAFE_INTEGER }];

async function fill(store: Store): Promise<void> {
  const place = { branch: 1, doc: DEFAULTS.docs.graph };
  const card = { id: 'c', type: 'decision', tags: [] };
  const pattern = { id: 'p', title: 'Waves', description: 'How', content: 'Measure', tags: [] };
  await store.write({ workspace: 'w', agent: 'a', nowMs: 1 }, async (tx) => {
    await tx.append([initializeWorkspace()]);
    const entity = sessionEntity(tx.head + 1);
    const payload = { thought: 'Pages are slow', number: 1, total: 1, more: true };
    await tx.append([
      startSession({ id: 's', project: 'p', title: 'Outage', tags: [] }, tx.head, 1),
      { type: 'thought_recorded', entity, payload },
      { type: 'pattern_saved', entity: 'pattern:p', payload: { pattern } },
      ...['Use SQLite', 'Use PostgreSQL', 'Use both'].map((title) => ({
        ...{ type: 'graph_node_upserted' as const, entity: 'c', ...place },
        payload: { node: { ...card, title } },
      })),
      {
        type: 'work_project_opened',
        entity: 'work:root00000000',
        payload: { project: 'p', id: 'root00000000', summary: 'Read all numbers' },
      },
    ]);
  });
}

async function expectFound(store: Store): Promise<void> {
  await store.read('w', async ({ thoughts, graph, work }) => {
    expect(await thoughts.sessions({ text: 'page' }, PAGE)).toHaveLength(1);
    expect(await thoughts.sessions({ text: 'outages' }, PAGE)).toHaveLength(1);
    expect(await thoughts.sessions({ text: 'outage page' }, PAGE)).toEqual([]);
    expect(await thoughts.patterns({ text: 'measured wave' }, PAGE)).toHaveLength(1);
    const nodes = async (text: string) =>
      (await graph.nodes(MAIN, DEFAULTS.docs.graph, { text }, { limit: 9 })).map(({ key }) => key);
    expect(await nodes('use both')).toEqual(['c']);
    expect(await nodes('postgres')).toEqual([]);
    expect(await nodes('number')).toEqual(['work:root00000000']);
    expect(await work.count({ project: 'p', text: 'NUMB' })).toBe(1);
  });
}

describe.each(MAIN_ENGINES)('a memory with copies of its texts on $name', (engine) => {
  it('[RC38] is found by words when it is opened, and has no copies any more', async () => {
    const place = await engine.place();
    try {
      const before = await openStore(place);
      await fill(before);
      await expectFound(before);
      await before.close();
      await makeOlder(place, 16);
      await runStatements(place, ["update thoughts set search = 'pages are slow'"]);

      const store = await openStore(place);
      expect(await store.check()).toEqual([]);
      await expectFound(store);
      await store.close();
      // A column can only be added where there is none.
      const tables = ['thoughts', 'sessions', 'knowledge', 'targets', 'work_nodes'];
      const added = [...tables, 'graph_versions'].map(
        (table) => `alter table ${table} add column search text`,
      );
      await runStatements(place, added);
    } finally {
      await place.remove();
    }
  });
});
