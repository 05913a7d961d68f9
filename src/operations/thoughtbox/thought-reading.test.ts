/** Reading sessions back, branches included, named by the rules in docs/spec/thoughts.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import {
  connected,
  openThoughtWorld,
  type ThoughtWorld,
} from '../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('reading sessions on $name', (engine) => {
  let world: ThoughtWorld;
  let sessionId: string;
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
    await world.next();
    sessionId = await world.begin({ sessionTitle: 'Slow pages', sessionTags: ['web'] });
    await world.think('S1|O|Users report slow pages', { totalThoughts: 6 });
    await world.think('S2|H|S1|The cache is cold');
    await world.think('S3|E|S2|Hit rate 2%', { branchId: 'cache', branchFromThought: 2 });
    await world.think('S4|C|S3|Warm the cache', { branchId: 'cache', nextThoughtNeeded: false });
    await world.think('It is the network', { branchId: 'net', branchFromThought: 1 });
    await world.think('S5|X|S2|It is warm', { revisesThought: 2, critique: true });
    await world.think('S6|Q|Which query?');
    await world.think('S7|C|S1,S5|Add the index', { nextThoughtNeeded: false });
    await world.ask('load_context', { sessionId });
  });
  afterAll(() => world.close());

  const get = (args: object = {}) => world.ask('session get', { sessionId, ...args });
  const numbers = (thoughts: readonly Shown[]) => thoughts.map((each) => each.thoughtNumber);

  it('[TH41] get has the session, the main chain, and every branch by name', async () => {
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

  it('[TH41] goes by pages in the order of arrival', async () => {
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

  it('[TH41] shows one branch, one thought, or the last', async () => {
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

  it('[TH41] a branch may be called main, and is read by that name', async () => {
    const caller = connected('other');
    const odd = await world.begin({}, caller);
    await world.think('One', {}, caller);
    await world.think('Two', {}, caller);
    const on = { branchId: 'main', branchFromThought: 1 };
    await world.think('Aside', on, caller);
    const named = await world.ask('session get', { sessionId: odd, branchId: 'main' });
    expect(named).toMatchObject({ total: 1, thoughts: [], branches: { main: [{}] } });
    const second = await world.ask('session get', { sessionId: odd, thoughtNumber: 2 });
    expect(second.thoughts).toMatchObject([{ thought: 'Two' }]);
  });

  it('[TH41] what is not there is THOUGHT_NOT_FOUND, with a way on', async () => {
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

  it('[TH42] [TH29] export is the contract’s, with every chain and consistent links', async () => {
    const told = await world.ask('session export', { sessionId });
    expect(Object.keys(told)).toEqual(['version', 'session', 'nodes', 'exportedAt']);
    expect(told).toMatchObject({ version: '1.0', session: { id: sessionId } });
    expect(told.nodes).toHaveLength(8);
    const byId = new Map<string, Shown>(told.nodes.map((node: Shown) => [node.id, node]));
    expect(byId.size).toBe(8);
    for (const node of told.nodes) {
      expect(Object.keys(node)).toEqual([
        ...['id', 'data', 'prev', 'next', 'revisesNode', 'branchOrigin', 'branchId'],
      ]);
      for (const next of node.next) expect(byId.get(next)?.prev).toBe(node.id);
      if (node.prev !== null) expect(byId.get(node.prev)?.next).toContain(node.id);
      for (const other of [node.revisesNode, node.branchOrigin]) {
        if (other !== null) expect(byId.has(other)).toBe(true);
      }
    }
    expect(byId.get(`${sessionId}:2`)?.next).toEqual([`${sessionId}:3`, `${sessionId}:cache:1`]);
    const rest = await world.ask('session export', { sessionId, offset: 6, limit: 1 });
    expect(rest).toMatchObject({ hasMore: true, nextOffset: 7, nodes: [told.nodes[6]] });
  });

  it('[TH42] as Markdown and as cipher, with every chain', async () => {
    const markdown = await world.ask('session export', { sessionId, format: 'markdown' });
    expect(markdown).toMatchObject({ sessionId, format: 'markdown' });
    const lines = markdown.content.split('\n');
    for (const line of [
      '# Slow pages',
      '- Tags: web',
      '## Main thread',
      '### Thought 3/6, revises 2',
      '## Branch cache, from thought 2',
      '## Branch net, from thought 1',
      'It is the network',
    ]) {
      expect(lines).toContain(line);
    }
    const plain = { sessionId, format: 'markdown', includeMetadata: false };
    expect((await world.ask('session export', plain)).content).not.toContain('Tags:');
    const { content } = await world.ask('session export', { sessionId, format: 'cipher' });
    expect(content.split('\n')).toEqual([
      'S1|O|Users report slow pages',
      'S2|H|S1|The cache is cold',
      'S5|X|S2|It is warm',
      'S6|Q|Which query?',
      'S7|C|S1,S5|Add the index',
      '# cache from S2',
      'S3|E|S2|Hit rate 2%',
      'S4|C|S3|Warm the cache',
      '# net from S1',
      'S1|O|It is the network',
    ]);
    for (const format of ['md', 'yaml', 7]) {
      const refusal = await world.refused('session export', { sessionId, format });
      expect(refusal.code).toBe('INVALID_PAYLOAD');
    }
  });

  it('[TH43] analyze counts all chains', async () => {
    const told = await world.ask('session analyze', { sessionId });
    const minutes = told.metadata.duration / 60_000;
    expect(told).toMatchObject({
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
    expect(told.density).toBe(told.structure.thoughtDensity);
    const empty = (await world.ask('start_new', {}, { ...world.caller })).sessionId;
    expect(await world.ask('session analyze', { sessionId: empty })).toMatchObject({
      structure: { linearityScore: 1, revisionRate: 0, maxDepth: 0, thoughtDensity: 0 },
      quality: { critiqueRequests: 0, hasConvergence: false, isComplete: false },
    });
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
    // The main chain has revised it meanwhile.
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
    expect(await learn({ limit: 1 })).toMatchObject({ hasMore: true, extractedCount: 4 });
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

  it('[TH44] a key moment that the session does not have is THOUGHT_NOT_FOUND', async () => {
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
