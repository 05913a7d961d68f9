/** Random runs of the work graph: the rows of every view are kept by touches alone. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { randomFrom } from '../../../../test/support/random.ts';
import { openTestSurface } from '../../../../test/support/surface.ts';
import { someNode } from '../../../../test/support/work-model/chosen.ts';
import { TTL_MINUTES } from '../../../../test/support/work-model/claims.ts';
import { FollowedViews } from '../../../../test/support/work-model/followed-views.ts';
import { restructureNodes } from '../../../../test/support/work-model/restructure-steps.ts';
import {
  newRun,
  PRESENCE,
  type Run,
  type Step,
  startWorkspace,
} from '../../../../test/support/work-model/run.ts';
import {
  connectNodes,
  openProject,
  planNodes,
  releaseClaims,
  takeNext,
  updateNodes,
} from '../../../../test/support/work-model/steps.ts';
import { CLAIMS_VIEW } from './claims-view.ts';
import { NODE_VIEW } from './node-view.ts';
import { PROJECTS_VIEW } from './projects-view.ts';
import { READY_VIEW } from './ready-view.ts';
import { WORK_VIEW } from './work-view.ts';

const STEPS: readonly Step[] = [
  ...[planNodes, planNodes, planNodes, connectNodes, connectNodes],
  ...[updateNodes, updateNodes, updateNodes, updateNodes],
  ...[restructureNodes, restructureNodes, takeNext, takeNext, releaseClaims, openProject],
];

/** Steps in one workspace: small graphs, so that every node is met often. */
const ROUND = 100;

async function beginRound(run: Run): Promise<FollowedViews> {
  await startWorkspace(run, `round-${run.step}`);
  while (run.graph.projects.size < 2) await openProject(run);
  for (let batch = 0; batch < 5; batch++) await planNodes(run);
  const views = new FollowedViews(run);
  await views.follow(PROJECTS_VIEW, {});
  for (const project of run.graph.projects.keys()) {
    await views.follow(WORK_VIEW, { project, lens: 'open' });
    await views.follow(WORK_VIEW, { project, lens: 'all' });
    await views.follow(CLAIMS_VIEW, { project });
    await views.follow(READY_VIEW, { project });
  }
  for (let n = 0; n < 4; n++) await views.follow(NODE_VIEW, { id: someNode(run) });
  return views;
}

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  const steps = Number(process.env.WAYMARK_STEPS ?? 60);
  const seed = Number(process.env.WAYMARK_SEED ?? 20_261_118);

  it(`[OB61] after ${steps} random steps, the rows are those of a fresh reading (seed ${seed})`, async () => {
    const presence = { claimTtlMinutes: TTL_MINUTES, presence: PRESENCE };
    const server = await openTestSurface({ engine, ...presence });
    const run = newRun(server, randomFrom(seed));
    let kept = 0;
    try {
      let views: FollowedViews | undefined;
      for (run.step = 0; run.step < steps; run.step++) {
        if (run.step % ROUND === 0) views = await beginRound(run);
        for (let n = run.random.below(4); n >= 0; n--) await run.random.pick(STEPS)(run);
        await views?.catchUp();
        kept += views?.kept ?? 0;
      }
      expect(kept, 'rows that were kept by touches').toBeGreaterThan(steps);
      for (const done of ['move', 'merge', 'drop', 'handed out', 'released']) {
        expect(run.done.get(done) ?? 0, done).toBeGreaterThan(0);
      }
    } catch (error) {
      if (error instanceof Error) error.message = `step ${run.step}, ${run.last}\n${error.message}`;
      throw error;
    } finally {
      await server.close();
    }
  });
});
