/** Runs of cells as evidence of steps and of work; the rules are in docs/spec/notebooks.md. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';
import type { Shown } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('a run as evidence on $name', (engine) => {
  let test: TestSurface;
  let notebookId: string;

  beforeEach(async () => {
    test = await openTestSurface({ engine, defaultWorkspace: 'w', thoughts: { stages: false } });
    ({ notebookId } = await notebook('create', { name: 'Hit rate' }));
    await notebook('add_cell', cell('rate.js', 'console.log(40 / 50);'));
  });
  afterEach(() => test.close());

  const cell = (filename: string, content: string) => ({
    ...{ notebookId, type: 'code', filename, content },
  });

  async function notebook(subOperation: string, args: object): Promise<Shown> {
    const call = { operation: 'notebook', subOperation, ...args };
    return JSON.parse((await test.call('thoughtbox_gateway', call)).text);
  }

  const run = (cellId: string) => notebook('run_cell', { notebookId, cellId });

  const startTask = () =>
    test.call('tasks_macro_start', {
      task_title: 'Measure the cache',
      steps: [{ title: 'Measure', success_criteria: ['The rate is known'], tests: ['rate.js'] }],
    });

  const close = (ref: string) => test.call('tasks_macro_close_step', { proof: { cell: ref } });

  it('[NB84] proves a step with what was run, its output and its hash', async () => {
    await run('rate.js');
    await startTask();
    const closed = await test.call('tasks_macro_close_step', {
      proof: { cell: `${notebookId}:rate.js` },
    });
    expect(closed.isError, closed.text).toBe(false);
    expect(closed.text).not.toContain('PROOF_WEAK');
    const artifact = (await captured())[0];
    expect(artifact).toMatchObject({
      kind: 'cmd_output',
      stdout: '0.8\n',
      exit_code: 0,
      meta: {
        notebook: notebookId,
        status: 'completed',
        sha256: expect.stringMatching(/^\w{64}$/),
      },
    });
  });

  async function captured(): Promise<Shown[]> {
    return test.surface.store.read('w', async (tx) => {
      const all = await tx.journal.after(0, 1_000);
      return all.flatMap((event) =>
        event.type === 'evidence_captured' ? ((event.payload as Shown).evidence?.items ?? []) : [],
      );
    });
  }

  it('[NB85] a cell that was not run, has changed, or failed proves no step', async () => {
    await startTask();
    const ref = `${notebookId}:rate.js`;
    expect((await close(ref)).text).toContain('rate.js was never run');
    await run('rate.js');
    await notebook('update_cell', { notebookId, cellId: 'rate.js', content: 'throw 1;' });
    expect((await close(ref)).text).toContain('rate.js was changed after its last run');
    await run('rate.js');
    expect((await close(ref)).text).toContain('which is no proof');
    expect((await close(`${notebookId}:other.js`)).text).toContain('UNKNOWN_ID');
    expect((await close('nowhere:rate.js')).text).toContain('no notebook');
    // As evidence of a fault it may be kept.
    const kept = await test.call('tasks_evidence_capture', { path: 's:0', cell: ref });
    expect(kept.isError, kept.text).toBe(false);
    expect((await captured())[0]).toMatchObject({ exit_code: 1, meta: { status: 'failed' } });
  });

  it('[NB86] is evidence of work, in a line with the run and its hash', async () => {
    await run('rate.js');
    const opened = JSON.parse((await test.call('graph_open', { project: 'p', goal: 'g' })).text);
    const add = (ref: string) =>
      test.call('graph_update', {
        updates: [{ node_id: opened.root.id, add_evidence: [{ type: 'cell', ref }] }],
      });
    expect((await add(`${notebookId}:rate.js`)).isError).toBe(false);
    expect((await add('B4 of the sheet')).isError).toBe(false);
    const refused = await add(`${notebookId}:other.js`);
    expect(JSON.parse(refused.text)).toMatchObject({ field: 'updates.0.add_evidence.0.ref' });
    const { text } = await test.call('graph_context', { node_id: opened.root.id });
    expect(text).toContain('B4 of the sheet');
    expect(text).toMatch(/completed, rate\.js of the notebook .*, run \S+, sha256 \w{16}: 0\.8/);
  });

  it('[NB87] a thought cites cells, and shows them when it is read', async () => {
    const gateway = async (args: object): Promise<Shown> =>
      JSON.parse((await test.call('thoughtbox_gateway', args)).text);
    const thought = {
      operation: 'thought',
      thought: 'The cache is fine.',
      nextThoughtNeeded: true,
    };
    const refused = await gateway({ ...thought, cells: [`${notebookId}:other.js`] });
    expect(refused.message).toContain('has no cell "other.js"');
    const { sessionId } = await gateway({ ...thought, cells: [`${notebookId}:rate.js`] });
    const shown = await gateway({ operation: 'session', subOperation: 'get', sessionId });
    const { cells } = await notebook('list_cells', { notebookId });
    const { id } = cells.find(({ filename }: Shown) => filename === 'rate.js');
    expect(shown.thoughts).toMatchObject([{ cells: [`${notebookId}:${id}`] }]);
  });
});
