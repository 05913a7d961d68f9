/** Tests of `session extract_learnings`; the rules are in docs/spec/thoughts.md. */

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

describe.each(MAIN_ENGINES)('session extract_learnings on $name', (engine) => {
  let world: ThoughtWorld;
  let sessionId: string;
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
    sessionId = await recordSlowPages(world);
  });
  afterAll(() => world.close());

  it('[TH44] of a long session, only the last thoughts are searched, which is told', async () => {
    const long = await world.begin({}, connected('long'));
    const { store } = world.server.surface;
    await store.write({ workspace: world.workspace, agent: 'a', nowMs: 1 }, async (tx) => {
      const entity = sessionEntity((await tx.thoughts.session(long))?.seq ?? 0);
      const drafts = Array.from({ length: 2_001 }, (_, at) => ({
        ...{ type: 'thought_recorded' as const, entity },
        payload: { thought: 'x', number: at + 1, total: 2_001, more: true },
      }));
      await tx.append(drafts);
    });
    const view = await world.ask('session extract_learnings', { sessionId: long });
    expect(view.note).toBe('from the last 2000 thoughts');
    const short = await world.ask('session extract_learnings', { sessionId });
    expect(short).not.toHaveProperty('note');
  });

  it('[TH44] learnings cite their thoughts, on branches too', async () => {
    const learn = (args: object = {}) =>
      world.ask('session extract_learnings', { sessionId, ...args });
    const all = await learn();
    expect(all).toMatchObject({ sessionId, extractedCount: all.learnings.length });
    const of = (type: string) => all.learnings.filter((each: Shown) => each.type === type);
    expect(of('pattern').map(({ targetPath }: Shown) => targetPath)).toEqual([
      'patterns/web/warm-the-cache.md',
      'patterns/web/add-the-index.md',
    ]);
    expect(of('pattern')[0].content).toContain('(thought cache:1): Hit rate 2%');
    // A later thought on the main chain has revised it.
    expect(of('pattern')[0].content).not.toContain('The cache is cold');
    expect(of('pattern')[0].metadata).toMatchObject({
      sourceThoughts: [1, 2],
      sourcePlaces: ['cache:1', 'cache:2'],
    });
    expect(of('pattern')[1].metadata.sourceThoughts).toEqual([1, 3, 5]);
    expect(of('anti-pattern')).toHaveLength(1);
    const [signal] = of('signal').map(({ content }: Shown) => JSON.parse(content));
    expect(signal).toMatchObject({
      signal: 'complete',
      metrics: { thoughtCount: 8, maxDepth: 2 },
      openQuestions: [{ thought: 4, question: 'Which query?' }],
    });
    for (const { metadata } of all.learnings) {
      expect(metadata.sourceSession).toBe(sessionId);
      expect(metadata.sourceThoughts.length).toBeGreaterThan(0);
    }
    const signals = await learn({ targetTypes: ['signal'] });
    expect(signals.extractedCount).toBe(1);
    expect(await learn({ limit: 1 })).toMatchObject({ leftOut: 3, extractedCount: 4 });
    const moment = { thoughtNumber: 4, type: 'insight', summary: 'Ask which query' };
    expect((await learn({ keyMoments: [moment] })).extractedCount).toBe(5);
    for (const wrong of [
      { targetTypes: ['lesson'] },
      { keyMoments: [{ type: 'insight' }] },
      { keyMoments: [{ ...moment, more: 1 }] },
      { keyMoments: Array(51).fill(moment) },
      { limit: 0 },
    ]) {
      const refusal = await world.refused('session extract_learnings', { sessionId, ...wrong });
      expect(refusal.code, JSON.stringify(wrong).slice(0, 60)).toBe('INVALID_PAYLOAD');
    }
  });

  it('[TH44] a key moment without a thought in the session is THOUGHT_NOT_FOUND', async () => {
    const there = { thoughtNumber: 1, type: 'insight' };
    for (const thoughtNumber of [6, Number.MAX_SAFE_INTEGER]) {
      const refusal = await world.refused('session extract_learnings', {
        sessionId,
        keyMoments: [there, { thoughtNumber, type: 'revision' }],
      });
      expect(refusal).toMatchObject({
        code: 'THOUGHT_NOT_FOUND',
        details: {
          field: 'keyMoments',
          next: [{ args: { operation: 'session', subOperation: 'get', sessionId } }],
        },
      });
      expect(refusal.message).toContain(String(thoughtNumber));
      await world.follow(refusal);
    }
  });
});
