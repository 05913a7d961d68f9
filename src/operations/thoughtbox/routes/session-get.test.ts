/** Tests of `session get`; the rules are in docs/spec/thoughts.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import {
  connected,
  openThoughtWorld,
  recordSlowPages,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';
import { sessionEntity } from '../../../domain/thoughts/session.ts';

describe.each(MAIN_ENGINES)('session get on $name', (engine) => {
  let world: ThoughtWorld;
  let sessionId: string;
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
    sessionId = await recordSlowPages(world);
  });
  afterAll(() => world.close());

  const get = (args: object = {}) => world.ask('session get', { sessionId, ...args });
  const numbers = (thoughts: readonly Shown[]) => thoughts.map((each) => each.thoughtNumber);

  it('[TH41] answers the session, the main chain, and every branch by name', async () => {
    const whole = await get();
    expect(whole).toMatchObject({
      session: { id: sessionId, thoughtCount: 8, branchCount: 2, status: 'completed' },
      total: 8,
      hasMore: false,
      graph: `session/${sessionId}`,
    });
    expect(numbers(whole.thoughts)).toEqual([1, 2, 3, 4, 5]);
    expect(Object.keys(whole.branches)).toEqual(['cache', 'net']);
    expect(numbers(whole.branches.cache)).toEqual([1, 2]);
    expect(whole.branches.cache[0]).toEqual({
      thought: 'S3|E|S2|Hit rate 2%',
      thoughtNumber: 1,
      totalThoughts: 1,
      nextThoughtNeeded: true,
      branchId: 'cache',
      branchFromThought: 2,
      timestamp: expect.stringMatching(/^2026-01-05T09:/),
      steps: [
        {
          step: 'S3',
          type: 'E',
          refs: [{ step: 'S2', rel: 'supports' }],
          content: 'Hit rate 2%',
          node: 'cache:S3',
        },
      ],
    });
    expect(whole.thoughts[2]).toMatchObject({ isRevision: true, revisesThought: 2 });
  });

  it('[TH41] answers pages in the order of recording', async () => {
    const seen: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: Shown = await get({ limit: 3, offset });
      for (const each of [...page.thoughts, ...Object.values(page.branches).flat()] as Shown[]) {
        seen.push(`${each.branchId ?? ''}:${each.thoughtNumber}`);
      }
      expect(Object.keys(page.branches)).toEqual(['cache', 'net']);
      expect(page.hasMore).toBe(page.nextOffset !== undefined);
      offset = page.nextOffset;
    }
    expect(seen.sort()).toEqual(
      [':1', ':2', ':3', ':4', ':5', 'cache:1', 'cache:2', 'net:1'].sort(),
    );
    expect(numbers((await get({ offset: 5 })).thoughts)).toEqual([3, 4, 5]);
    expect(numbers((await get({ offset: 99 })).thoughts)).toEqual([]);
  });

  it('[TH41] answers one branch, one thought, or the last thoughts', async () => {
    const main = await get({ branchId: 'main' });
    expect(main).toMatchObject({ total: 5, branches: { cache: [], net: [] } });
    const cache = await get({ branchId: 'cache' });
    expect(cache).toMatchObject({ total: 2, thoughts: [] });
    expect(numbers(cache.branches.cache)).toEqual([1, 2]);
    expect(numbers((await get({ thoughtNumber: 3 })).thoughts)).toEqual([3]);
    const second = await get({ thoughtNumber: 2, branchId: 'cache' });
    expect(numbers(second.branches.cache)).toEqual([2]);
    expect(numbers((await get({ last: 2 })).thoughts)).toEqual([4, 5]);
    const five = await get({ last: 5 });
    expect([numbers(five.thoughts), numbers(five.branches.net)]).toEqual([[3, 4, 5], [1]]);
    expect(numbers((await get({ last: 1, branchId: 'cache' })).branches.cache)).toEqual([2]);
    expect(numbers((await get({ last: 100 })).thoughts)).toHaveLength(5);
  });

  it('[TH41] [TH96] a branch of an earlier release that is called main is read by that name', async () => {
    const caller = connected('other');
    const odd = await world.begin({}, caller);
    await world.think('One', {}, caller);
    await world.think('Two', {}, caller);
    const on = { branchId: 'main', branchFromThought: 1 };
    const aside = { thought: 'Aside', nextThoughtNeeded: true, ...on };
    const refusal = await world.refused('thought', aside, caller);
    expect(refusal.details.field).toBe('branchId');
    const { store } = world.server.surface;
    await store.write({ workspace: world.workspace, agent: 'a', nowMs: 1 }, async (tx) => {
      const seq = (await tx.thoughts.session(odd))?.seq ?? 0;
      const payload = {
        thought: 'Aside',
        number: 1,
        total: 1,
        more: true,
        branch: 'main',
        from: 1,
      };
      await tx.append([{ type: 'thought_recorded', entity: sessionEntity(seq), payload }]);
    });
    const named = await world.ask('session get', { sessionId: odd, branchId: 'main' });
    expect(named).toMatchObject({ total: 1, thoughts: [], branches: { main: [{}] } });
    const second = await world.ask('session get', { sessionId: odd, thoughtNumber: 2 });
    expect(second.thoughts).toMatchObject([{ thought: 'Two' }]);
    expect(await world.think('More', { branchId: 'main' }, caller)).toMatchObject({
      thoughtNumber: 2,
    });
  });

  it('[TH41] an unknown thought or branch is THOUGHT_NOT_FOUND, with a call that works', async () => {
    for (const args of [
      { thoughtNumber: 9 },
      { thoughtNumber: 3, branchId: 'cache' },
      { branchId: 'nowhere' },
      { branchId: 'nowhere', thoughtNumber: 1 },
    ]) {
      const refusal = await world.refused('session get', { sessionId, ...args });
      expect(refusal.code, JSON.stringify(args)).toBe('THOUGHT_NOT_FOUND');
      expect(refusal.details.next).toHaveLength(1);
      await world.follow(refusal);
    }
    for (const args of [{ last: 0 }, { last: 101 }, { limit: 0 }, { thoughtNumber: 0 }]) {
      const refusal = await world.refused('session get', { sessionId, ...args });
      expect(refusal.code).toBe('INVALID_PAYLOAD');
    }
  });
});
