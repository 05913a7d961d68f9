/**
 * Long random runs of the task tools on each engine, a third of the calls to be refused, against a
 * naive model that copies its whole world before every call. WAYMARK_SEED replays a failure.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from './support/engines.ts';
import { randomFrom } from './support/random.ts';
import { openTestSurface, type TestSurface } from './support/surface.ts';
import { randomCall } from './support/task-model/random-call.ts';
import { ask, follow, newRun, type Run, workspace } from './support/task-model/run.ts';
import { expectSameState } from './support/task-model/whole-state.ts';
import { newWorld, type Template } from './support/task-model/world.ts';

const SEED = Number(process.env.WAYMARK_SEED ?? 20_261_116);
const MOST_MS_PER_STEP = 300;

/** A round trip to the server costs more than a call of the library. */
const STEPS = { sqlite: 1_000, postgres: 300 };

/** How often the first suggestion of a reply is taken up. */
const FOLLOWED = 0.4;

/** Between two looks at everything. */
const INTERVAL = 300;

/** What a long run must have done, or it has shown little. */
const MUST_HAPPEN = [
  ...['create', 'decompose', 'define', 'note', 'verify', 'done', 'close_step', 'progress'],
  ...['block', 'edit', 'patch', 'task_add', 'task_define', 'task_delete', 'evidence_capture'],
  ...['complete', 'close_task', 'delete', 'plan', 'contract', 'undo', 'redo', 'batch'],
  ...['macro_start', 'macro_close_step', 'macro_finish', 'bootstrap', 'scaffold'],
  ...['focus_set', 'snapshot'],
].map((tool) => `tasks_${tool} ok`);

const MUST_BE_REFUSED = [
  ...['BATCH_FAILED', 'CHECKPOINTS_NOT_CONFIRMED', 'CONFLICT', 'EXPECTED_TARGET_MISMATCH'],
  ...['INVALID_INPUT', 'PROOF_REQUIRED', 'REVISION_MISMATCH', 'UNKNOWN_ID'],
  ...['STRICT_TARGETING_REQUIRES_EXPECTED_TARGET_ID', 'changed since, undo'],
  ...['changed since, redo'],
];

/** About a third of the calls are to be refused: fewer show little, more get nowhere. */
function expectFullRun({ done }: Run, steps: number): void {
  const wanted = [...MUST_HAPPEN, ...MUST_BE_REFUSED, 'PROOF_PLACEHOLDER', 'suggestion followed'];
  const missed = wanted.filter((what) => !done.get(what));
  expect(missed, 'never done').toEqual([]);
  const refused = (done.get('refused') ?? 0) / steps;
  expect(refused).toBeGreaterThan(0.2);
  expect(refused).toBeLessThan(0.45);
}

async function begin(server: TestSurface): Promise<Run> {
  await server.call('init', { workspace });
  const { structured } = await server.call('tasks_templates_list', { workspace });
  const { templates } = structured.result as unknown as { templates: Template[] };
  const head = await server.surface.store.read(workspace, async (tx) => tx.head);
  return newRun(server, newWorld(workspace, templates), randomFrom(SEED), head);
}

async function walk(run: Run, steps: number): Promise<void> {
  for (run.step = 1; run.step <= steps; run.step++) {
    const reply = await ask(run, randomCall(run));
    if (run.random.chance(FOLLOWED)) await follow(run, reply);
    if (run.step % INTERVAL === 0) await expectSameState(run, { all: false });
  }
  await expectSameState(run, { all: true });
}

/** The journal alone must explain every projected row, and give the same plans and tasks again. */
async function rebuild(run: Run): Promise<void> {
  const { store } = run.server.surface;
  expect(await store.check()).toEqual([]);
  await store.rebuild();
  expect(await store.check()).toEqual([]);
  await expectSameState(run, { all: false });
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
    `[P52] [P53] ${steps} calls agree with the model, and rebuild alike (seed ${SEED})`,
    async () => {
      const server = await openTestSurface({ engine });
      const run = await begin(server);
      try {
        await walk(run, steps);
        await rebuild(run);
        if (steps >= 1_000) expectFullRun(run, steps);
      } catch (error) {
        throw placed(error, run);
      } finally {
        await server.close();
      }
    },
    most,
  );
});
