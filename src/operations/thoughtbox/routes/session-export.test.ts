/** Tests of `session export`; the rules are in docs/spec/thoughts.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import {
  openThoughtWorld,
  recordSlowPages,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('session export on $name', (engine) => {
  let world: ThoughtWorld;
  let sessionId: string;
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
    sessionId = await recordSlowPages(world);
  });
  afterAll(() => world.close());

  it('[TH42] [TH29] JSON is as in the contract, with every chain and consistent links', async () => {
    const view = await world.ask('session export', { sessionId });
    expect(Object.keys(view)).toEqual(['version', 'session', 'nodes', 'exportedAt']);
    expect(view).toMatchObject({ version: '1.0', session: { id: sessionId } });
    expect(view.nodes).toHaveLength(8);
    const byId = new Map<string, Shown>(view.nodes.map((node: Shown) => [node.id, node]));
    expect(byId.size).toBe(8);
    for (const node of view.nodes) {
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
    expect(rest).toMatchObject({ hasMore: true, nextOffset: 7, nodes: [view.nodes[6]] });
  });

  it('[TH42] Markdown and cipher have every chain', async () => {
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
      '> It is the network',
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
      'S8|O|It is the network',
    ]);
    const pages: string[] = [];
    for (let offset = 0; offset < 8; offset += 1) {
      const page = { sessionId, format: 'cipher', offset, limit: 1 };
      pages.push(...(await world.ask('session export', page)).content.split('\n'));
    }
    const steps = (lines: readonly string[]) =>
      lines.filter((each) => !each.startsWith('#')).sort();
    expect(steps(pages), 'a label is the same on every page').toEqual(steps(content.split('\n')));
    for (const format of ['md', 'yaml', 7]) {
      const refusal = await world.refused('session export', { sessionId, format });
      expect(refusal.code).toBe('INVALID_PAYLOAD');
    }
  });

  it('[TH84] files are written by a command, which the refusal names', async () => {
    const args = { sessionId, format: 'markdown', destination: '/tmp/x' };
    const refusal = await world.refused('session export', args);
    expect(refusal.message).toContain('waymark export --format markdown --out DIR');
    await world.follow(refusal);
  });
});
