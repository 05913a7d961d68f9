/** Long random runs of notebooks on each engine, by three agents, against plain lists. */

import { modelRun } from './support/model-run.ts';
import { beginAnew, newRun, type Run, type Step } from './support/notebook-model/run.ts';
import {
  addCell,
  askUnknown,
  copy,
  create,
  deleteCell,
  moveCell,
  runCell,
  updateCell,
} from './support/notebook-model/steps.ts';
import { expectSameState } from './support/notebook-model/whole-state.ts';

/** Steps between two comparisons of everything. */
const INTERVAL = 40;

/** Steps in one workspace. */
const ROUND = 400;

const KINDS: readonly (readonly [number, Step])[] = [
  [10, addCell],
  [8, updateCell],
  [5, moveCell],
  [4, deleteCell],
  [6, runCell],
  [2, create],
  [1, copy],
  [1, askUnknown],
];
const STEP_KINDS = KINDS.flatMap(([weight, step]) => Array<Step>(weight).fill(step));

const MUST_HAPPEN = [
  ...['create ok', 'create INVALID_PAYLOAD', 'add_cell ok', 'add_cell INVALID_PAYLOAD'],
  ...['update_cell ok', 'update_cell INVALID_PAYLOAD', 'update_cell REVISION_MISMATCH', 'same'],
  ...['move_cell ok', 'move_cell INVALID_PAYLOAD', 'delete_cell ok', 'delete_cell INVALID_PAYLOAD'],
  ...['delete ok', 'load ok', 'get INVALID_PAYLOAD', 'cell compared'],
  ...['started', 'ended', 'cancelled', 'interrupted', 'running already'],
];

async function walk(run: Run, steps: number): Promise<void> {
  for (run.step = 1; run.step <= steps; run.step++) {
    if (run.step % ROUND === 1) await beginAnew(run, `round-${run.step}`);
    await run.random.pick(STEP_KINDS)(run);
    if (run.step % INTERVAL === 0) await expectSameState(run);
  }
}

modelRun<Run>({
  rules: '[NB19] [NB26]',
  seed: 20_261_117,
  steps: { sqlite: 1_000, postgres: 200 },
  begin: newRun,
  walk,
  expectSameState,
  mustHappen: MUST_HAPPEN,
  longFrom: 1_000,
});
