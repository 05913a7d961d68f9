/** Tests of `notebook update_cell`; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { addCell, createNotebook } from '../../../../test/support/notebook-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('notebook update_cell on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  const read = (notebookId: string, cellId: string) =>
    world.ask('notebook get_cell', { notebookId, cellId });

  it('[NB9] replaces the content, or renames the file', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, { content: 'one', filename: 'a.js' });
    const update = (args: object) =>
      world.ask('notebook update_cell', { notebookId, cellId, ...args });
    expect(await update({ content: 'two' })).toEqual({ cellId, filename: 'a.js', revision: 2 });
    expect(await update({ source: 'three' })).toMatchObject({ revision: 3 });
    expect(await update({ filename: 'b.ts' })).toEqual({ cellId, filename: 'b.ts', revision: 4 });
    expect(await read(notebookId, cellId)).toMatchObject({
      ...{ source: 'three', filename: 'b.ts', language: 'typescript', revision: 4 },
    });
    const before = await world.head();
    expect(await update({ content: 'three' })).toMatchObject({ revision: 4 });
    expect(await world.head()).toBe(before);
    const { cells } = await world.ask('notebook get', { notebookId });
    const title = { notebookId, cellId: cells[0].id, text: 'Better' };
    expect(await world.ask('notebook update_cell', title)).not.toHaveProperty('filename');
    expect((await world.ask('notebook get', { notebookId })).title).toBe('Better');
  });

  it('[NB10] the last write wins, unless the call says what it expects', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, { content: 'one' });
    const update = { notebookId, cellId };
    await world.ask('notebook update_cell', { ...update, content: 'two', expected_revision: 1 });
    for (const guard of [{ expected_revision: 1 }, { expectedRevision: 1 }]) {
      const refusal = await world.refused('notebook update_cell', {
        ...{ ...update, content: 'three', ...guard },
      });
      expect(refusal).toMatchObject({
        code: 'REVISION_MISMATCH',
        message: 'expected=1 actual=2',
        details: { revision: 2 },
      });
      await world.follow(refusal);
    }
    await world.ask('notebook update_cell', { ...update, content: 'four' });
    expect(await read(notebookId, cellId)).toMatchObject({ content: 'four', revision: 3 });
    const stale = await world.refused('notebook delete_cell', { ...update, expected_revision: 2 });
    expect(stale.code).toBe('REVISION_MISMATCH');
    await world.ask('notebook delete_cell', { ...update, expected_revision: 3 });
  });

  it('[NB2] a refused call changes nothing, and proposes one that is accepted', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, { content: 'one', filename: 'a.js' });
    await addCell(world, notebookId, { filename: 'b.js' });
    const before = await read(notebookId, cellId);
    for (const args of [
      {},
      { filename: 'B.js' },
      { filename: 'a/b.js' },
      { language: 'typescript' },
      { content: 'x'.repeat(100_001), filename: 'c.js' },
    ]) {
      const refusal = await world.refused('notebook update_cell', { notebookId, cellId, ...args });
      expect(refusal.code).toBe('INVALID_PAYLOAD');
      expect(await read(notebookId, cellId)).toEqual(before);
    }
    const taken = { notebookId, cellId, filename: 'B.js' };
    await world.follow(await world.refused('notebook update_cell', taken));
    expect((await read(notebookId, cellId)).filename).toBe('B-2.js');
  });
});
