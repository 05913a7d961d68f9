/** Opening projects of the work graph, by the rules in docs/spec/work-graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, workScenes } from '../../../test/support/work-world.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(MAIN_ENGINES)('graph_open on $name', (engine) => {
  const world = workScenes(engine);

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

  it('[WO3] opens an existing project without an event, and ignores the goal', async () => {
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

  it('[WO3] blank or invalid names create no project', async () => {
    for (const project of ['', '   ', '\t', 7, true, [], {}, 'a\nb', 'x'.repeat(201)]) {
      expect((await world.refused('graph_open', { project })).code).toBe('validation_error');
    }
    for (const goal of ['', '  ', 7, 'x'.repeat(16_001)]) {
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

  it('[WO4] counts include all nodes and are correct after every call', async () => {
    expect(await world.counts()).toEqual({
      total: 1,
      resolved: 0,
      unresolved: 1,
      blocked: 0,
      actionable: 0,
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

  it('[WO50] a project can be named by the id of its root', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const { projects } = await world.ask('graph_open');
    const head = await world.head();
    const opened = await world.ask('graph_open', { project: projects[0].id, goal: 'Another' });
    expect(opened).toMatchObject({ project: 'p', root: { id: world.root, summary: 'Goal' } });
    expect(await world.head()).toBe(head);
    expect((await world.ask('graph_onboard', { project: world.root })).project).toBe('p');
    expect(await world.ready({ project: ` ${world.root} ` })).toEqual([a]);
    expect(await world.query({ project: world.root })).toHaveLength(2);
    expect((await world.ready({ project: world.root, claim: true }, ALICE))[0]).toBe(a);
  });

  it('[WO50] a name wins over an id, and the id of another node names no project', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const { project, root } = await world.ask('graph_open', { project: 'zzzzzzzzzz99' });
    expect(project).toBe('zzzzzzzzzz99');
    expect(root.id).not.toBe(world.root);
    const calls = [
      ['graph_open', { project: a }],
      ['graph_plan', { project: ` ${a}`, nodes: [{ summary: 'b' }] }],
    ] as const;
    for (const [tool, args] of calls) {
      const refusal = await world.refused(tool, args);
      expect(refusal).toMatchObject({ code: 'validation_error', field: 'project', project: 'p' });
      expect(refusal.next[0]).toMatchObject({ tool: 'graph_onboard', args: { project: 'p' } });
    }
    const lost = await world.refused('graph_next', { project: a });
    expect([lost.code, lost.recovery]).toEqual(['project_not_found', 'Did you mean p?']);
  });

  it('[WO50] [WO102] the id of a node that was merged away names no project', async () => {
    const { a = '', b = '', c = '' } = await world.plan({ ref: 'a' }, { ref: 'b' }, { ref: 'c' });
    await world.restructure({ op: 'merge', source: a, target: b });
    for (const [tool, args] of [
      ['graph_open', { project: a }],
      ['graph_plan', { project: a, goal: 'More' }],
    ] as const) {
      const refusal = await world.refused(tool, args);
      expect(refusal).toMatchObject({ code: 'validation_error', project: 'p', merged_into: b });
      expect(refusal.recovery).toBe('Name the project: p.');
    }
    expect((await world.refused('graph_next', { project: a })).recovery).toBe('Did you mean p?');
    const plan = (node: object) =>
      world.refused('graph_plan', { nodes: [{ summary: 'x', parent_ref: c, ...node }] });
    expect(await plan({ parent_ref: a })).toMatchObject({
      code: 'invalid_parent_ref',
      field: 'nodes.0.parent_ref',
      merged_into: b,
    });
    const lost = await plan({ depends_on: [c, a] });
    expect(lost).toMatchObject({ code: 'invalid_depends_on', merged_into: b });
    expect(lost.error).toBe(`nodes.0.depends_on: ${a} was merged into ${b}`);
    expect(JSON.stringify(lost.next)).toMatch(`"node_id":"${b}"`);
  });

  it('[WO112] a new project whose name is like another is reported', async () => {
    await world.ask('graph_open', { project: 'parser' });
    const opened = await world.ask('graph_open', { project: 'Parsers' });
    expect(opened.warnings).toMatchObject([{ code: 'PROJECT_CREATED' }]);
    expect(opened.warnings[0].message).toContain('there is also parser');
    const planned = await world.ask('graph_plan', { project: 'pasrer', goal: 'Typed in haste' });
    expect(planned.warnings).toMatchObject([{ code: 'PROJECT_CREATED' }]);
    for (const project of ['lexer', 'q']) {
      expect(await world.ask('graph_open', { project })).not.toHaveProperty('warnings');
    }
    expect(await world.ask('graph_open', { project: 'parser' })).not.toHaveProperty('warnings');
  });

  it('[WO113] the list of projects has short summaries, and says so if there are more', async () => {
    const goal = 'x'.repeat(900);
    await world.ask('graph_open', { project: 'a long one', goal });
    const { projects, truncated } = await world.ask('graph_open');
    expect(projects.map(({ summary }: Shown) => summary.length)).toEqual([200, 4]);
    expect(truncated).toBeUndefined();
    for (let n = 0; n < 199; n++) {
      await world.server.call('graph_open', { workspace: world.workspace, project: `n${n}` });
    }
    const many = await world.ask('graph_open');
    expect([many.projects.length, many.truncated]).toEqual([200, true]);
  });
});
