/**
 * Long random runs of the thought ledger on each engine, by two connections and one caller without,
 * against a ledger kept on paper. WAYMARK_SEED replays a failure.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from './support/engines.ts';
import { randomFrom } from './support/random.ts';
import { openTestSurface } from './support/surface.ts';
import { AGENTS, beginAnew, newRun, type Run, type Step } from './support/thought-model/run.ts';
import {
  keepNote,
  keepPattern,
  loadCipher,
  loadContext,
  navigate,
  reconnect,
  recordThought,
  resume,
  startNew,
} from './support/thought-model/steps.ts';
import { expectSameState } from './support/thought-model/whole-state.ts';

const SEED = Number(process.env.WAYMARK_SEED ?? 20_261_118);
const MOST_MS_PER_STEP = 300;

/** A round trip to the server costs more than a call of the library. */
const STEPS = { sqlite: 1_200, postgres: 300 };

/** Between two looks at everything. */
const INTERVAL = 60;

/** Steps in one workspace. */
const ROUND = 300;

const KINDS: readonly (readonly [number, Step])[] = [
  [24, recordThought],
  [4, loadCipher],
  [2, startNew],
  [2, loadContext],
  [2, resume],
  [1, navigate],
  [1, keepPattern],
  [1, keepNote],
];
const STEP_KINDS = KINDS.flatMap(([weight, step]) => Array<Step>(weight).fill(step));
const RECONNECTS = 0.01;

/** What a long run must have done, or it has shown little. */
const MUST_HAPPEN = [
  ...['thought ok', 'thought INVALID_PAYLOAD', 'thought THOUGHT_NOT_FOUND'],
  ...['thought SESSION_NOT_FOUND', 'thought STAGE_REQUIREMENT_NOT_MET', 'closed', 'on a branch'],
  ...['revised', 'unresolved', 'load_context other', 'session resume other'],
  ...['load_context SESSION_NOT_FOUND', 'cipher STAGE_REQUIREMENT_NOT_MET', 'navigate ok'],
  ...['navigate INVALID_PAYLOAD', 'knowledge ok', 'knowledge INVALID_PAYLOAD', 'found'],
  ...['nodes compared', 'edges compared', 'connected again', 'criticised'],
];

async function walk(run: Run, steps: number): Promise<void> {
  for (run.step = 1; run.step <= steps; run.step++) {
    if (run.step % ROUND === 1) await beginAnew(run, `round-${run.step}`);
    const step = run.random.chance(RECONNECTS) ? reconnect : run.random.pick(STEP_KINDS);
    await step(run, run.random.pick(AGENTS));
    if (run.step % INTERVAL === 0) await expectSameState(run);
  }
}

/** The journal alone must explain every projected row, and give the same thoughts again. */
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
    `[H55] ${steps} steps agree with the model, and rebuild alike (seed ${SEED})`,
    async () => {
      const server = await openTestSurface({ engine });
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
