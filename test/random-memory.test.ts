/**
 * Long random runs of everything that branches, notes, graphs and cards can do, mixed, on each
 * engine, against a naive model that copies whole branches.
 */

import {
  branchWithNote,
  checkOut,
  createBranch,
  deleteBranch,
  renameBranch,
} from './support/memory-model/branch-steps.ts';
import { closeCard, recordCard } from './support/memory-model/card-steps.ts';
import {
  listConflicts,
  meetAgain,
  mergeGraphs,
  resolveConflict,
} from './support/memory-model/graph-merge-steps.ts';
import {
  applyOps,
  compareGraphs,
  queryGraph,
  validateGraph,
} from './support/memory-model/graph-steps.ts';
import { Memory } from './support/memory-model/model.ts';
import { commitNote, compareNotes, look, mergeNotes } from './support/memory-model/note-steps.ts';
import { expectSameHead, type Run, type Step, workspace } from './support/memory-model/run.ts';
import { expectSameState } from './support/memory-model/whole-state.ts';
import { modelRun } from './support/model-run.ts';

/** Steps between two comparisons of everything. */
const INTERVAL = 250;

const WEIGHTS: readonly (readonly [number, Step])[] = [
  [7, commitNote],
  [9, applyOps],
  [4, recordCard],
  [1, closeCard],
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

const MUST_HAPPEN = [
  ...['branch_create ok', 'branch_create CONFLICT', 'branch_create INVALID_NAME'],
  ...['branch_rename ok', 'branch_delete ok', 'branch_delete CONFLICT', 'macro_branch_note ok'],
  ...['notes copied', 'merge ok', 'merge INVALID_INPUT', 'merge MERGE_NOT_SUPPORTED'],
  ...['graph_apply ok', 'graph_apply INVALID_INPUT', 'graph_merge MERGE_NOT_SUPPORTED'],
  ...['graph written', 'graph skipped', 'edges left out', 'conflicts found'],
  ...['use_from', 'use_into', 'decided with its edges'],
  ...['card recorded', 'card known', 'think_card INVALID_INPUT', 'think_card UNKNOWN_ID'],
  ...['graph_conflict_resolve CONFLICT', 'graph_conflict_resolve UNKNOWN_ID'],
];

async function walk(run: Run, steps: number): Promise<void> {
  for (run.step = 1; run.step <= steps; run.step++) {
    await run.random.pick(STEP_KINDS)(run);
    await expectSameHead(run);
    if (run.step % INTERVAL === 0) await expectSameState(run);
  }
}

modelRun<Run>({
  rules:
    '[BN14] [NV1] [NV8] [GR20] [GR22] [GR27] [GR28] [GR80] [GR81] [GR82] [TI80] [TI81] [TI82] [ST13]',
  seed: 20_261_115,
  steps: { sqlite: 1_500, postgres: 400 },
  async begin(server, random) {
    await server.call('init', { workspace });
    return { server, memory: new Memory(), random, step: 0, last: '', done: new Map() };
  },
  walk,
  expectSameState,
  mustHappen: MUST_HAPPEN,
  longFrom: 1_500,
});
