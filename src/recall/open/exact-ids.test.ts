/** Queries that name things by their ids; docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { ENGINES, MAIN_ENGINES } from '../../../test/support/engines.ts';
import { statementsOf } from '../../../test/support/statements.ts';
import {
  createTask,
  type Shown,
  STEPS,
  type TaskWorld,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

async function fill(world: TaskWorld): Promise<void> {
  const { ask } = world;
  await createTask(world, [...STEPS, { ...STEPS[0], title: 'Third' }]);
  const cap = (text: string) => ({ op: 'node_upsert', id: 'cap', type: 'decision', text });
  await ask('graph_apply', { branch: 'main', ops: [cap('At most 10 at once')] });
  await ask('branch_create', { name: 'idea', from: 'main' });
  await ask('graph_apply', { branch: 'idea', ops: [cap('At most 20 at once')] });
  await ask('graph_apply', { branch: 'main', ops: [cap('At most 30 at once')] });
  await ask('graph_merge', { from: 'idea', into: 'main' });
  await ask('notes_commit', { content: 'The cap of 404 was reached twice' });
}

describe.each(MAIN_ENGINES)('queries that are ids on $name', (engine) => {
  const world = useTaskWorld(engine, { once: fill });
  const hitsOf = async (query: string, more: object = {}): Promise<readonly Shown[]> =>
    (await world.ask('recall', { query, ...more })).hits;
  const firstOf = async (query: string) => (await hitsOf(query))[0]?.id;

  it('[RC29] a step comes first, by every id that opens it', async () => {
    const [, , third] = (await world.target('TASK-001')).steps;
    const id = third?.id ?? '';
    const whole = `TASK-001/${id}`;
    for (const query of [
      ...[id, id.toLowerCase(), `step:${id}`, whole, `"${id}"`],
      ...[`What about ${id}?`, `(${whole}), please`],
      ...[`${world.workspace}:${whole}`, `What about ${world.workspace}:${whole}?`],
    ]) {
      expect(await firstOf(query), query).toBe(whole);
    }
    expect(await hitsOf(id, { kinds: ['note'] })).toEqual([]);
  });

  it('[RC29] several come in the order in which they are named', async () => {
    const [first, second] = (await world.target('TASK-001')).steps;
    const hits = await hitsOf(`TASK-001 ${second?.id} cap@idea/graph ${first?.id} PLAN-001`);
    expect(hits.slice(0, 5).map(({ id }) => id)).toEqual([
      'TASK-001',
      `TASK-001/${second?.id}`,
      'cap@idea/graph',
      `TASK-001/${first?.id}`,
      'PLAN-001',
    ]);
    expect(hits[2].text).toContain('20');
  });

  it('[RC29] a cell comes first by its own id, and by its notebook and file name', async () => {
    const notebook = (subOperation: string, args: object) =>
      world.ask('thoughtbox_gateway', { operation: 'notebook', subOperation, ...args });
    await world.ask('thoughtbox_gateway', { operation: 'start_new', sessionTitle: 'Cells' });
    await world.ask('thoughtbox_gateway', { operation: 'cipher' });
    const { notebookId } = await notebook('create', { name: 'Cells', language: 'javascript' });
    const cell = { notebookId, cellType: 'code', content: 'one()', filename: 'one.js' };
    const { cellId } = await notebook('add_cell', cell);
    const whole = `${notebookId}/${cellId}`;
    for (const query of [cellId, whole, `cell:${cellId}`, `${notebookId}/one.js`]) {
      expect(await firstOf(query), query).toBe(whole);
    }
    expect(await firstOf(notebookId)).toBe(notebookId);
  });

  it('[RC29] a plain word that is an id comes first if it is the whole query', async () => {
    const [first] = await hitsOf('cap');
    expect(first).toMatchObject({ id: 'cap@main/graph', kind: 'card' });
    expect((await hitsOf('cap of 404'))[0]).toMatchObject({ kind: 'note' });
  });

  it('[RC29] a number is searched for, not opened', async () => {
    expect((await hitsOf('404'))[0]).toMatchObject({ kind: 'note' });
    expect(await hitsOf('1')).not.toContainEqual(expect.objectContaining({ kind: 'plan' }));
  });
});

describe.each(ENGINES.slice(0, 1))('the cost of ids on $name', (engine) => {
  const world = useTaskWorld(engine, { once: fill });

  it('[RC29] plain words of a sentence are not asked for as ids', async () => {
    const asksForCard = async (query: string) => {
      const statements = await statementsOf(() => world.ask('recall', { query }));
      return statements.some((each) => each.includes('from "graph_versions"'));
    };
    expect(await asksForCard('a cap, at once')).toBe(false);
    expect(await asksForCard('cap')).toBe(true);
    expect(await asksForCard('at once cap-1')).toBe(true);
  });
});
