/**
 * Long random runs of everything that branches, notes and graphs can do, mixed, on each engine,
 * against a naive model that copies whole branches. WAYMARK_SEED replays a failure.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from './support/engines.ts';
import {
  branchWithNote,
  checkOut,
  createBranch,
  deleteBranch,
  renameBranch,
} from './support/memory/branch-steps.ts';
import {
  listConflicts,
  meetAgain,
  mergeGraphs,
  resolveConflict,
} from './support/memory/graph-merge-steps.ts';
import {
  applyOps,
  compareGraphs,
  queryGraph,
  validateGraph,
} from './support/memory/graph-steps.ts';
import { Memory } from './support/memory/model.ts';
import { commitNote, compareNotes, look, mergeNotes } from './support/memory/note-steps.ts';
import { expectSameHead, type Run, type Step, workspace } from './support/memory/run.ts';
import { expectSameState } from './support/memory/whole-state.ts';
import { randomFrom } from './support/random.ts';
import { openTestSurface } from './support/surface.ts';

const SEED = Number(process.env.WAYMARK_SEED ?? 20_261_115);
const MOST_MS_PER_STEP = 150;

/** A round trip to the server costs more than a call of the library. */
const STEPS = { sqlite: 2_000, postgres: 800 };

/** Between two looks at everything. */
const INTERVAL = 250;

const WEIGHTS: readonly (readonly [number, Step])[] = [
  [7, commitNote],
  [9, applyOps],
  [3, createBranch],
  [1, branchWithNote],
  [2, checkOut],
  [1, renameBranch],
  [2, deleteBranch],
  [3, mergeNotes],
  [4, mergeGraphs],
  [4, resolveConflict],
  [2, meetAgain],
  [1, listConflicts],
  [1, look],
  [1, compareNotes],
  [2, queryGraph],
  [1, compareGraphs],
  [1, validateGraph],
];

const STEP_KINDS = WEIGHTS.flatMap(([weight, step]) => Array<Step>(weight).fill(step));

/** What a long run must have done, or it has shown little. */
const MUST_HAPPEN = [
  ...['branch_create ok', 'branch_create CONFLICT', 'branch_create INVALID_NAME'],
  ...['branch_rename ok', 'branch_delete ok', 'branch_delete CONFLICT', 'macro_branch_note ok'],
  ...['notes copied', 'merge ok', 'merge INVALID_INPUT', 'merge MERGE_NOT_SUPPORTED'],
  ...['graph_apply ok', 'graph_apply INVALID_INPUT', 'graph_merge MERGE_NOT_SUPPORTED'],
  ...['graph written', 'graph skipped', 'conflicts found', 'use_from', 'use_into'],
  ...['graph_conflict_resolve CONFLICT', 'graph_conflict_resolve UNKNOWN_ID'],
];

async function walk(run: Run, steps: number): Promise<void> {
  for (run.step = 1; run.step <= steps; run.step++) {
    await run.random.pick(STEP_KINDS)(run);
    await expectSameHead(run);
    if (run.step % INTERVAL === 0) await expectSameState(run);
  }
}

/** The journal alone must explain every projected row, and give the same memory again. */
async function rebuild(run: Run): Promise<void> {
  const { store } = run.server.surface;
  expect(await store.check()).toEqual([]);
  await store.rebuild();
  expect(await store.check()).toEqual([]);
  await expectSameState(run);
}

/** Says in the failure how to come to it again. */
function placed(error: unknown, { step, last }: Run): unknown {
  if (error instanceof Error) {
    error.message = `seed ${SEED}, step ${step}, last call ${last}\n${error.message}`;
  }
  return error;
}

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  const usual = engine.name === 'postgres' ? STEPS.postgres : STEPS.sqlite;
  const steps = Number(process.env.WAYMARK_STEPS ?? usual);
  const most = Math.max(120_000, steps * MOST_MS_PER_STEP);

  it(
    `[N14] [V1] [V8] [G20] [G22] [G27] [G28] [S13] ${steps} steps agree with the model, and rebuild alike (seed ${SEED})`,
    async () => {
      const server = await openTestSurface({ engine });
      const [memory, random] = [new Memory(), randomFrom(SEED)];
      const run: Run = { server, memory, random, step: 0, last: '', done: new Map() };
      try {
        await server.call('init', { workspace });
        await walk(run, steps);
        await rebuild(run);
        const missed = MUST_HAPPEN.filter((what) => !run.done.get(what));
        if (steps >= 1_500) expect(missed, 'never done').toEqual([]);
      } catch (error) {
        throw placed(error, run);
      } finally {
        await server.close();
      }
    },
    most,
  );
});
