/** Tests of `notebook add_cell`; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { addCell, createNotebook, order } from '../../../../test/support/notebook-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('notebook add_cell on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  it('[NB8] takes both forms of a cell, and answers what the caller does not know', async () => {
    const notebookId = await createNotebook(world);
    const first = { type: 'code', content: 'one', filename: 'one.js' };
    const added = await world.ask('notebook add_cell', { notebookId, ...first });
    expect(added).toEqual({
      cellId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{ position: 2, filename: 'one.js', status: 'idle', cellCount: 3 },
    });
    const forms = [
      { cellType: 'code', source: 'two', afterCellId: added.cellId },
      { cellType: 'markdown', text: 'three', position: 1 },
      { type: 'title', content: 'four', position: 0, filename: null, afterCellId: null },
      { type: 'code', language: 'typescript', source: 'five', content: 'five' },
    ];
    const answers = [];
    for (const form of forms) {
      answers.push(await world.ask('notebook add_cell', { notebookId, ...form }));
    }
    expect(answers).toMatchObject([
      { position: 3, filename: 'cell-1.js' },
      { position: 1, cellCount: 5 },
      { position: 0 },
      { position: 6, filename: 'cell-2.ts' },
    ]);
    expect(answers[1]).not.toHaveProperty('filename');
    expect(answers[1]).not.toHaveProperty('status');
    expect(await order(world, notebookId)).toEqual([
      ...['four', 'Hit rate', 'three', 'package.json', 'one.js', 'cell-1.js', 'cell-2.ts'],
    ]);
  });

  it('[NB2] a refused call leaves no half cell, and proposes one that is accepted', async () => {
    const notebookId = await createNotebook(world);
    await addCell(world, notebookId, { filename: 'one.js' });
    const before = await order(world, notebookId);
    const wrong: readonly (readonly [object, string])[] = [
      [{ content: 'x' }, 'type'],
      [{ type: 'code' }, 'content'],
      [{ type: 'python', content: 'x' }, 'type'],
      [{ type: 'code', cellType: 'title', content: 'x' }, 'cellType'],
      [{ type: 'code', content: 'x', source: 'y' }, 'source'],
      [{ type: 'code', content: 'x', filename: '../x.js' }, 'filename'],
      [{ type: 'code', content: 'x', filename: 'ONE.js' }, 'filename'],
      [{ type: 'code', content: 'x', filename: 'x.py' }, 'filename'],
      [{ type: 'code', content: 'x', filename: 'x.js', language: 'typescript' }, 'filename'],
      [{ type: 'code', content: 'x', filename: 'x.js\n' }, 'filename'],
      [{ type: 'markdown', content: 'x', filename: 'x.js' }, 'filename'],
      [{ type: 'title', content: ' ' }, 'content'],
      [{ type: 'package.json', content: '{}' }, 'filename'],
      [{ type: 'code', content: 'x'.repeat(100_001) }, 'content'],
      [{ type: 'code', content: 'x', position: 9 }, 'position'],
      [{ type: 'code', content: 'x', position: -1 }, 'position'],
      [{ type: 'code', content: 'x', position: 1, afterCellId: 'one.js' }, 'position'],
      [{ type: 'code', content: 'x', afterCellId: 'two.js' }, 'afterCellId'],
    ];
    for (const [args, field] of wrong) {
      const refusal = await world.refused('notebook add_cell', { notebookId, ...args });
      expect(refusal, JSON.stringify(args).slice(0, 99)).toMatchObject({
        code: 'INVALID_PAYLOAD',
        details: { field },
      });
      expect(await order(world, notebookId)).toEqual(before);
      expect(refusal.details.next.length).toBe(1);
    }
  });

  it('[NB2] the calls that its refusals propose work', async () => {
    const notebookId = await createNotebook(world);
    await addCell(world, notebookId, { filename: 'one.js' });
    for (const args of [
      { filename: '../x.js' },
      { filename: 'one.js' },
      { type: 'markdown', filename: 'x.js' },
      { type: 'title', content: '' },
      { content: 'x'.repeat(100_001) },
      { position: 99 },
      { position: 1, afterCellId: 'one.js' },
      { afterCellId: 'nobody' },
      { type: 'package.json', content: '{}' },
    ]) {
      const cell = { notebookId, type: 'code', content: 'x', ...args };
      await world.follow(await world.refused('notebook add_cell', cell));
    }
  });
});
