/** Tests of `notebook get_cell`; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import {
  addCell,
  createNotebook,
  MORNING_MS,
  OK,
  recordRun,
} from '../../../../test/support/notebook-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('notebook get_cell on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  const shown = (notebookId: string, cellId: string, args: object = {}) =>
    world.ask('notebook get_cell', { notebookId, cellId, ...args });

  it('[NB7] shows a cell in both forms of the contract', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, { content: 'rate', filename: 'a.js' });
    expect(await shown(notebookId, cellId)).toEqual({
      ...{ id: cellId, type: 'code', language: 'javascript', filename: 'a.js', revision: 1 },
      ...{ source: 'rate', content: 'rate', status: 'idle', position: 2 },
    });
    const prose = await addCell(world, notebookId, { type: 'markdown', content: 'Why.' });
    expect(await shown(notebookId, prose)).toEqual({
      ...{ id: prose, type: 'markdown', revision: 1, position: 3 },
      ...{ text: 'Why.', content: 'Why.' },
    });
  });

  it('[NB7] [NB24] shows what the last run left', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, { content: 'rate' });
    const failed = { ...OK, reason: 'exit', exit: 1, stderr: 'Error: no' } as const;
    await recordRun(world, notebookId, cellId, OK);
    await recordRun(world, notebookId, cellId, failed);
    expect(await shown(notebookId, cellId)).toMatchObject({
      ...{ status: 'failed', output: '0.8\n', error: 'Error: no' },
    });
    await world.ask('notebook update_cell', { notebookId, cellId, content: 'better' });
    expect(await shown(notebookId, cellId)).toMatchObject({ status: 'failed', outdated: true });
    await recordRun(world, notebookId, cellId, 'cancelled');
    const cancelled = await shown(notebookId, cellId);
    expect(cancelled).toMatchObject({ status: 'failed', error: 'The run was cancelled.' });
    expect(cancelled).not.toHaveProperty('outdated');
  });

  it('[NB21] a run whose lease has passed reads as failed, and the next one ends it', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, {});
    const early = MORNING_MS - 100_000;
    const first = await recordRun(world, notebookId, cellId, undefined, { nowMs: early });
    expect(await shown(notebookId, cellId)).toMatchObject({
      status: 'failed',
      error: 'The server that ran the cell ended before the run did.',
    });
    const second = await recordRun(world, notebookId, cellId);
    expect(await shown(notebookId, cellId)).toMatchObject({ status: 'running' });
    const { store } = world.server.surface;
    const runs = await store.read(world.workspace, (tx) =>
      tx.notebooks.runs(cellId, { offset: 0, limit: 9 }),
    );
    expect(runs).toMatchObject([{ id: second }, { id: first, ended: { reason: 'interrupted' } }]);
    const whole = await store.read(world.workspace, (tx) => tx.notebooks.run(first));
    expect(whole).toMatchObject({ agent: 'runner', end: { ms: 40_000, stdout: '' } });
  });

  it('[NB13] cells go by their file names too, and notebooks by latest', async () => {
    const older = await createNotebook(world);
    await addCell(world, older, { filename: 'a.js', content: 'older' });
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, { filename: 'a.js', content: 'newer' });
    const latest = await shown('latest', 'A.js');
    expect(latest).toMatchObject({ notebookId, id: cellId, content: 'newer' });
    expect(await shown(notebookId.toUpperCase(), cellId.toUpperCase())).not.toHaveProperty(
      'notebookId',
    );
    const named = { notebookId: 'latest', type: 'markdown', content: 'm', afterCellId: 'a.js' };
    expect(await world.ask('notebook add_cell', named)).toMatchObject({ notebookId, position: 3 });
    const update = { notebookId: older, cellId: 'a.js', content: 'x' };
    await world.ask('notebook update_cell', update);
    expect((await shown('latest', 'a.js')).notebookId).toBe(older);
  });

  it('[NB14] an unknown id leads to the nearest name, or to a list', async () => {
    const none = await world.refused('notebook get', { notebookId: 'latest' });
    expect(none.details.next[0].args.subOperation).toBe('create');
    await world.follow(none);
    const notebookId = await createNotebook(world, { name: 'Slow pages' });
    await addCell(world, notebookId, { filename: 'load.js' });
    const next = async (what: string, args: object) => {
      const refusal = await world.refused(`notebook ${what}`, args);
      expect(refusal.code).toBe('INVALID_PAYLOAD');
      await world.follow(refusal);
      return refusal.details.next[0].args;
    };
    expect(await next('get', { notebookId: 'slow page' })).toMatchObject({
      ...{ subOperation: 'get', notebookId },
    });
    expect(await next('get', { notebookId: 'nothing like it' })).toMatchObject({
      subOperation: 'list',
    });
    expect(await next('get_cell', { notebookId, cellId: 'laod.js' })).toMatchObject({
      ...{ subOperation: 'get_cell', notebookId, cellId: 'load.js' },
    });
    expect(await next('get_cell', { notebookId, cellId: 'x' })).toMatchObject({
      ...{ subOperation: 'list_cells', notebookId },
    });
    expect(await next('delete', { notebookId: 'slow page' })).toMatchObject({
      subOperation: 'list',
    });
    expect(await next('delete_cell', { notebookId, cellId: 'laod.js' })).toMatchObject({
      subOperation: 'list_cells',
    });
  });

  it('[NB16] a small budget drops the second form first', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, { content: 'x'.repeat(1_000) });
    await recordRun(world, notebookId, cellId, OK);
    const view = await shown(notebookId, cellId, { max_chars: 1_600 });
    expect(view).toMatchObject({ source: 'x'.repeat(1_000), output: '0.8\n', truncated: true });
    expect(view).not.toHaveProperty('content');
  });
});
