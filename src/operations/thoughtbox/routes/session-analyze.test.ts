/** Tests of `session analyze`; the rules are in docs/spec/thoughts.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import {
  openThoughtWorld,
  recordSlowPages,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('session analyze on $name', (engine) => {
  let world: ThoughtWorld;
  let sessionId: string;
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
    sessionId = await recordSlowPages(world);
  });
  afterAll(() => world.close());

  it('[TH43] counts the thoughts of all chains', async () => {
    const view = await world.ask('session analyze', { sessionId });
    const minutes = view.metadata.duration / 60_000;
    expect(view).toMatchObject({
      sessionId,
      metadata: { title: 'Slow pages', thoughtCount: 8, branchCount: 2, revisionCount: 1 },
      structure: {
        linearityScore: 0.5,
        revisionRate: 0.13,
        maxDepth: 2,
        thoughtDensity: Math.round((8 / minutes) * 100) / 100,
      },
      quality: { critiqueRequests: 1, hasConvergence: true, isComplete: true },
      linearity: 0.5,
      completion: 1,
      branchCount: 2,
    });
    expect(view.density).toBe(view.structure.thoughtDensity);
    const empty = (await world.ask('start_new', {}, { ...world.caller })).sessionId;
    expect(await world.ask('session analyze', { sessionId: empty })).toMatchObject({
      structure: { linearityScore: 1, revisionRate: 0, maxDepth: 0, thoughtDensity: 0 },
      quality: { critiqueRequests: 0, hasConvergence: false, isComplete: false },
    });
  });
});
