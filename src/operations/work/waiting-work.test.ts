/**
 * What `graph_next` answers if it has no node, and when the root is work, by the rules in
 * docs/spec/work-graph.md.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { ALICE, BOB, workScenes } from '../../../test/support/work-world.ts';
import type { Caller } from '../../surface/caller.ts';

describe.each(MAIN_ENGINES)('waiting for work on $name', (engine) => {
  const world = workScenes(engine);

  const take = (caller: Caller, args: object = {}) =>
    world.ask('graph_next', { project: 'p', claim: true, ...args }, caller);

  it('[WO47] reports that everything is resolved', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await world.resolve(a, world.root);
    expect(await take(BOB)).toEqual({ nodes: [], waiting: { resolved: 'all' } });
    const scoped = await take(BOB, { scope: world.root, filter: { x: 1 } });
    expect(scoped).toEqual({ nodes: [], waiting: { resolved: 'all' } });
  });

  it('[WO47] reports which agents hold nodes and until when, and how many are blocked', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b', depends_on: ['a'] });
    const [{ node }] = (await take(ALICE)).nodes;
    const since = node.properties._claimed_at;
    const until = new Date(Date.parse(since) + 3_600_000).toISOString();
    const claimed = [{ id: a, summary: 'a', by: 'alice', since, until }];
    const waiting = { claimed, blocked: 1, hint: expect.stringContaining('release: true') };
    expect(await take(BOB)).toEqual({ nodes: [], waiting });
    expect(await world.ask('graph_next', { project: 'p' }, BOB)).toEqual({ nodes: [], waiting });
    await world.resolve(a);
    await take(ALICE);
    const { waiting: now } = await take(BOB);
    expect(now.claimed).toMatchObject([{ id: b, by: 'alice' }]);
    expect(now).not.toHaveProperty('blocked');
  });

  it('[WO47] at most three are named and all are counted', async () => {
    const long = 'x'.repeat(900);
    await world.plan(...Array.from({ length: 5 }, (_, n) => ({ ref: `n${n}`, summary: long })));
    await take(ALICE, { count: 5 });
    const { waiting } = await take(BOB);
    expect(waiting.claimed).toHaveLength(3);
    expect(waiting.claimed_total).toBe(5);
    expect(JSON.stringify(waiting).length).toBeLessThan(1_200);
    const within = async (max_chars: number) => {
      const { budget, truncated, ...told } = await take(BOB, { max_chars });
      expect(budget.used_chars).toBeLessThanOrEqual(max_chars);
      expect(truncated).toBe(true);
      return told;
    };
    expect((await within(500)).waiting).toMatchObject({
      claimed: [{ by: 'alice' }],
      claimed_total: 5,
    });
    expect(await within(200)).toMatchObject({ nodes: [], waiting: { claimed_total: 5 } });
  });

  it('[WO47] reports other work if nothing matches the scope or the filter', async () => {
    const { a = '', b = '' } = await world.plan(
      { ref: 'a', properties: { area: 'x' } },
      { ref: 'b', parent_ref: 'a', properties: { area: 'y' } },
      { ref: 'c', properties: { area: 'z' }, depends_on: ['b'] },
      { ref: 'd' },
    );
    const why = async (args: object) => (await take(BOB, args)).waiting;
    expect(await why({ scope: b })).toEqual({ unresolved: 0, free_in_project: 2 });
    const { next_call } = await take(BOB, { filter: { area: 'q' } });
    expect(await why({ filter: { area: 'q' } })).toEqual({ unresolved: 0, free_in_project: 2 });
    const args = { workspace: world.workspace, project: 'p', claim: true };
    expect(next_call).toEqual({ tool: 'graph_next', args });
    expect(await why({ filter: { area: 'z' } })).toEqual({
      unresolved: 1,
      blocked: 1,
      blocked_by: [{ id: b, summary: 'b' }],
      free_in_project: 2,
    });
    await take(ALICE, { scope: a });
    expect(await why({ scope: a })).toMatchObject({
      unresolved: 1,
      claimed: [{ id: b, by: 'alice' }],
      free_in_project: 1,
    });
    expect((await why({ filter: { area: 'z' } })).blocked_by).toMatchObject([
      { id: b, by: 'alice' },
    ]);
  });

  it('[WO84] a project without parts has no work, and the answer proposes to plan', async () => {
    const empty = { nodes: [], waiting: { empty: true } };
    const told = await take(BOB);
    expect(told).toMatchObject(empty);
    expect(told.next_call).toMatchObject({ tool: 'graph_plan', args: { project: 'p' } });
    // The least budget still holds the call that helps (BU4).
    expect(await take(BOB, { max_chars: 30 })).toHaveProperty('next_call');
    expect((await world.counts()).actionable).toBe(0);
    expect(await world.ready({}, { ...BOB, role: 'read' })).toEqual([]);
  });

  it('[WO84] the root is work once everything below it is done, and marked', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b', parent_ref: 'a' });
    await world.resolve(a);
    expect(await world.ready()).toEqual([b]);
    expect(await world.counts()).toMatchObject({ actionable: 1, unresolved: 2 });
    await take(ALICE);
    const { waiting } = await take(BOB);
    expect(waiting.claimed).toMatchObject([{ id: b, by: 'alice' }]);
    expect(waiting).not.toHaveProperty('claimed_total');
    await world.resolve(b);
    const [{ node, note }] = (await take(BOB)).nodes;
    expect(node.id).toBe(world.root);
    expect(note).toMatch(/^All parts are done/);
    expect(await world.counts()).toMatchObject({ actionable: 1, claimed: 1 });
    expect((await take(ALICE)).waiting.claimed).toMatchObject([{ id: world.root, by: 'bob' }]);
  });

  it('[WO121] a filter has at most 50 properties', async () => {
    const named = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, at]));
    const refused = { code: 'validation_error', error: expect.stringContaining('at most 50') };
    const next = await world.refused('graph_next', { project: 'p', filter: named(51) });
    expect(next).toMatchObject(refused);
    const filter = { properties: named(51) };
    expect(await world.refused('graph_query', { project: 'p', filter })).toMatchObject(refused);
    expect(await world.ready({ filter: named(50) })).toEqual([]);
  });
});
