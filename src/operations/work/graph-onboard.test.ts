/** The overview of a project of the work graph, by the rules in docs/spec/work-graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, BOB, workScenes } from '../../../test/support/work-world.ts';

describe.each(MAIN_ENGINES)('graph_onboard on $name', (engine) => {
  const world = workScenes(engine);

  it('[WO28] is brief unless detail is full, and defaults to the only project', async () => {
    const ids = await world.plan(
      { ref: 'part', context_links: ['part.md'] },
      { ref: 'a', parent_ref: 'part', context_links: ['a.md'], properties: { priority: 2 } },
      { ref: 'b', parent_ref: 'part', depends_on: ['a'] },
      { ref: 'old', parent_ref: 'part' },
      { ref: 'c' },
    );
    const { a = '', b = '', c = '', part = '', old = '' } = ids;
    await world.update(old, { resolved: true, add_evidence: [{ type: 'git', ref: 'first' }] });
    await world.update(part, { add_evidence: [{ type: 'git', ref: 'second' }] });
    await world.update(old, { state: 'looked at again' });
    await world.ask('graph_next', { project: 'p', claim: true }, ALICE);
    const brief = await world.ask('graph_onboard', {}, BOB);
    expect(brief).toMatchObject({
      detail: 'brief',
      project: 'p',
      goal: 'Goal',
      root: world.root,
      summary: { total: 6, resolved: 1, unresolved: 5, blocked: 1, actionable: 2, claimed: 1 },
      tree: [
        { id: part, summary: 'part', children: 3, resolved_children: 1 },
        { id: c, summary: 'c' },
      ],
      blocked: [{ id: b, summary: 'b', waits_for: [a] }],
      claimed: [{ id: a, by: 'alice', minutes: 0, until: expect.any(String) }],
      recent_evidence: [{ ref: 'second' }, { ref: 'first' }],
      next: { id: c },
      next_call: { tool: 'graph_next', args: { project: 'p', claim: true } },
    });
    for (const absent of ['context_links', 'actionable', 'waiting']) {
      expect(brief).not.toHaveProperty(absent);
    }
    const full = await world.ask('graph_onboard', { project: 'p', detail: 'full' }, ALICE);
    expect(full).toMatchObject({
      detail: 'full',
      next: { id: a },
      blocked: [{ id: b }],
      actionable: [{ id: a, priority: 2 }, { id: c }],
      context_links: ['a.md'],
    });
    const refs = full.recent_evidence.map(({ ref }: Shown) => ref);
    expect(refs, 'the newest evidence first, whatever happened to its node').toEqual([
      'second',
      'first',
    ]);
    expect(full.recent_evidence[0]).toMatchObject({ node_id: part, node_summary: 'part' });
  });

  it('[WO28] shows the evidence of one event in the order in which its nodes were created', async () => {
    const parts = Array.from({ length: 9 }, (_, at) => ({ ref: `n${at}`, parent_ref: 'top' }));
    const { top } = await world.plan({ ref: 'top' }, ...parts);
    await world.ask('graph_restructure', {
      operations: [{ op: 'drop', node_id: top, reason: 'moot' }],
    });
    const { recent_evidence: newest } = await world.ask('graph_onboard', { detail: 'full' });
    const order = newest.map(({ node_summary }: Shown) => node_summary);
    expect(order).toEqual(['top', ...parts.map(({ ref }) => ref)]);
  });

  it('[WO28] counts the parts that it does not show', async () => {
    await world.plan(...Array.from({ length: 20 }, (_, n) => ({ ref: `n${n}` })));
    const { tree, tree_total } = await world.ask('graph_onboard');
    expect(tree.length).toBeLessThan(20);
    expect(tree_total).toBe(20);
  });

  it('[WO88] shows only what is open, with the newest evidence', async () => {
    const parts = await world.plan(...Array.from({ length: 9 }, (_, n) => ({ ref: `n${n}` })));
    const ids = Object.values(parts);
    for (const [n, id] of ids.slice(0, 6).entries()) {
      await world.update(id, { resolved: true, add_evidence: [{ type: 'git', ref: `${n}` }] });
    }
    const { tree, recent_evidence, ...rest } = await world.ask('graph_onboard');
    expect(tree.map(({ id }: Shown) => id)).toEqual(ids.slice(6));
    expect(recent_evidence.map(({ ref }: Shown) => ref)).toEqual(['5', '4', '3']);
    expect(rest).not.toHaveProperty('tree_total');
    await world.ask('graph_next', { project: 'p', claim: true, count: 3 }, ALICE);
    const { next, waiting, claimed } = await world.ask('graph_onboard', {}, BOB);
    expect(next).toBe(null);
    expect(claimed).toHaveLength(3);
    expect(waiting).toEqual({ hint: expect.stringContaining('release: true') });
  });

  it('[WO88] is small with long texts, and the next call is the last to go', async () => {
    const long = 'x'.repeat(900);
    const refs = Array.from({ length: 12 }, (_, n) => `n${n}`);
    const ids = await world.plan(
      ...refs.map((ref, n) => ({
        ref,
        summary: `${n} ${long}`,
        depends_on: n > 6 ? refs.slice(0, 3) : [],
      })),
    );
    const add_evidence = [{ type: 'note', ref: long }];
    for (const ref of refs.slice(0, 6)) await world.update(ids[ref] ?? '', { add_evidence });
    await world.ask('graph_next', { project: 'p', claim: true, count: 5 }, ALICE);
    const sized = async (args: object) => {
      const call = { workspace: world.workspace, ...args };
      const { text } = await world.server.call('graph_onboard', call, BOB);
      return { size: text.length, told: JSON.parse(text) as Shown };
    };
    expect((await sized({})).size).toBeLessThan(6_500);
    const { told } = await sized({ max_chars: 1_000 });
    expect(told).toMatchObject({ project: 'p', next_call: { tool: 'graph_next' } });
    expect(told.next).toBeDefined();
    expect((await sized({ max_chars: 130 })).told.next_call).toMatchObject({ tool: 'graph_next' });
    // The least budget (BU4).
    expect((await sized({ max_chars: 60 })).told.budget.used_chars).toBeLessThanOrEqual(200);
  });

  it('[WO89] without a project it creates no error: it takes the only one or lists all', async () => {
    await world.ask('graph_open', { project: 'q' });
    const { projects, hint } = await world.ask('graph_onboard');
    expect(hint).toEqual(expect.any(String));
    expect(projects).toMatchObject([
      { project: 'p', goal: 'Goal', unresolved: 1 },
      { project: 'q', goal: 'q', unresolved: 1 },
    ]);
    for (const { project, call } of projects) {
      const { text } = await world.server.call(call.tool, call.args);
      expect(JSON.parse(text)).toMatchObject({ project, waiting: { empty: true } });
    }
    expect((await world.refused('graph_onboard', { project: 'r' })).projects).toEqual(['p', 'q']);
    for (const bad of [{ project: 7 }, { detail: 'long' }, { evidence_limit: 51 }]) {
      const told = await world.refused('graph_onboard', { project: 'p', ...bad });
      expect(told.code).toBe('validation_error');
    }
    for (const workspace of ['w-none', 'w-never-begun']) {
      if (workspace === 'w-none') await world.server.call('init', { workspace });
      const reply = await world.server.call('graph_onboard', { workspace });
      expect(reply.isError).toBe(false);
      expect(JSON.parse(reply.text)).toEqual({
        projects: [],
        hint: 'There is no project yet.',
        next_call: {
          tool: 'graph_plan',
          args: { workspace, project: expect.any(String), goal: expect.any(String) },
        },
      });
    }
  });
});
