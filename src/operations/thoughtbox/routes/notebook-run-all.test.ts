/** Tests of `notebook run_all`; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { addCell, createNotebook } from '../../../../test/support/notebook-world.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('notebook run_all on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  async function threeCells(): Promise<string> {
    const notebookId = await createNotebook(world);
    await addCell(world, notebookId, { filename: 'a.js', content: "console.log('a')" });
    await addCell(world, notebookId, { filename: 'b.js', content: "throw new Error('b')" });
    await addCell(world, notebookId, { filename: 'c.js', content: "console.log('c')" });
    return notebookId;
  }

  const short = ({ cells }: Shown) =>
    cells.map(({ filename, status, output }: Shown) => [filename, status, output]);

  it('[NB78] runs code cells in order, and stops at the first that fails', async () => {
    const notebookId = await threeCells();
    const ran = await world.ask('notebook run_all', { notebookId });
    expect(ran).toMatchObject({ status: 'failed', ran: 2, failed: 1, left: 1 });
    expect(short(ran)).toEqual([
      ['a.js', 'completed', 'a\n'],
      ['b.js', 'failed', ''],
    ]);
  });

  it('[NB78] runs all of them if asked to', async () => {
    const notebookId = await threeCells();
    const ran = await world.ask('notebook run_all', { notebookId, continueOnError: true });
    expect(ran).toMatchObject({ status: 'failed', ran: 3, failed: 1 });
    expect(short(ran)).toHaveLength(3);
  });

  it('[NB78] a notebook without code is refused', async () => {
    const notebookId = await createNotebook(world);
    const refusal = await world.refused('notebook run_all', { notebookId });
    expect(refusal.message).toBe('notebookId: the notebook has no code cells');
    expect(refusal.details.next).toMatchObject([
      { args: { subOperation: 'add_cell', notebookId } },
    ]);
  });
});
