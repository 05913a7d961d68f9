/** What `graph_next` says when there is nothing, and how it fits, named by the rules in docs/spec/work-graph.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, BOB, openWorkWorld, type WorkWorld } from '../../../test/support/work-world.ts';
import type { Caller } from '../../surface/caller.ts';

const READER: Caller = { agent: 'reader', role: 'read' };

describe.each(MAIN_ENGINES)('next work, or none, on $name', (engine) => {
  let world: WorkWorld;
  beforeAll(async () => {
    world = await openWorkWorld(engine);
  });
  beforeEach(() => world.next());
  afterAll(() => world.close());

  const take = (caller: Caller, args: object = {}) =>
    world.ask('graph_next', { project: 'p', claim: true, ...args }, caller);

  it('[WO47] all is done', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await world.resolve(a, world.root);
    expect(await take(BOB)).toEqual({ nodes: [], waiting: { resolved: 'all' } });
    const scoped = await take(BOB, { scope: world.root, filter: { x: 1 } });
    expect(scoped).toEqual({ nodes: [], waiting: { resolved: 'all' } });
  });

  it('[WO47] others hold it: who, and until when; the rest is blocked', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b', depends_on: ['a'] });
    const [{ node }] = (await take(ALICE)).nodes;
    const until = new Date(Date.parse(node.properties._claimed_at) + 3_600_000).toISOString();
    const claimed = [{ id: a, summary: 'a', by: 'alice', until }];
    const waiting = { claimed, blocked: 1 };
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
    expect(JSON.stringify(waiting).length).toBeLessThan(1_100);
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
    expect(await within(80)).toMatchObject({ nodes: [], waiting: { claimed_total: 5 } });
    expect(await within(30)).toMatchObject({ nodes: [] });
  });

  it('[WO47] nothing fits the scope or the filter, but there is other work', async () => {
    const { a = '', b = '' } = await world.plan(
      { ref: 'a', properties: { area: 'x' } },
      { ref: 'b', parent_ref: 'a', properties: { area: 'y' } },
      { ref: 'c', properties: { area: 'z' }, depends_on: ['b'] },
      { ref: 'd' },
    );
    const why = async (args: object) => (await take(BOB, args)).waiting;
    expect(await why({ scope: b })).toEqual({ unresolved: 0, actionable_in_project: 2 });
    expect(await why({ filter: { area: 'q' } })).toEqual({
      unresolved: 0,
      actionable_in_project: 2,
    });
    expect(await why({ filter: { area: 'z' } })).toEqual({
      unresolved: 1,
      blocked: 1,
      actionable_in_project: 2,
    });
    await take(ALICE, { scope: a });
    expect(await why({ scope: a })).toMatchObject({
      unresolved: 1,
      claimed: [{ id: b, by: 'alice' }],
      actionable_in_project: 2,
    });
  });

  /** More than any reader wants. */
  const pile = async (id: string, pieces = 100, length = 2_000) => {
    for (let from = 0; from < pieces; from += 50) {
      const add_evidence = Array.from({ length: Math.min(50, pieces - from) }, (_, n) => ({
        type: 'note',
        ref: `${from + n} ${'e'.repeat(length)}`,
      }));
      await world.update(id, { add_evidence });
    }
  };

  const sizeOf = async (args: object, caller = ALICE) => {
    const call = { workspace: world.workspace, project: 'p', ...args };
    const reply = await world.server.call('graph_next', call, caller);
    expect(reply.isError, reply.text).toBe(false);
    return { text: reply.text, told: JSON.parse(reply.text) as Shown };
  };

  it('[WO48] a pile of evidence is told by its newest pieces and a count', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await pile(a);
    const { text, told } = await sizeOf({ claim: true });
    expect(text.length).toBeLessThan(10_000);
    const [{ node }] = told.nodes;
    expect(node.evidence.map(({ ref }: Shown) => ref.split(' ')[0])).toEqual(['97', '98', '99']);
    expect(node.evidence_omitted).toBe(97);
    for (const { ref } of node.evidence) expect(ref).toHaveLength(2_003);
    const whole = { node_id: a, max_chars: 1_000_000 };
    expect((await world.ask('graph_context', whole)).node.evidence).toHaveLength(100);
  });

  it('[WO48] short pieces are told up to twenty, and a long newest one whole', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    await pile(a, 50, 1);
    const first = (await sizeOf({})).told.nodes[0].node;
    expect(first.evidence).toHaveLength(20);
    expect(first.evidence_omitted).toBe(30);
    await pile(a, 1, 30_000);
    const then = (await sizeOf({})).told.nodes[0].node;
    expect(then.evidence).toHaveLength(1);
    expect(then.evidence[0].ref).toHaveLength(30_002);
    expect(then.evidence_omitted).toBe(50);
    await world.plan({ ref: 'b', properties: { priority: 9 } });
    expect((await sizeOf({})).told.nodes[0].node).not.toHaveProperty('evidence_omitted');
  });

  it('[WO48] a claim is told within any budget that can name it', async () => {
    const { a = '', b = '' } = await world
      .plan(
        { ref: 'done', context_links: ['done.md'] },
        {
          ref: 'a',
          summary: 'Take a',
          depends_on: ['done'],
          properties: { text: 'p'.repeat(3_000) },
          context_links: ['a.md', 'b.md'],
        },
        { ref: 'b', summary: 'Take b' },
      )
      .then(async ({ done = '', ...rest }) => {
        await pile(done, 5, 200);
        await world.resolve(done);
        return rest;
      });
    await pile(a, 30, 300);
    await world.update(a, { state: { phase: 's'.repeat(2_000) } });
    const shown: number[] = [];
    for (const max_chars of [20_000, 8_000, 3_000, 1_200, 600, 220]) {
      const { told } = await sizeOf({ claim: true, count: 2, max_chars });
      expect(told.budget.used_chars).toBeLessThanOrEqual(max_chars);
      const named = told.nodes.map(({ node: { id, summary } }: Shown) => [id, summary]);
      expect(named.sort()).toEqual(
        [
          [a, 'Take a'],
          [b, 'Take b'],
        ].sort(),
      );
      const node = told.nodes.find(({ node: { id } }: Shown) => id === a)?.node;
      const pieces = node.evidence ?? [];
      if (pieces.length > 0) expect(pieces.at(-1).ref).toMatch(/^29 /);
      if (node.evidence) expect(pieces.length + (node.evidence_omitted ?? 0)).toBe(30);
      shown.push(pieces.length);
    }
    expect(shown).toEqual([...shown].sort((x, y) => y - x));
    expect(shown[0]).toBe(20);
    expect(shown.at(-1)).toBe(0);
  });

  it('[WO49] what has no room in the answer is not claimed', async () => {
    const summary = 'ä'.repeat(400);
    await world.plan({ ref: 'a', summary }, { ref: 'b', summary });
    const small = { project: 'p', claim: true, count: 2, max_chars: 1_000 };
    const refusal = await world.refused('graph_next', small, ALICE);
    expect(refusal).toMatchObject({ code: 'validation_error', field: 'max_chars' });
    const least = Number(/at least (\d+)/.exec(refusal.error)?.[1]);
    const { nodes } = await world.ask('graph_next', { ...small, max_chars: least }, ALICE);
    expect(nodes.map(({ node }: Shown) => node.summary)).toEqual([summary, summary]);
    const lines = { project: 'p', claim: true, count: 2, max_lines: 1 };
    expect((await world.refused('graph_next', lines, ALICE)).field).toBe('max_lines');
  });

  it('[WO49] what is only read is left out from the end', async () => {
    const summary = 'x'.repeat(400);
    const { a = '' } = await world.plan({ ref: 'a', summary }, { ref: 'b', summary });
    const { told } = await sizeOf({ count: 2, max_chars: 600 });
    expect(told.nodes.map(({ node }: Shown) => node.id)).toEqual([a]);
    expect(told.budget.truncated).toBe(true);
    expect((await sizeOf({ count: 2, max_chars: 100 })).told.nodes).toEqual([]);
  });

  it('[WO50] the id of a root stands for its project', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const { projects } = await world.ask('graph_open');
    const head = await world.head();
    const opened = await world.ask('graph_open', { project: projects[0].id, goal: 'Another' });
    expect(opened).toMatchObject({ project: 'p', root: { id: world.root, summary: 'Goal' } });
    expect(await world.head()).toBe(head);
    expect((await world.ask('graph_onboard', { project: world.root })).project).toBe('p');
    expect(await world.ready({ project: ` ${world.root} ` })).toEqual([a]);
    expect(await world.query({ project: world.root })).toHaveLength(2);
    expect((await take(ALICE, { project: world.root })).nodes[0].node.id).toBe(a);
  });

  it('[WO50] a name wins over an id, and an id of no root is a name', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    for (const name of ['zzzzzzzzzz99', a]) {
      const { project, root } = await world.ask('graph_open', { project: name });
      expect(project).toBe(name);
      expect(root.id).not.toBe(world.root);
    }
    expect((await world.ask('graph_onboard', { project: a })).project).toBe(a);
    const lost = await world.refused('graph_next', { project: 'yyyyyyyyyy99' });
    expect(lost.code).toBe('project_not_found');
  });

  it('[WO51] a caller that may only read is answered where nothing is written', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const head = await world.head();
    expect(await world.ready({}, READER)).toEqual([a]);
    expect((await world.ask('graph_open', {}, READER)).projects).toHaveLength(1);
    expect((await world.ask('graph_open', { project: 'p' }, READER)).root.id).toBe(world.root);
    expect((await world.ask('graph_open', { project: world.root }, READER)).project).toBe('p');
    expect(await world.head()).toBe(head);
    const forbidden = [
      ['graph_next', { project: 'p', claim: true }],
      ['graph_open', { project: 'new' }],
      ['graph_update', { release: true }],
    ] as const;
    for (const [tool, args] of forbidden) {
      expect((await world.refused(tool, args, READER)).code).toBe('forbidden');
    }
  });
});
