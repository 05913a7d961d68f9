/**
 * Long random runs of the thought ledger on each engine, by two connections and one caller without
 * a connection, against a naive ledger.
 */

import { modelRun } from './support/model-run.ts';
import { Followers } from './support/thought-model/followers.ts';
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

/** Steps between two comparisons of everything. */
const INTERVAL = 60;

/** Steps between two comparisons of what the page would show. */
const LOOKS = 15;

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

const MUST_HAPPEN = [
  ...['thought ok', 'thought INVALID_PAYLOAD', 'thought THOUGHT_NOT_FOUND'],
  ...['thought SESSION_NOT_FOUND', 'thought STAGE_REQUIREMENT_NOT_MET', 'closed', 'on a branch'],
  ...['revised', 'unresolved', 'load_context other', 'session resume other'],
  ...['load_context SESSION_NOT_FOUND', 'cipher STAGE_REQUIREMENT_NOT_MET', 'navigate ok'],
  ...['navigate INVALID_PAYLOAD', 'knowledge ok', 'knowledge INVALID_PAYLOAD', 'found'],
  ...['nodes compared', 'edges compared', 'connected again', 'criticised'],
  ...['rows followed', 'revised in cipher', 'went on after a conclusion'],
  ...['a card is rejected', 'a card is revised', 'a card is answered', 'a card is open'],
];

async function walk(run: Run, steps: number): Promise<void> {
  let followers: Followers | undefined;
  for (run.step = 1; run.step <= steps; run.step++) {
    if (run.step % ROUND === 1) {
      await beginAnew(run, `round-${run.step}`);
      followers = await Followers.of(run);
    }
    const step = run.random.chance(RECONNECTS) ? reconnect : run.random.pick(STEP_KINDS);
    await step(run, run.random.pick(AGENTS));
    if (run.step % LOOKS === 0) await followers?.catchUp();
    if (run.step % INTERVAL === 0) await expectSameState(run);
  }
}

modelRun<Run>({
  rules: '[TH55] [TH82] [TH83] [OB50] [OB52] [OB53]',
  seed: 20_261_118,
  steps: { sqlite: 1_000, postgres: 200 },
  begin: newRun,
  walk,
  expectSameState,
  mustHappen: MUST_HAPPEN,
  longFrom: 1_000,
});
