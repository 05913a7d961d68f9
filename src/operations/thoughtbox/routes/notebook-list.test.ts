/** Tests of `notebook list`; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { addCell, createNotebook, OK, recordRun } from '../../../../test/support/notebook-world.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('notebook list on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  const titles = async (args: object = {}) =>
    (await world.ask('notebook list', args)).notebooks.map(({ title }: Shown) => title);

  it('[NB4] lists notebooks, the last changed first, page by page', async () => {
    expect(await world.ask('notebook list')).toEqual({ notebooks: [], count: 0, hasMore: false });
    const a = await createNotebook(world, { name: 'A' });
    const b = await createNotebook(world, { name: 'B', language: 'typescript' });
    await createNotebook(world, { name: 'C' });
    expect(await titles()).toEqual(['C', 'B', 'A']);
    const cell = await addCell(world, a, {});
    expect(await titles()).toEqual(['A', 'C', 'B']);
    await world.ask('notebook get', { notebookId: b });
    expect(await titles()).toEqual(['A', 'C', 'B']);
    await addCell(world, b, {});
    await recordRun(world, a, cell, OK);
    expect(await titles()).toEqual(['A', 'B', 'C']);
    const page = await world.ask('notebook list', { limit: 2 });
    expect(page).toMatchObject({ count: 2, hasMore: true, nextOffset: 2 });
    expect(page.notebooks[1]).toEqual({
      ...{ id: b, title: 'B', language: 'typescript', cellCount: 3 },
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    });
    expect(await titles({ limit: 2, offset: 2 })).toEqual(['C']);
  });
});
