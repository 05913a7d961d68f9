/** Planning nodes of the work graph, by the rules in docs/spec/work-graph.md. */

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, workScenes } from '../../../test/support/work-world.ts';
import { FIRST_CALLS } from '../../../web/views/work/first-calls.ts';
import { workIdFrom } from '../../domain/work/work-id.ts';
import { sha256 } from '../../sha256.ts';
import { dispatch } from '../../surface/dispatch.ts';
import { listing } from '../../surface/toolsets.ts';
import { CATALOGUE } from '../catalogue.ts';

describe.each(MAIN_ENGINES)('graph_plan on $name', (engine) => {
  const world = workScenes(engine);

  it('[WO2] ids of many nodes differ, and are never used again', async () => {
    const requests = Array.from({ length: 300 }, (_, n) => ({ ref: `n${n}` }));
    const first = Object.values(await world.plan(...requests));
    await world.restructure({ op: 'merge', source: first[0], target: first[1] });
    const second = Object.values(await world.plan(...requests));
    const all = [...first, ...second];
    expect(new Set(all).size).toBe(600);
  });

  it('[WO2] the program creates random ids: twelve characters, different in each workspace', async () => {
    const surface = { ...world.server.surface, newWorkId: () => workIdFrom(randomUUID(), sha256) };
    const ids: string[] = [];
    for (const workspace of ['twin-one', 'twin-two']) {
      const ask = async (tool: string, args: object) =>
        JSON.parse((await dispatch(surface, { tool, args: { workspace, ...args } }, ALICE)).text);
      const { root } = await ask('graph_open', { project: 'p' });
      const nodes = ['a', 'b'].map((ref) => ({ ref, parent_ref: root.id, summary: ref }));
      const { created } = await ask('graph_plan', { nodes });
      ids.push(root.id, ...created.map(({ id }: Shown) => id));
    }
    expect(new Set(ids).size).toBe(6);
    const foreign = { workspace: 'twin-two', node_id: ids[1], resolved: true };
    const { text } = await dispatch(surface, { tool: 'graph_update', args: foreign }, ALICE);
    expect(JSON.parse(text).code, 'an id of the other workspace').toBe('node_not_found');
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]{11}$/);
  });

  it('[WO2] an id begins with a letter, for any random input', () => {
    const ids = Array.from({ length: 2_000 }, (_, n) => workIdFrom(`chance ${n}`, sha256));
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]{11}$/);
    expect(new Set(ids).size).toBe(2_000);
    expect(new Set(ids.map((id) => id[0])).size).toBe(26);
  });

  it('[WO5] accepts parents and dependencies in any order, and answers in the order of the batch', async () => {
    const { created } = await world.ask('graph_plan', {
      nodes: [
        { ref: 'leaf', parent_ref: 'part', summary: 'Leaf', depends_on: ['other', 'late'] },
        { ref: 'other', parent_ref: 'part', summary: 'Other' },
        { ref: 'part', parent_ref: world.root, summary: ' Part ', context_links: ['x', 'x'] },
        { ref: 'late', parent_ref: 'part', summary: 'Late', properties: { n: 1 } },
      ],
    });
    expect(created.map(({ ref }: { ref: string }) => ref)).toEqual([
      'leaf',
      'other',
      'part',
      'late',
    ]);
    const [leaf, other, part, late] = created.map(({ id }: { id: string }) => id);
    expect(await world.node(leaf)).toMatchObject({ parent: part, depth: 2, resolved: false });
    const about = { summary: 'Part', depth: 1, context_links: ['x'] };
    expect(await world.node(part)).toMatchObject(about);
    const { depends_on } = await world.ask('graph_context', { node_id: leaf });
    expect(depends_on.map(({ node }: { node: { id: string } }) => node.id)).toEqual([other, late]);
  });

  it('[WO5] a ref wins over an id of the same text', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const made = await world.plan(
      { ref: a, summary: 'Same text' },
      { ref: 'child', parent_ref: a },
      { ref: 'after', depends_on: [a] },
    );
    expect((await world.node(made.child ?? '')).parent).toBe(made[a]);
    const { depends_on } = await world.ask('graph_context', { node_id: made.after });
    expect(depends_on).toMatchObject([{ node: { id: made[a] } }]);
    const under = await world.plan(
      { ref: world.root, parent_ref: a, summary: 'Named like the root' },
      { ref: 'x', parent_ref: a, depends_on: [world.root] },
    );
    expect(await world.node(under.x ?? '')).toMatchObject({ parent: a, depth: 2 });
  });

  it('[WO5] [WO6] creates a whole batch or nothing, and reports each fault with its code', async () => {
    const good = { ref: 'good', parent_ref: world.root, summary: 'Good' };
    const other = (await world.ask('graph_open', { project: 'other' })).root.id;
    const bad: readonly (readonly [object, string])[] = [
      [{ ref: 'b', summary: 'B' }, 'missing_parent'],
      [{ ref: 'b', summary: 'B', parent_ref: 'nowhere' }, 'invalid_parent_ref'],
      [{ ...good, ref: 'b', depends_on: ['nowhere'] }, 'invalid_depends_on'],
      [{ ...good }, 'duplicate_ref'],
      [{ ...good, ref: 'b', parent_ref: other }, 'cross_project'],
      [{ ...good, ref: 'b', depends_on: [other] }, 'cross_project'],
      [{ ...good, ref: 'b', summary: '  ' }, 'validation_error'],
      [{ ...good, ref: ' ' }, 'validation_error'],
      [{ ...good, ref: 'b', summary: 7 }, 'validation_error'],
      [{ ...good, ref: 'b', context_links: 'ab' }, 'validation_error'],
      [{ ...good, ref: 'b', context_links: [1] }, 'validation_error'],
      [{ ...good, ref: 'b', depends_on: 'good' }, 'validation_error'],
      [{ ...good, ref: 'b', properties: 'str' }, 'validation_error'],
      [{ ...good, ref: 'b', properties: [] }, 'validation_error'],
      [{ ...good, ref: 'b', resolved: true }, 'validation_error'],
    ];
    for (const [request, code] of bad) {
      const refusal = await world.refused('graph_plan', { nodes: [good, request] });
      expect(refusal.code, JSON.stringify(request)).toBe(code);
    }
    expect((await world.refused('graph_plan', { nodes: [] })).code).toBe('validation_error');
    expect((await world.refused('graph_plan')).field).toBe('nodes');
    expect((await world.counts()).total).toBe(1);
  });

  it('[WO109] what the page shows to begin a project runs as it is, by a tool of the daily list', async () => {
    const isListed = listing(CATALOGUE, ['daily']);
    for (const line of FIRST_CALLS) {
      const [, tool = '', args = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
      expect(isListed(tool), tool).toBe(true);
      await world.ask(tool, JSON.parse(args));
    }
    const { nodes } = await world.ask('graph_next', { project: 'parser' });
    expect(nodes[0].node.summary).toBe('Find the grammar');
  });

  it('[WO107] limits are named by help and by the refusal that meets them', async () => {
    const help = (await world.server.call('help', { tool: 'graph_plan' })).text;
    expect(help).toContain('at most 500, in trees of 200 levels');
    const nodes = Array.from({ length: 501 }, () => ({ summary: 'x' }));
    const many = await world.refused('graph_plan', { project: 'p', nodes });
    expect(many).toMatchObject({ field: 'nodes', error: expect.stringContaining('at most 500') });
    const chain = (from: string, length: number) =>
      Array.from({ length }, (_, n) => ({
        ref: `c${n}`,
        parent_ref: n === 0 ? from : `c${n - 1}`,
        summary: 'x',
      }));
    const deep = await world.refused('graph_plan', { nodes: chain(world.root, 201) });
    expect(deep).toMatchObject({
      code: 'validation_error',
      field: 'nodes.200.parent_ref',
      error: expect.stringContaining('at most 200 levels'),
    });
    const { created } = await world.ask('graph_plan', { nodes: chain(world.root, 200) });
    const { a = '' } = await world.plan({ ref: 'a' });
    const move = { op: 'move', node_id: a, new_parent: created.at(-1).id };
    expect((await world.refused('graph_restructure', { operations: [move] })).error).toContain(
      'at most 200 levels',
    );
    for (const [tool, limit] of [
      ['graph_update', 'at most 200'],
      ['graph_connect', 'at most 200'],
      ['graph_restructure', 'at most 100'],
    ] as const) {
      expect((await world.server.call('help', { tool })).text).toContain(limit);
    }
  });

  it('[WO6] a dependency named twice counts once', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b', depends_on: ['a', 'a'] });
    const { depends_on } = await world.ask('graph_context', { node_id: b });
    expect(depends_on).toHaveLength(1);
    const { newly_actionable } = await world.resolve(a);
    expect(newly_actionable).toEqual([{ id: b, summary: 'b' }]);
  });

  it('[WO7] refuses a cycle of dependencies or parents with its path', async () => {
    const under = { parent_ref: world.root };
    const three = await world.refused('graph_plan', {
      nodes: [
        { ...under, ref: 'x', summary: 'X' },
        { ...under, ref: 'a', summary: 'A', depends_on: ['x', 'b'] },
        { ...under, ref: 'b', summary: 'B', depends_on: ['c'] },
        { ...under, ref: 'c', summary: 'C', depends_on: ['a'] },
      ],
    });
    expect(three).toMatchObject({ code: 'cycle_detected', path: ['a', 'b', 'c', 'a'] });
    expect(three.error).toContain('a -> b -> c -> a');
    const loop = await world.refused('graph_plan', {
      nodes: [
        { ref: 'a', parent_ref: 'b', summary: 'A' },
        { ref: 'b', parent_ref: 'c', summary: 'B' },
        { ref: 'c', parent_ref: 'b', summary: 'C' },
      ],
    });
    expect(loop).toMatchObject({ code: 'cycle_detected', path: ['b', 'c', 'b'] });
    const own = [{ ref: 'a', parent_ref: 'a', summary: 'A' }];
    expect((await world.refused('graph_plan', { nodes: own })).path).toEqual(['a', 'a']);
  });

  it('[WO7] a dependency on an ancestor or a descendant is a cycle, near or far', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b', parent_ref: 'a' });
    for (const ancestor of [world.root, a, b]) {
      const nodes = [{ ref: 'c', parent_ref: b, summary: 'C', depends_on: [ancestor] }];
      const refusal = await world.refused('graph_plan', { nodes });
      expect(refusal).toMatchObject({ code: 'cycle_detected', path: ['c', ancestor, 'c'] });
    }
    const nodes = [
      { ref: 'top', parent_ref: b, summary: 'T', depends_on: ['low'] },
      { ref: 'mid', parent_ref: 'top', summary: 'M' },
      { ref: 'low', parent_ref: 'mid', summary: 'L' },
    ];
    const down = await world.refused('graph_plan', { nodes });
    expect(down).toMatchObject({ code: 'cycle_detected', path: ['top', 'low', 'top'] });
    for (const [from, to] of [
      [b, a],
      [a, b],
      [b, world.root],
      [world.root, b],
      [a, a],
    ]) {
      const { applied, rejected } = await world.connect(from ?? '', to ?? '');
      expect([applied, rejected[0].reason]).toEqual([0, 'cycle_detected']);
    }
  });

  it('[WO79] creates the project with its goal and its first nodes, all or none', async () => {
    const nodes = [
      { ref: 'a', summary: 'A' },
      { summary: 'B', depends_on: ['a'] },
    ];
    const refusal = await world.refused('graph_plan', {
      ...{ project: 'q', goal: 'Read' },
      nodes: [...nodes, { ref: 'a', summary: 'Twice' }],
    });
    expect(refusal.code).toBe('duplicate_ref');
    const made = await world.ask('graph_plan', { project: ' q ', goal: ' Read all ', nodes });
    expect(made).toEqual({
      project: 'q',
      root: expect.any(String),
      created: [{ ref: 'a', id: expect.any(String) }, { id: expect.any(String) }],
    });
    expect(await world.node(made.root)).toMatchObject({ project: 'q', summary: 'Read all' });
    const { depends_on, node } = await world.ask('graph_context', { node_id: made.created[1].id });
    expect(node.parent).toBe(made.root);
    expect(depends_on).toMatchObject([{ node: { id: made.created[0].id } }]);
  });

  it('[WO79] nodes may be left out, and the name is the goal of a project without one', async () => {
    const made = await world.ask('graph_plan', { project: 'q' });
    expect(made).toEqual({ project: 'q', root: expect.any(String), created: [] });
    expect((await world.node(made.root)).summary).toBe('q');
    const head = await world.head();
    expect(await world.ask('graph_plan', { project: 'q', goal: 'q' })).toEqual(made);
    const kept = await world.ask('graph_plan', { project: made.root, goal: 'Another' });
    expect(kept).toMatchObject({ ...made, warnings: [{ code: 'GOAL_KEPT' }] });
    expect(await world.head()).toBe(head);
    expect((await world.node(made.root)).summary).toBe('q');
  });

  it('[WO79] an existing project is the home of nodes without a parent, and of no other', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const nodes = [{ summary: 'B' }, { summary: 'C', parent_ref: a }];
    const { created } = await world.ask('graph_plan', { project: 'p', nodes });
    const parents = [];
    for (const { id } of created) parents.push((await world.node(id)).parent);
    expect(parents).toEqual([world.root, a]);
    const other = { project: 'q', nodes: [{ summary: 'D', parent_ref: a }] };
    expect((await world.refused('graph_plan', other)).code).toBe('cross_project');
    expect((await world.ask('graph_open')).projects).toHaveLength(1);
    expect((await world.refused('graph_plan', { goal: 'For what?' })).field).toBe('goal');
    expect((await world.refused('graph_plan', {})).field).toBe('nodes');
    expect((await world.refused('graph_plan', { project: 'p', nodes: [] })).field).toBe('nodes');
  });

  it('[WO80] a node without a ref is named by its place, also where a ref has that text', async () => {
    const { created } = await world.ask('graph_plan', {
      project: 'p',
      nodes: [{ summary: 'A' }, { ref: 'nodes.0', summary: 'B' }, { summary: 'C' }],
    });
    expect(created.map(({ ref }: Shown) => ref)).toEqual([undefined, 'nodes.0', undefined]);
    const bad = { project: 'p', nodes: [{ summary: 'A', depends_on: [world.root] }] };
    const refusal = await world.refused('graph_plan', bad);
    expect(refusal).toMatchObject({
      code: 'cycle_detected',
      path: ['nodes.0', world.root, 'nodes.0'],
    });
  });
});
