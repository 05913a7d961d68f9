/** Rows of memory and notebooks that are kept by what events touch, through random runs. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from './support/engines.ts';
import { KeptView } from './support/kept-view.ts';
import {
  checkOut,
  createBranch,
  deleteBranch,
  renameBranch,
} from './support/memory-model/branch-steps.ts';
import { mergeGraphs, resolveConflict } from './support/memory-model/graph-merge-steps.ts';
import { applyOps } from './support/memory-model/graph-steps.ts';
import { Memory } from './support/memory-model/model.ts';
import { commitNote, mergeNotes } from './support/memory-model/note-steps.ts';
import { type Run, type Step, workspace } from './support/memory-model/run.ts';
import {
  beginAnew,
  type Run as NotebookRun,
  type Step as NotebookStep,
  newRun,
} from './support/notebook-model/run.ts';
import {
  addCell,
  create,
  deleteCell,
  moveCell,
  runCell,
  updateCell,
} from './support/notebook-model/steps.ts';
import { randomFrom } from './support/random.ts';
import { openTestSurface, type TestSurface } from './support/surface.ts';

const SEED = Number(process.env.WAYMARK_SEED ?? 20_261_118);
/** Steps between two comparisons with a fresh reader. */
const INTERVAL = 10;
const MAX_BRANCHES = 6;

const STEPS: readonly Step[] = [
  ...[commitNote, commitNote, applyOps, applyOps, applyOps, createBranch, checkOut],
  ...[renameBranch, deleteBranch, mergeNotes, mergeGraphs, mergeGraphs, resolveConflict],
];

const NOTEBOOK_STEPS: readonly NotebookStep[] = [
  ...[addCell, addCell, updateCell, moveCell, deleteCell, runCell, runCell, create],
];

/** The views that are followed, each once. */
class Kept {
  readonly all = new Map<string, KeptView>();
  readonly #server: TestSurface;
  readonly #workspace: string;

  constructor(server: TestSurface, of: string) {
    this.#server = server;
    this.#workspace = of;
  }

  async watch(name: string, args = {}): Promise<void> {
    const { store } = this.#server.surface;
    const options = { store, now: () => Date.UTC(2026, 0, 5, 12) };
    const view = new KeptView(options, this.#workspace, name, args);
    if (this.all.has(view.name)) return;
    await view.load();
    this.all.set(view.name, view);
  }

  async follow(): Promise<void> {
    for (const view of this.all.values()) await view.follow();
  }

  async expectFresh(after: string): Promise<void> {
    for (const view of this.all.values()) await view.expectFresh(after);
  }
}

async function watchBranches(kept: Kept, server: TestSurface): Promise<void> {
  const branches = await server.surface.store.read(workspace, (tx) => tx.branches.list(100));
  for (const { id } of branches.slice(0, MAX_BRANCHES)) {
    await kept.watch('documents', { branch: id });
    for (const doc of ['notes', 'risks', 'graph']) await kept.watch('notes', { branch: id, doc });
    for (const doc of ['graph', 'risks']) await kept.watch('cards', { branch: id, doc });
    await kept.watch('card', { branch: id, doc: 'graph', id: 'a' });
  }
}

async function watchConflicts(kept: Kept, server: TestSurface): Promise<void> {
  const found = await server.surface.store.read(workspace, (tx) =>
    tx.conflicts.all('open', { limit: 2 }),
  );
  for (const { id } of found) await kept.watch('conflict', { id });
}

describe.each(MAIN_ENGINES)('rows that are kept on $name', (engine) => {
  const steps = Number(process.env.WAYMARK_STEPS ?? (engine.name === 'postgres' ? 40 : 150));

  it(`[OB80] [OB81] [OB83] [OB87] are as a fresh reader gets them, through ${steps} random steps (seed ${SEED})`, async () => {
    const server = await openTestSurface({ engine });
    try {
      await server.call('init', { workspace });
      const known = { server, memory: new Memory(), random: randomFrom(SEED) };
      const run: Run = { ...known, step: 0, last: '', done: new Map() };
      const kept = new Kept(server, workspace);
      await kept.watch('branches');
      await kept.watch('conflicts', { status: 'open' });
      await kept.watch('conflicts', { status: 'resolved' });
      for (run.step = 1; run.step <= steps; run.step++) {
        await run.random.pick(STEPS)(run);
        await kept.follow();
        await watchBranches(kept, server);
        await watchConflicts(kept, server);
        if (run.step % INTERVAL > 0 && run.step < steps) continue;
        await kept.expectFresh(`step ${run.step}, ${run.last}`);
      }
      expect(kept.all.size).toBeGreaterThan(20);
    } finally {
      await server.close();
    }
  });

  it(`[OB94] [OB95] [OB96] of notebooks too, through ${steps} random steps (seed ${SEED})`, async () => {
    const server = await openTestSurface({ engine });
    try {
      const run: NotebookRun = newRun(server, randomFrom(SEED));
      await beginAnew(run, 'round');
      const kept = new Kept(server, 'round');
      await kept.watch('notebooks');
      for (run.step = 1; run.step <= steps; run.step++) {
        await run.random.pick(NOTEBOOK_STEPS)(run);
        await kept.follow();
        for (const { id, cells } of run.model.notebooks.slice(0, 4)) {
          await kept.watch('notebook', { id });
          await kept.watch('cells', { notebook: id });
          const [, , cell] = cells;
          if (cell) await kept.watch('cell', { notebook: id, cell: cell.id });
        }
        if (run.step % INTERVAL > 0 && run.step < steps) continue;
        await kept.expectFresh(`step ${run.step}, ${run.last}`);
      }
      expect(kept.all.size).toBeGreaterThan(6);
    } finally {
      await server.close();
    }
  });
});
