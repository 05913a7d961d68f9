/** Tests of `notebook get` and `notebook list_cells`; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { addCell, createNotebook, OK, recordRun } from '../../../../test/support/notebook-world.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('notebook get on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  it('[NB5] shows the notebook as the contract has it, with what the cells printed', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, { content: 'rate', filename: 'a.js' });
    await addCell(world, notebookId, { type: 'markdown', content: 'Why.', position: 1 });
    await recordRun(world, notebookId, cellId, OK);
    const view = await world.ask('notebook get', { notebookId });
    expect(view).toMatchObject({ id: notebookId, cellCount: 4, hasMore: false });
    expect(view.updatedAt).toBeTypeOf('number');
    const id = expect.any(String);
    const packages = '{\n  "type": "module",\n  "dependencies": {}\n}';
    expect(view.cells).toEqual([
      { id, type: 'title', text: 'Hit rate', revision: 1 },
      { id, type: 'markdown', text: 'Why.', revision: 1 },
      {
        ...{ id, type: 'package.json', filename: 'package.json', source: packages },
        ...{ revision: 1, status: 'idle' },
      },
      {
        ...{ id: cellId, type: 'code', language: 'javascript', filename: 'a.js', source: 'rate' },
        ...{ revision: 1, status: 'completed', output: '0.8\n' },
        executedAt: '2026-01-05T09:00:00.000Z',
      },
    ]);
  });

  it('[NB6] list_cells shows the cells without their contents', async () => {
    const notebookId = await createNotebook(world);
    const long = `\n  ${'größe '.repeat(50)}`;
    await addCell(world, notebookId, { type: 'markdown', content: long });
    const cellId = await addCell(world, notebookId, { content: 'let a;\nlet b;' });
    await recordRun(world, notebookId, cellId, { ...OK, reason: 'exit', exit: 1 });
    const view = await world.ask('notebook list_cells', { notebookId });
    expect(view).toMatchObject({ title: 'Hit rate', language: 'javascript', count: 4 });
    expect(view.cells.slice(2)).toEqual([
      {
        ...{ id: expect.any(String), type: 'markdown', chars: long.length },
        begins: `${long.trim().slice(0, 80)}...`,
      },
      {
        ...{ id: cellId, type: 'code', filename: 'cell-1.js', status: 'failed', chars: 13 },
        begins: 'let a;',
      },
    ]);
  });

  it('[NB16] every cell is read once, in pages of any size and budget', async () => {
    const notebookId = await createNotebook(world);
    for (let n = 0; n < 28; n++) {
      await addCell(world, notebookId, { type: 'markdown', content: `${n} ${'x'.repeat(n * 9)}` });
    }
    for (const what of ['get', 'list_cells']) {
      const whole = await world.ask(`notebook ${what}`, { notebookId, limit: 200 });
      const ids = whole.cells.map(({ id }: Shown) => id);
      expect(ids).toHaveLength(30);
      for (const page of [{ limit: 7 }, { max_chars: 600 }, { max_chars: 2_000 }, {}]) {
        const seen: string[] = [];
        let offset: number | undefined = 0;
        while (offset !== undefined) {
          const args = { notebookId, offset, ...page };
          const { cells, nextOffset, hasMore }: Shown = await world.ask(`notebook ${what}`, args);
          expect(hasMore).toBe(nextOffset !== undefined);
          seen.push(...cells.map(({ id }: Shown) => id));
          offset = nextOffset;
        }
        expect(seen, `${what} ${JSON.stringify(page)}`).toEqual(ids);
      }
    }
    const past = await world.ask('notebook get', { notebookId, offset: 99 });
    expect(past).toMatchObject({ cells: [], hasMore: false });
  });

  it('[NB16] a text is cut only if its cell alone does not fit', async () => {
    const notebookId = await createNotebook(world);
    for (const n of [1, 2]) {
      await addCell(world, notebookId, { type: 'markdown', content: `${n}`.repeat(90_000) });
    }
    const page = (args: object) => world.ask('notebook get', { notebookId, ...args });
    const head = await page({});
    expect(head).toMatchObject({ nextOffset: 2, truncated: true });
    const types = head.cells.map(({ type }: Shown) => type);
    expect(types).toEqual(['title', 'package.json']);
    const first = await page({ offset: 2 });
    expect(first).toMatchObject({ nextOffset: 3, truncated: true });
    expect(first.cells[0].text).toMatch(/^1{50000,}\.\.\.$/);
    const second = await page({ offset: 3 });
    expect(second).toMatchObject({ hasMore: false, truncated: true });
    expect(second.cells[0].text).toMatch(/^2{55000,}\.\.\.$/);
    const wide = await page({ offset: 2, max_chars: 200_000 });
    expect(wide.cells.map(({ text }: Shown) => text.length)).toEqual([90_000, 90_000]);
  });
});
