/** Opening projects and planning work, named by the rules in docs/spec/work-graph.md. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, openWorkWorld, type WorkWorld } from '../../../test/support/work-world.ts';
import { workIdFrom } from '../../domain/work/work-id.ts';
import { sha256 } from '../../sha256.ts';
import { dispatch } from '../../surface/dispatch.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(MAIN_ENGINES)('making work on $name', (engine) => {
  let world: WorkWorld;
  beforeAll(async () => {
    world = await openWorkWorld(engine);
  });
  beforeEach(() => world.next());
  afterAll(() => world.close());

  it('[WO1] [WO2] a node has the fields of the contract, in compact JSON', async () => {
    const reply = await world.server.call('graph_open', {
      workspace: world.workspace,
      project: 'p',
    });
    const view = JSON.parse(reply.text);
    expect(reply.text).toBe(JSON.stringify(view));
    expect(reply.structured).toEqual(view);
    const { root } = view;
    expect(root).toEqual({
      id: world.root,
      rev: 1,
      project: 'p',
      depth: 0,
      summary: 'Goal',
      resolved: false,
      properties: {},
      context_links: [],
      evidence: [],
      created_at: expect.stringMatching(ISO),
      updated_at: expect.stringMatching(ISO),
      created_by: 'tester',
    });
    const { a = '' } = await world.plan({ ref: 'a' });
    await world.update(a, { state: { phase: 1 } });
    expect(await world.node(a)).toMatchObject({
      parent: world.root,
      depth: 1,
      state: { phase: 1 },
    });
  });

  it('[WO2] ids of many nodes differ, and are never used again', async () => {
    const requests = Array.from({ length: 300 }, (_, n) => ({ ref: `n${n}` }));
    const first = Object.values(await world.plan(...requests));
    await world.restructure({ op: 'merge', source: first[0], target: first[1] });
    const second = Object.values(await world.plan(...requests));
    const all = [...first, ...second];
    expect(new Set(all).size).toBe(600);
  });

  it('[WO2] the program makes ids of chance: twelve characters, and others in each workspace', async () => {
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
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]{11}$/);
  });

  it('[WO2] an id has a letter first, whatever chance gives', () => {
    const ids = Array.from({ length: 2_000 }, (_, n) => workIdFrom(`chance ${n}`, sha256));
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]{11}$/);
    expect(new Set(ids).size).toBe(2_000);
    expect(new Set(ids.map((id) => id[0])).size).toBe(26);
  });

  it('[WO1] refusals tell code, field and what there is', async () => {
    const none = await world.refused('graph_next', { project: 'q' });
    expect(none).toMatchObject({ code: 'project_not_found', projects: ['p'] });
    expect(none.error).toEqual(expect.any(String));
    expect(await world.refused('graph_context', { node_id: 'nowhere' })).toMatchObject({
      code: 'node_not_found',
      node_id: 'nowhere',
    });
    expect(await world.refused('graph_plan', { nodes: 'x' })).toMatchObject({
      code: 'validation_error',
      field: 'nodes',
    });
    const cycle = await world.refused('graph_plan', {
      nodes: [{ ref: 'a', parent_ref: world.root, summary: 'A', depends_on: ['a'] }],
    });
    expect(cycle).toMatchObject({ code: 'cycle_detected', path: ['a', 'a'] });
  });

  it('[WO3] opens what is there without a trace, and ignores the goal then', async () => {
    const head = await world.head();
    const again = await world.ask('graph_open', { project: ' p ', goal: 'Another' }, ALICE);
    expect(again).toMatchObject({ project: 'p', root: { id: world.root, summary: 'Goal' } });
    expect(await world.head()).toBe(head);
    const named = await world.ask('graph_open', { project: 'Zweites 🧭' }, ALICE);
    expect(named.root).toMatchObject({ summary: 'Zweites 🧭', created_by: 'alice' });
    const { projects } = await world.ask('graph_open');
    expect(projects).toEqual([
      {
        id: named.root.id,
        project: 'Zweites 🧭',
        summary: 'Zweites 🧭',
        total: 1,
        resolved: 0,
        unresolved: 1,
        updated_at: expect.stringMatching(ISO),
      },
      expect.objectContaining({ id: world.root, project: 'p', summary: 'Goal' }),
    ]);
  });

  it('[WO3] an empty place has no projects, and blank or wrong names make none', async () => {
    for (const project of ['', '   ', '\t', 7, true, null, [], {}, 'a\nb', 'x'.repeat(201)]) {
      expect((await world.refused('graph_open', { project })).code).toBe('validation_error');
    }
    for (const goal of ['', '  ', 7, 'x'.repeat(1_001)]) {
      const refusal = await world.refused('graph_open', { project: 'new', goal });
      expect(refusal).toMatchObject({ code: 'validation_error', field: 'goal' });
    }
    expect((await world.refused('graph_open', { goal: 'Of what?' })).field).toBe('goal');
    expect((await world.refused('graph_open', { projekt: 'p' })).code).toBe('validation_error');
    expect((await world.ask('graph_open')).projects).toHaveLength(1);
  });

  it('[WO3] opened many times at once, it has one root', async () => {
    const opened = await Promise.all(
      Array.from({ length: 12 }, () => world.ask('graph_open', { project: 'race' })),
    );
    expect(new Set(opened.map(({ root }) => root.id)).size).toBe(1);
    expect((await world.counts('race')).total).toBe(1);
  });

  it('[WO4] counts are of all nodes, and true after every call', async () => {
    expect(await world.counts()).toEqual({
      total: 1,
      resolved: 0,
      unresolved: 1,
      blocked: 0,
      actionable: 1,
    });
    const ids = await world.plan(
      { ref: 'a' },
      { ref: 'b', depends_on: ['a'] },
      { ref: 'c', parent_ref: 'b' },
    );
    const { a = '', b = '', c = '' } = ids;
    expect(await world.counts()).toMatchObject({ total: 4, blocked: 1, actionable: 2 });
    await world.resolve(a);
    expect(await world.counts()).toMatchObject({ resolved: 1, blocked: 0, actionable: 1 });
    await world.update(a, { resolved: false });
    expect(await world.counts()).toMatchObject({ resolved: 0, blocked: 1, actionable: 2 });
    await world.connect(c, a);
    expect(await world.counts()).toMatchObject({ blocked: 2, actionable: 1 });
    await world.restructure({ op: 'drop', node_id: a, reason: 'No' });
    expect(await world.counts()).toMatchObject({ resolved: 1, blocked: 0, actionable: 1 });
    await world.restructure({ op: 'merge', source: c, target: b });
    expect(await world.counts()).toMatchObject({ total: 3, unresolved: 2, actionable: 1 });
    await world.resolve(b);
    await world.resolve(world.root);
    expect(await world.counts()).toEqual({
      total: 3,
      resolved: 3,
      unresolved: 0,
      blocked: 0,
      actionable: 0,
    });
    const { projects } = await world.ask('graph_open');
    expect(projects).toMatchObject([{ total: 3, resolved: 3, unresolved: 0 }]);
  });

  it('[WO5] takes parents and dependencies in any order, and answers in that of the batch', async () => {
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

  it('[WO5] [WO6] makes a batch whole or not at all, each fault with its code', async () => {
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
});
