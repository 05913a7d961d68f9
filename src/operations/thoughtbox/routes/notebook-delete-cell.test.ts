/** Tests of `notebook delete_cell` and `notebook delete`; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import {
  addCell,
  createNotebook,
  OK,
  order,
  recordRun,
} from '../../../../test/support/notebook-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';
import { endRun } from '../../../domain/notebooks/run-decisions.ts';

describe.each(MAIN_ENGINES)('notebook delete_cell on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  it('[NB12] a deleted cell is gone, the others close up, and its name is free', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, { filename: 'a.js' });
    await addCell(world, notebookId, { filename: 'b.js' });
    expect(await world.ask('notebook delete_cell', { notebookId, cellId })).toEqual({
      ...{ cellId, deleted: true, cellCount: 3 },
    });
    expect(await order(world, notebookId)).toEqual(['Hit rate', 'package.json', 'b.js']);
    await addCell(world, notebookId, { filename: 'a.js', position: 0 });
    const { cells, cellCount } = await world.ask('notebook get', { notebookId });
    expect([cells.length, cellCount]).toEqual([4, 4]);
    for (const what of ['get_cell', 'update_cell', 'move_cell', 'delete_cell']) {
      const args = { notebookId, cellId, ...(what === 'update_cell' ? { content: 'x' } : {}) };
      const refusal = await world.refused(`notebook ${what}`, args);
      expect(refusal.message).toContain(`no cell "${cellId}"`);
      await world.follow(refusal);
    }
  });

  it('[NB12] a deleted notebook is gone; the runs of what was deleted can be read', async () => {
    const notebookId = await createNotebook(world);
    const other = await createNotebook(world);
    const cellId = await addCell(world, notebookId, {});
    const run = await recordRun(world, notebookId, cellId, OK);
    await world.ask('notebook delete_cell', { notebookId, cellId });
    expect(await world.ask('notebook delete', { notebookId })).toEqual({
      ...{ notebookId, deleted: true },
    });
    const { store } = world.server.surface;
    const kept = await store.read(world.workspace, (tx) => tx.notebooks.run(run));
    expect(kept).toMatchObject({ notebook: notebookId, cell: cellId, end: { stdout: '0.8\n' } });
    expect((await world.ask('notebook list')).notebooks).toMatchObject([{ id: other }]);
    for (const what of ['get', 'list_cells', 'export', 'delete']) {
      const refusal = await world.refused(`notebook ${what}`, { notebookId });
      expect(refusal).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'notebookId' } });
    }
    expect(await store.check()).toEqual([]);
  });

  it('[NB20] a run hinders no change, and its end is entered for what was deleted', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, {});
    await recordRun(world, notebookId, cellId);
    await world.ask('notebook update_cell', { notebookId, cellId, content: 'two' });
    expect(await world.ask('notebook get_cell', { notebookId, cellId })).toMatchObject({
      ...{ status: 'running', outdated: true },
    });
    await world.ask('notebook delete', { notebookId });
    const { store } = world.server.surface;
    const writer = { workspace: world.workspace, agent: 'runner', nowMs: Date.UTC(2026, 0, 5, 10) };
    await store.write(writer, async (tx) => {
      const [begun] = await tx.notebooks.runs(cellId, { offset: 0, limit: 1 });
      return tx.append(begun ? endRun(notebookId, begun, OK) : []);
    });
    const [ended] = await store.read(world.workspace, (tx) =>
      tx.notebooks.runs(cellId, { offset: 0, limit: 5 }),
    );
    expect(ended).toMatchObject({ ended: { reason: 'ok' } });
    expect(await store.check()).toEqual([]);
  });

  it('[NB17] no answer to a call that writes repeats what was sent, and all are short', async () => {
    const said = 'Größe 界 of everything';
    const id = await createNotebook(world);
    const cellId = await addCell(world, id, {});
    const notebookId = 'latest';
    for (const [what, args] of [
      ['create', { name: said, template: 'sequential-feynman', topic: said }],
      ['add_cell', { notebookId, type: 'markdown', content: said }],
      [
        'add_cell',
        { notebookId: id, type: 'code', content: said, filename: `${'x'.repeat(60)}.js` },
      ],
      ['update_cell', { notebookId, cellId, content: said }],
      ['move_cell', { notebookId, cellId, position: 0 }],
      ['delete_cell', { notebookId, cellId }],
      ['delete', { notebookId }],
    ] as const) {
      const text = JSON.stringify(await world.ask(`notebook ${what}`, args));
      expect(text.length, text).toBeLessThanOrEqual(250);
      expect(text).not.toContain(said);
    }
  });
});
