/**
 * A long random run on each engine against a model: run, compared, rebuilt from the journal and
 * compared again. WAYMARK_SEED replays a failure, WAYMARK_STEPS lengthens a run.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from './engines.ts';
import { type Random, randomFrom } from './random.ts';
import { openTestSurface, type TestSurface, type TestSurfaceOptions } from './surface.ts';

/** What every run keeps, whatever its model. */
export interface Walk {
  readonly server: TestSurface;
  readonly step: number;
  /** The last call, for the reader of a failure. */
  readonly last: string;
  /** How often each thing has happened. */
  readonly done: ReadonlyMap<string, number>;
}

export interface ModelRun<Run extends Walk> {
  /** The rules it checks, as in a test's title. */
  readonly rules: string;
  readonly seed: number;
  /** A round trip to the server costs more than a call of the library. */
  readonly steps: { readonly sqlite: number; readonly postgres: number };
  readonly server?: Omit<TestSurfaceOptions, 'engine'>;
  begin(server: TestSurface, random: Random): Run | Promise<Run>;
  walk(run: Run, steps: number): Promise<void>;
  expectSameState(run: Run): Promise<void>;
  /** What a long run must have done, or it has shown little. */
  readonly mustHappen: readonly string[];
  /** How many steps make a run long. */
  readonly longFrom: number;
  /** What else a long run must show. */
  expectFullRun?(run: Run, steps: number): void;
}

const MAX_MS_PER_STEP = 300;

export function modelRun<Run extends Walk>(model: ModelRun<Run>): void {
  const seed = Number(process.env.WAYMARK_SEED ?? model.seed);
  describe.each(MAIN_ENGINES)('on $name', (engine) => {
    const usual = engine.name === 'postgres' ? model.steps.postgres : model.steps.sqlite;
    const steps = Number(process.env.WAYMARK_STEPS ?? usual);

    it(
      `${model.rules} ${steps} steps agree with the model, and rebuild alike (seed ${seed})`,
      async () => {
        const server = await openTestSurface({ engine, ...model.server });
        const run = await model.begin(server, randomFrom(seed));
        try {
          await model.walk(run, steps);
          await rebuild(model, run);
          if (steps >= model.longFrom) expectLongRun(model, run, steps);
        } catch (error) {
          throw placed(error, seed, run);
        } finally {
          await server.close();
        }
      },
      Math.max(600_000, steps * MAX_MS_PER_STEP),
    );
  });
}

/** The journal alone must explain every projected row, and a rebuild must give the same rows. */
async function rebuild<Run extends Walk>(model: ModelRun<Run>, run: Run): Promise<void> {
  const { store } = run.server.surface;
  expect(await store.check()).toEqual([]);
  await store.rebuild();
  expect(await store.check()).toEqual([]);
  await model.expectSameState(run);
}

function expectLongRun<Run extends Walk>(model: ModelRun<Run>, run: Run, steps: number): void {
  const missed = model.mustHappen.filter((what) => !run.done.get(what));
  expect(missed, 'never done').toEqual([]);
  model.expectFullRun?.(run, steps);
}

/** The failure says how to reproduce it. */
function placed(error: unknown, seed: number, { step, last }: Walk): unknown {
  if (error instanceof Error) {
    error.message = `seed ${seed}, step ${step}, last call ${last}\n${error.message}`;
  }
  return error;
}
