/**
 * Long random runs of the work graph on each engine, by two agents, against a naive model that
 * computes everything again after each call, and against the rules, folded over the journal.
 */

import { modelRun } from './support/model-run.ts';
import { TTL_MINUTES } from './support/work-model/claims.ts';
import { tieKnot } from './support/work-model/knots.ts';
import { restructureNodes } from './support/work-model/restructure-steps.ts';
import {
  followRules,
  newRun,
  PRESENCE,
  type Run,
  type Step,
  startWorkspace,
} from './support/work-model/run.ts';
import {
  connectNodes,
  finishAndTake,
  openProject,
  planNodes,
  readWhileWriting,
  releaseClaims,
  takeNext,
  updateNodes,
} from './support/work-model/steps.ts';
import { expectSameState } from './support/work-model/whole-state.ts';

/** Steps between two comparisons of everything. */
const INTERVAL = 50;

/** Steps in one workspace. */
const ROUND = 300;

const WRITES: readonly (readonly [number, Step])[] = [
  [4, planNodes],
  [3, connectNodes],
  [5, updateNodes],
  [3, finishAndTake],
  [4, restructureNodes],
  [4, takeNext],
  [1, releaseClaims],
  [1, tieKnot],
];
const WRITING = WRITES.flatMap(([weight, step]) => Array<Step>(weight).fill(step));
const STEP_KINDS = [...WRITING, openProject, (run: Run) => readWhileWriting(run, WRITING)] as const;

const MUST_HAPPEN = [
  ...['graph_plan ok', 'graph_plan cycle_detected', 'graph_plan cross_project'],
  ...['graph_plan duplicate_ref', 'graph_plan missing_parent', 'graph_plan invalid_parent_ref'],
  ...['graph_open ok', 'graph_next ok', 'graph_next project_not_found', 'graph_update ok'],
  ...['graph_plan deadlock', 'graph_connect deadlock', 'graph_restructure deadlock'],
  ...['graph_update cycle_detected', 'graph_update deadlock'],
  ...['graph_update node_not_found', 'graph_restructure ok', 'graph_restructure cycle_detected'],
  ...['graph_restructure cross_project', 'graph_restructure node_not_found'],
  ...[
    'move',
    'merge',
    'merged with the same edge',
    'drop',
    'handed out',
    'found',
    'newly by update',
    'newly by restructure',
    'taken after another',
    'planned into a project',
  ],
  ...['merged a dropped node', 'merged into a dropped node', 'merged a held node'],
  ...['merged links', 'merged a description'],
  ...['graph_update validation_error', 'graph_plan validation_error', 'released'],
  ...['grown old', 'gone with its process'],
  ...['graph_next validation_error', 'waiting claimed', 'waiting blocked', 'waiting unresolved'],
  ...['rejected cycle_detected', 'rejected duplicate_edge', 'rejected edge_not_found'],
  ...[
    'rejected cross_project_edge',
    'rejected parent_edges_not_allowed',
    'rejected node_not_found',
  ],
];

async function walk(run: Run, steps: number): Promise<void> {
  for (run.step = 1; run.step <= steps; run.step++) {
    if (run.step % ROUND === 1) {
      await startWorkspace(run, `round-${run.step}`);
      await openProject(run);
      while (run.graph.projects.size === 0) await openProject(run);
    }
    await run.random.pick(STEP_KINDS)(run);
    await followRules(run);
    if (run.step % INTERVAL === 0) await expectSameState(run);
  }
}

modelRun<Run>({
  rules: '[WO32] [WO76] [WO101] [WO114]',
  seed: 20_261_117,
  steps: { sqlite: 1_000, postgres: 150 },
  server: { claimTtlMinutes: TTL_MINUTES, presence: PRESENCE },
  begin: newRun,
  walk,
  expectSameState,
  mustHappen: MUST_HAPPEN,
  longFrom: 1_000,
});
