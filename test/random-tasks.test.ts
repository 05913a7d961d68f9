/**
 * Long random runs of the task tools on each engine, in which a third of the calls must be refused,
 * against a naive model that copies its whole world before every call.
 */

import { expect } from 'vitest';
import { modelRun } from './support/model-run.ts';
import type { Random } from './support/random.ts';
import type { TestSurface } from './support/surface.ts';
import { followLint } from './support/task-model/lint.ts';
import { randomCall } from './support/task-model/random-call.ts';
import { ask, follow, newRun, type Run, workspace } from './support/task-model/run.ts';
import { expectSameState } from './support/task-model/whole-state.ts';
import { newWorld, type Template } from './support/task-model/world.ts';

/** How often the first suggestion of a reply is followed. */
const FOLLOWED = 0.4;

/** How often a call that lint proposes is made. */
const FOLLOWED_LINT = 0.08;

/** Steps between two comparisons of everything. */
const INTERVAL = 300;

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
  ...['changed since, redo', 'tasks_redo CHECKPOINTS_NOT_CONFIRMED'],
];

const MUST_BE_SEEN = [
  ...['PROOF_WEAK', 'PROOF_MISSING', 'BLOCK_LIFTED'],
  ...['passed over what is gone', 'skipped what has changed', 'batch stopped half way'],
  ...['nothing changed', 'suggestion followed', 'call of lint followed'],
  ...['lint CLOSED_UNCONFIRMED', 'lint DONE_WITH_OPEN_STEPS', 'lint CLOSED_ABOVE_OPEN_STEPS'],
];

/** About a third of the calls should be refused: fewer show little, more make no progress. */
function expectFullRun({ done }: Run, steps: number): void {
  const refused = (done.get('refused') ?? 0) / steps;
  expect(refused).toBeGreaterThan(0.2);
  expect(refused).toBeLessThan(0.45);
}

async function begin(server: TestSurface, random: Random): Promise<Run> {
  await server.call('init', { workspace });
  const { structured } = await server.call('tasks_templates_list', { workspace });
  const { templates } = structured.result as unknown as { templates: Template[] };
  const head = await server.surface.store.read(workspace, async (tx) => tx.head);
  return newRun(server, newWorld(workspace, templates), random, head);
}

async function walk(run: Run, steps: number): Promise<void> {
  for (run.step = 1; run.step <= steps; run.step++) {
    const reply = await ask(run, randomCall(run));
    if (run.random.chance(FOLLOWED)) await follow(run, reply);
    if (run.random.chance(FOLLOWED_LINT)) await followLint(run);
    if (run.step % INTERVAL === 0) await expectSameState(run, { all: false });
  }
  await expectSameState(run, { all: true });
  await goBackAndForth(run);
}

/** However a run ended, undo goes back as far as anything can be undone, and redo forward again. */
async function goBackAndForth(run: Run): Promise<void> {
  for (const id of run.world.targets.keys()) {
    const most = run.world.operations.get(id)?.length ?? 0;
    for (const tool of ['tasks_undo', 'tasks_redo']) {
      let turns = 0;
      let refusal: string | undefined;
      while (refusal === undefined) {
        expect(turns, `${tool} ${id}`).toBeLessThanOrEqual(most);
        ({ refusal } = await ask(run, { tool, args: { target: id, skip: true } }));
        turns += 1;
      }
      expect(refusal, `${tool} ${id}`).toBe('INVALID_INPUT');
    }
  }
}

modelRun<Run>({
  rules: '[TA52] [TA53]',
  seed: 20_261_116,
  steps: { sqlite: 1_000, postgres: 200 },
  begin,
  walk,
  expectSameState: (run) => expectSameState(run, { all: false }),
  mustHappen: [...MUST_HAPPEN, ...MUST_BE_REFUSED, ...MUST_BE_SEEN],
  longFrom: 1_000,
  expectFullRun,
});
