/** Tests of `notebook cancel`; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { addCell, createNotebook } from '../../../../test/support/notebook-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { dispatch } from '../../../surface/dispatch.ts';
import type { Reply } from '../../../surface/render.ts';

describe.each(MAIN_ENGINES)('notebook cancel on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  it('[NB77] ends the run, which keeps what it printed', async () => {
    const notebookId = await createNotebook(world);
    const content = "console.log('begun'); await new Promise((done) => setTimeout(done, 60_000));";
    const cellId = await addCell(world, notebookId, { content });
    const args = { operation: 'notebook', subOperation: 'run_cell', notebookId, cellId };
    const call = { tool: GATEWAY, args: { workspace: world.workspace, ...args } };
    let running: Promise<Reply> | undefined;
    await new Promise<string>((report) => {
      running = dispatch(world.server.surface, call, world.caller, { report });
    });
    expect(await world.ask('notebook cancel', { notebookId, cellId })).toEqual({ cancelled: true });
    expect(JSON.parse((await running)?.text ?? '')).toMatchObject({
      status: 'failed',
      reason: 'cancelled',
      output: 'begun\n',
      error: expect.stringMatching(/cancelled/),
    });
    const cell = await world.ask('notebook get_cell', { notebookId, cellId });
    expect(cell).toMatchObject({ status: 'failed', output: 'begun\n' });
  });

  it('[NB77] is refused if the cell is not running', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, {});
    const refusal = await world.refused('notebook cancel', { notebookId, cellId });
    expect(refusal).toMatchObject({ code: 'CONFLICT', message: 'cellId: the cell is not running' });
    await world.follow(refusal);
  });
});
