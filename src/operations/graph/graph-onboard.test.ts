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
      summary: { total: 6, resolved: 1, unresolved: 5, blocked: 1, actionable: 2 },
      tree: [
        { id: part, summary: 'part', resolved: false, children: 3, resolved_children: 1 },
        { id: c, summary: 'c', resolved: false },
      ],
      claimed: [{ id: a, by: 'alice' }],
      next: { id: c },
    });
    expect(brief).not.toHaveProperty('recent_evidence');
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

  it('[WO28] counts the parts that it does not show', async () => {
    await world.plan(...Array.from({ length: 20 }, (_, n) => ({ ref: `n${n}` })));
    const { tree, tree_total } = await world.ask('graph_onboard');
    expect(tree.length).toBeLessThan(20);
    expect(tree_total).toBe(20);
  });

  it('[WO28] without exactly one project it lists the existing ones', async () => {
    await world.ask('graph_open', { project: 'q' });
    const refusal = await world.refused('graph_onboard');
    expect(refusal).toMatchObject({ code: 'project_not_found', projects: ['p', 'q'] });
    expect((await world.refused('graph_onboard', { project: 'r' })).projects).toEqual(['p', 'q']);
    expect((await world.ask('graph_onboard', { project: 'q' })).project).toBe('q');
    for (const bad of [{ project: 7 }, { detail: 'long' }, { evidence_limit: 51 }]) {
      const told = await world.refused('graph_onboard', { project: 'p', ...bad });
      expect(told.code).toBe('validation_error');
    }
    await world.server.call('init', { workspace: 'w-none' });
    const reply = await world.server.call('graph_onboard', { workspace: 'w-none' });
    expect(reply.refusal).toBe('PROJECT_NOT_FOUND');
  });
});
