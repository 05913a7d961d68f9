/** The views of notebooks, cells and runs. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import {
  addCell,
  createNotebook,
  MORNING_MS,
  OK,
  recordRun,
} from '../../../../test/support/notebook-world.ts';
import { openThoughtWorld, type ThoughtWorld } from '../../../../test/support/thought-world.ts';
import { ViewMirror } from '../../../../test/support/view-mirror.ts';
import type { ViewRow } from '../../view.ts';
import type { CellDetailRow, CellRow } from './cells-view.ts';
import type { NotebookDetailRow, NotebookRow } from './notebooks-view.ts';

describe.each(MAIN_ENGINES)('views of notebooks on $name', (engine) => {
  let world: ThoughtWorld;
  let followed: ViewMirror<ViewRow>[] = [];
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    followed = [];
    await world.next();
    await world.begin();
  });
  const follow = async <Row extends ViewRow>(view: string, args: object = {}) => {
    const { store } = world.server.surface;
    const mirror = await ViewMirror.of<Row>(store, world.workspace, view, args);
    followed.push(mirror as unknown as ViewMirror<ViewRow>);
    return mirror;
  };
  const agree = async () => {
    for (const each of followed) await each.catchUp();
  };
  const act = async (what: string, args: object) => {
    await world.ask(what, args);
    await agree();
  };

  it('[OB94] notebooks are listed with their cells counted by how they last ended', async () => {
    const list = await follow<NotebookRow>('notebooks');
    const notebook = await createNotebook(world);
    await agree();
    expect(list.row(notebook)).toMatchObject({ title: 'Hit rate', cells: 2, never: 1, ok: 0 });
    expect(list.row(notebook)).not.toHaveProperty('lastRun');
    const cell = await addCell(world, notebook, { filename: 'a.js' });
    const other = await addCell(world, notebook, { filename: 'b.js' });
    await recordRun(world, notebook, cell, OK);
    await agree();
    expect(list.row(notebook)).toMatchObject({ cells: 4, ok: 1, never: 2, lastRun: { end: 'ok' } });
    await recordRun(world, notebook, other, { ...OK, reason: 'exit', exit: 2 });
    await agree();
    expect(list.row(notebook)).toMatchObject({ ok: 1, failed: 1, lastRun: { end: 'exit' } });
    await recordRun(world, notebook, cell, undefined, { nowMs: MORNING_MS + 60_000 });
    await agree();
    expect(list.row(notebook)).toMatchObject({ ok: 0, open: 1, lastRun: { end: 'open' } });
    expect(list.resets).toBe(0);
    const one = await follow<NotebookDetailRow>('notebook', { id: notebook });
    expect(one.rows).toMatchObject([{ packages: [], title: 'Hit rate' }]);
    await act('notebook delete', { notebookId: notebook });
    expect([list.rows, one.rows]).toEqual([[], []]);
  });

  it('[OB95] cells stay in order through edits, moves and deletions', async () => {
    const notebook = await createNotebook(world);
    const cells = await follow<CellRow>('cells', { notebook });
    const first = await addCell(world, notebook, { filename: 'a.js', content: 'export {}' });
    await agree();
    const second = await addCell(world, notebook, { type: 'markdown', content: '# Why' });
    await agree();
    expect(cells.row(first)).toMatchObject({
      ...{ type: 'code', language: 'javascript', filename: 'a.js', text: 'export {}' },
      ...{ position: 2, revision: 1 },
    });
    const resets = cells.resets;
    await act('notebook update_cell', {
      ...{ notebookId: notebook, cellId: first, content: 'y'.repeat(5_000) },
    });
    expect(cells.row(first)).toMatchObject({ text: 'y'.repeat(4_096), more: true, revision: 2 });
    expect(cells.resets).toBe(resets);
    await act('notebook move_cell', { notebookId: notebook, cellId: second, position: 1 });
    expect(cells.row(second)?.position).toBe(1);
    await act('notebook delete_cell', { notebookId: notebook, cellId: second });
    expect(cells.rows.map(({ position }) => position).sort()).toEqual([0, 1, 2]);
  });

  it('[OB95] a cell says how its last run ended, who ran it, and what it printed first', async () => {
    const notebook = await createNotebook(world);
    const cell = await addCell(world, notebook, { filename: 'a.js' });
    const cells = await follow<CellRow>('cells', { notebook });
    expect(cells.row(cell)).not.toHaveProperty('run');
    await recordRun(world, notebook, cell);
    await agree();
    expect(cells.row(cell)?.run).toMatchObject({ by: 'runner', runtime: 'node 22.0.0' });
    expect(cells.row(cell)?.run).not.toHaveProperty('reason');
    const late = { nowMs: MORNING_MS + 100_000 };
    const printed = { stdout: 'o'.repeat(3_000), stderr: 'warned' };
    await recordRun(world, notebook, cell, { ...OK, ...printed }, late);
    await agree();
    expect(cells.row(cell)?.run).toMatchObject({
      ...{ reason: 'ok', ms: 40, stdout: 'o'.repeat(2_048), stderr: 'warned', more: true },
    });
    await act('notebook update_cell', { notebookId: notebook, cellId: cell, content: '2' });
    expect(cells.row(cell)).toHaveProperty('outdated', true);
    expect(cells.resets).toBe(0);
  });

  it('[OB95] 500 cells come in pages, with a bounded part of each text', async () => {
    const notebook = await createNotebook(world);
    const { store } = world.server.surface;
    await store.write({ workspace: world.workspace, agent: 'a', nowMs: 1 }, (tx) =>
      tx.append(
        Array.from({ length: 500 }, (_, at) => ({
          ...{ type: 'notebook_cell_added', entity: `notebook:${notebook}` },
          payload: {
            cell: { id: `c${at}`, type: 'markdown', content: '😀'.repeat(5_000) },
            position: at + 2,
          },
        })),
      ),
    );
    const cells = await follow<CellRow>('cells', { notebook });
    expect(cells.rows).toHaveLength(502);
    expect(cells.rows.map(({ position }) => position)).toEqual(
      Array.from({ length: 502 }, (_, at) => at),
    );
    expect(cells.row('c7')).toMatchObject({ text: '😀'.repeat(1_024), more: true });
  });

  it('[OB96] one cell has its whole text, all that it printed, and its runs', async () => {
    const notebook = await createNotebook(world);
    const content = 'z'.repeat(9_000);
    const cell = await addCell(world, notebook, { filename: 'a.js', content });
    const one = await follow<CellDetailRow>('cell', { notebook, cell });
    expect(one.rows).toMatchObject([{ text: content, runs: [], notebookTitle: 'Hit rate' }]);
    const stdout = 'line\n'.repeat(5_000);
    await recordRun(world, notebook, cell, { ...OK, stdout });
    await agree();
    expect(one.rows[0]).toMatchObject({
      ...{ run: { stdout, by: 'runner' }, limits: { timeMs: 30_000 }, source: 'f0'.repeat(32) },
    });
    await recordRun(world, notebook, cell, 'cancelled', { nowMs: MORNING_MS + 100_000 });
    await agree();
    expect(one.rows[0]?.runs).toMatchObject([
      { reason: 'cancelled', by: 'runner' },
      { reason: 'ok' },
    ]);
    const other = await addCell(world, notebook, { filename: 'b.js' });
    await agree();
    await recordRun(world, notebook, other, OK);
    await agree();
    expect(one.touched).toEqual([]);
    await act('notebook delete_cell', { notebookId: notebook, cellId: cell });
    expect(one.rows).toEqual([]);
  });
});
