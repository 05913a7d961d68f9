/** Tests of `notebook run_cell`; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { journalOf } from '../../../../test/support/journal.ts';
import {
  addCell,
  createNotebook,
  MORNING_MS,
  recordRun,
} from '../../../../test/support/notebook-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('notebook run_cell on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  const events = async () => {
    const all = await journalOf(world.server.surface.store, world.workspace);
    return all.filter(({ type }) => type.startsWith('notebook_run_'));
  };

  it('[NB70] runs a cell with the files of its notebook, and answers what it printed', async () => {
    const notebookId = await createNotebook(world);
    await addCell(world, notebookId, { filename: 'rows.js', content: 'export const n = 41;' });
    const content = "import { n } from './rows.js';\nconst one: number = 1;\nconsole.log(n + one);";
    const cellId = await addCell(world, notebookId, { filename: 'sum.ts', content });
    const ran = await world.ask('notebook run_cell', { notebookId, cellId });
    expect(ran).toEqual({
      status: 'completed',
      output: '42\n',
      error: null,
      ms: 0,
      runtime: expect.stringMatching(/^quickjs [0-9.]+$/),
    });
    const cell = await world.ask('notebook get_cell', { notebookId, cellId: 'sum.ts' });
    expect(cell).toMatchObject({ status: 'completed', output: '42\n' });
  });

  it('[NB71] a run is two events: its beginning with a lease, and its end', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, { content: 'console.log(1)' });
    await world.ask('notebook run_cell', { notebookId, cellId, timeoutMs: 2_000 });
    const [begun, ended] = await events();
    expect(begun).toMatchObject({
      type: 'notebook_run_started',
      payload: { cell: cellId, runtime: { kind: 'quickjs' }, limits: { timeMs: 2_000 } },
    });
    expect(begun?.payload).toMatchObject({ leaseMs: (begun?.tsMs ?? 0) + 12_000 });
    expect(ended).toMatchObject({
      type: 'notebook_run_ended',
      payload: { cell: cellId, reason: 'ok', stdout: '1\n', stderr: '' },
    });
  });

  it('[NB72] a cell that fails is an answer with its error', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, {
      filename: 'bad.js',
      content: "console.log('before');\nthrow new TypeError('no rows');",
    });
    const ran = await world.ask('notebook run_cell', { notebookId, cellId });
    expect(ran).toMatchObject({ status: 'failed', output: 'before\n' });
    expect(ran.error).toContain('TypeError: no rows');
    expect(ran.error).toContain('bad.js');
  });

  it('[NB72] a cell that takes too long is ended at its limit', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, { content: 'for (;;) {}' });
    const ran = await world.ask('notebook run_cell', { notebookId, cellId, timeoutMs: 200 });
    expect(ran).toMatchObject({ status: 'failed', reason: 'time' });
  });

  it('[NB73] a long output is shortened in the middle; get_cell has the rest', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, {
      content: "console.log('a' + 'x'.repeat(9000) + 'z')",
    });
    const ran = await world.ask('notebook run_cell', { notebookId, cellId, maxOutput: 300 });
    expect(ran.output).toMatch(/^ax+\n\[8703 characters left out: get_cell\]\nx+z\n$/);
    expect(JSON.stringify(ran).length).toBeLessThan(300 + 300);
    const cell = await world.ask('notebook get_cell', { notebookId, cellId });
    expect(cell.output).toHaveLength(9_003);
  });

  it('[NB74] only code is run', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, { type: 'markdown', content: 'Why' });
    const prose = await world.refused('notebook run_cell', { notebookId, cellId });
    expect(prose.message).toBe('cellId: a markdown cell is prose; only code cells are run');
    const list = await world.refused('notebook run_cell', { notebookId, cellId: 'package.json' });
    expect(list.details.next).toMatchObject([
      { args: { subOperation: 'install_deps', notebookId } },
    ]);
    expect(await events()).toEqual([]);
  });

  it('[NB75] a cell that is running is refused with the seconds left', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, {});
    const nowMs = MORNING_MS + 3_600_000;
    await recordRun(world, notebookId, cellId, undefined, { nowMs, leaseMs: nowMs + 40_000 });
    const refusal = await world.refused('notebook run_cell', { notebookId, cellId });
    expect(refusal.code).toBe('CONFLICT');
    expect(refusal.message).toMatch(/^cellId: the cell is running, for at most \d+ s more$/);
    await world.follow(refusal);
  });

  it('[NB76] a run whose server is gone is ended as interrupted by the next one', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, { content: 'console.log(2)' });
    await recordRun(world, notebookId, cellId, undefined, { nowMs: 1, leaseMs: 2 });
    const before = await world.ask('notebook get_cell', { notebookId, cellId });
    expect(before).toMatchObject({ status: 'failed', error: expect.stringMatching(/server/) });
    expect(await world.ask('notebook run_cell', { notebookId, cellId })).toMatchObject({
      output: '2\n',
    });
    const reasons = (await events()).map(({ payload }) => Reflect.get(payload, 'reason'));
    expect(reasons).toEqual([undefined, 'interrupted', undefined, 'ok']);
  });
});
