/** What recall finds of notebooks, by the rules in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { addCell, createNotebook, OK, recordRun } from '../../../../test/support/notebook-world.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';
import type { EventDraft } from '../../../domain/journal/event.ts';
import { notebookEntity } from '../../../domain/notebooks/notebook.ts';
import { endRun } from '../../../domain/notebooks/run-decisions.ts';

describe.each(MAIN_ENGINES)('the texts of notebooks on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  const found = async (args: object) => {
    const { text } = await world.server.call('recall', { workspace: world.workspace, ...args });
    return JSON.parse(text).result.hits.map(({ kind }: Shown) => kind);
  };

  /** A run that printed `alphaword` ends, and the notebook is deleted: in this order, if at once. */
  async function endAndDelete(order: 'run, notebook' | 'notebook, run', appends: 1 | 2) {
    const notebook = await createNotebook(world);
    const cell = await addCell(world, notebook, {});
    await recordRun(world, notebook, cell);
    const writer = { workspace: world.workspace, agent: 'runner', nowMs: Date.UTC(2026, 0, 5, 10) };
    await world.server.surface.store.write(writer, async (tx) => {
      const [begun] = await tx.notebooks.runs(cell, { offset: 0, limit: 1 });
      const ended = begun ? endRun(notebook, begun, { ...OK, stdout: 'alphaword' }) : [];
      const entity = notebookEntity(notebook);
      const deleted: EventDraft = { type: 'notebook_deleted', entity, payload: { id: notebook } };
      const drafts = order === 'run, notebook' ? [...ended, deleted] : [deleted, ...ended];
      if (appends === 1) return tx.append(drafts);
      for (const draft of drafts) await tx.append([draft]);
    });
  }

  it.each([
    ['run, notebook', 1],
    ['run, notebook', 2],
    ['notebook, run', 1],
    ['notebook, run', 2],
  ] as const)(
    '[RC2] no output of a deleted notebook is found: %s in %i',
    async (order, appends) => {
      await endAndDelete(order, appends);
      expect(await found({ query: 'alphaword' })).toEqual([]);
      expect(await found({ kinds: ['output', 'cell', 'notebook'] })).toEqual([]);
      const { store } = world.server.surface;
      expect(await store.check()).toEqual([]);
      await store.rebuild();
      expect(await found({ query: 'alphaword' })).toEqual([]);
    },
  );

  it('[RC2] the output of a deleted cell is found as long as its notebook is there', async () => {
    const notebookId = await createNotebook(world);
    const cellId = await addCell(world, notebookId, {});
    await recordRun(world, notebookId, cellId, { ...OK, stdout: 'betaword' });
    await world.ask('notebook delete_cell', { notebookId, cellId });
    expect(await found({ query: 'betaword' })).toEqual(['output']);
    await world.ask('notebook delete', { notebookId });
    expect(await found({ query: 'betaword' })).toEqual([]);
  });
});
