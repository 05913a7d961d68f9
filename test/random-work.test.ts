/**
 * Long random runs of the work graph on each engine, by two agents, against a naive model that
 * computes everything anew after each call. WAYMARK_SEED replays a failure.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from './support/engines.ts';
import { randomFrom } from './support/random.ts';
import { openTestSurface } from './support/surface.ts';
import { beginAnew, newRun, type Run, type Step, TTL_MINUTES } from './support/work-model/run.ts';
import {
  connectNodes,
  openProject,
  planNodes,
  readWhileWriting,
  restructureNodes,
  takeNext,
  updateNodes,
} from './support/work-model/steps.ts';
import { expectSameState } from './support/work-model/whole-state.ts';

const SEED = Number(process.env.WAYMARK_SEED ?? 20_261_117);
const MOST_MS_PER_STEP = 300;

/** A round trip to the server costs more than a call of the library. */
const STEPS = { sqlite: 1_000, postgres: 240 };

/** Between two looks at everything. */
const INTERVAL = 50;

/** Steps in one workspace. */
const ROUND = 300;

const WRITES: readonly (readonly [number, Step])[] = [
  [4, planNodes],
  [3, connectNodes],
  [5, updateNodes],
  [4, restructureNodes],
  [4, takeNext],
];
const WRITING = WRITES.flatMap(([weight, step]) => Array<Step>(weight).fill(step));
const STEP_KINDS = [...WRITING, openProject, (run: Run) => readWhileWriting(run, WRITING)] as const;

/** What a long run must have done, or it has shown little. */
const MUST_HAPPEN = [
  ...['graph_plan ok', 'graph_plan cycle_detected', 'graph_plan cross_project'],
  ...['graph_plan duplicate_ref', 'graph_plan missing_parent', 'graph_plan invalid_parent_ref'],
  ...['graph_open ok', 'graph_next ok', 'graph_next project_not_found', 'graph_update ok'],
  ...['graph_update node_not_found', 'graph_restructure ok', 'graph_restructure cycle_detected'],
  ...['graph_restructure cross_project', 'graph_restructure node_not_found'],
  ...['move', 'merge', 'drop', 'handed out', 'found', 'newly by update', 'newly by restructure'],
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
      await beginAnew(run, `round-${run.step}`);
      await openProject(run);
      while (run.graph.projects.size === 0) await openProject(run);
    }
    await run.random.pick(STEP_KINDS)(run);
    if (run.step % INTERVAL === 0) await expectSameState(run);
  }
}

/** The journal alone must explain every projected row, and give the same work again. */
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
    `[Q32] ${steps} steps agree with the model, and rebuild alike (seed ${SEED})`,
    async () => {
      const server = await openTestSurface({ engine, claimTtlMinutes: TTL_MINUTES });
      const run = newRun(server, randomFrom(SEED));
      try {
        await walk(run, steps);
        await rebuild(run);
        const missed = MUST_HAPPEN.filter((what) => !run.done.get(what));
        if (steps >= 1_000) expect(missed, 'never done').toEqual([]);
      } catch (error) {
        throw placed(error, run);
      } finally {
        await server.close();
      }
    },
    most,
  );
});
