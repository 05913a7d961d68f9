/** History, onboarding and the reasoning graph, named by the rules in docs/spec/work-graph.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, BOB, openWorkWorld, type WorkWorld } from '../../../test/support/work-world.ts';

describe.each(MAIN_ENGINES)('telling of work on $name', (engine) => {
  let world: WorkWorld;
  beforeAll(async () => {
    world = await openWorkWorld(engine);
  });
  beforeEach(() => world.next());
  afterAll(() => world.close());

  const history = (node_id: string, args: object = {}) =>
    world.ask('graph_history', { node_id, ...args });

  it('[WO27] tells every kind of event, newest first, with both sides', async () => {
    const {
      a = '',
      b = '',
      c = '',
    } = await world.plan({ ref: 'a', depends_on: ['b'] }, { ref: 'b' }, { ref: 'c' });
    await world.update(a, { summary: 'A', properties: { x: 1 } }, ALICE);
    await world.connect(a, c, 'relates_to');
    const removal = { from: a, to: c, type: 'relates_to', remove: true };
    await world.ask('graph_connect', { edges: [removal] });
    await world.restructure({ op: 'move', node_id: a, new_parent: c });
    await world.restructure({ op: 'merge', source: b, target: a });
    await world.update(a, { resolved: true, add_evidence: [{ type: 'git', ref: '1' }] }, BOB);
    await world.update(a, { resolved: false });
    await world.restructure({ op: 'drop', node_id: a, reason: 'Not so' });
    const { events } = await history(a);
    expect(events.map(({ action, agent }: Shown) => [action, agent])).toEqual([
      ['dropped', 'tester'],
      ['updated', 'tester'],
      ['resolved', 'bob'],
      ['merged', 'tester'],
      ['moved', 'tester'],
      ['edge_removed', 'tester'],
      ['edge_added', 'tester'],
      ['updated', 'alice'],
      ['created', 'tester'],
    ]);
    const [dropped, reopened, resolved, , moved, removed, , updated, created] = events;
    const of = ({ changes }: Shown, field: string) =>
      changes.find((change: Shown) => change.field === field);
    expect(of(dropped, 'reason').after).toBe('Not so');
    expect(of(dropped, 'evidence').after).toMatchObject({ type: 'dropped', ref: 'Not so' });
    expect(reopened.changes).toEqual([{ field: 'resolved', before: true, after: false }]);
    expect(of(resolved, 'evidence').after).toMatchObject({ type: 'git', ref: '1', agent: 'bob' });
    expect(moved.changes).toEqual([{ field: 'parent', before: world.root, after: c }]);
    expect(of(removed, 'edge').before).toEqual({ from: a, to: c, type: 'relates_to' });
    expect(updated.changes).toEqual([
      { field: 'summary', before: 'a', after: 'A' },
      { field: 'properties.x', before: null, after: 1 },
    ]);
    expect(of(created, 'summary')).toEqual({ field: 'summary', before: null, after: 'a' });
    expect(events[0].timestamp).toMatch(/^\d{4}-.*Z$/);
    expect((await history(world.root)).events).toMatchObject([{ action: 'created' }]);
  });

  it('[WO27] pages lose nothing, also within one moment', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    for (let n = 0; n < 6; n++) {
      const updates = Array.from({ length: 5 }, (_, k) => ({ node_id: a, state: [n, k] }));
      await world.ask('graph_update', { updates });
    }
    const all = (await history(a, { limit: 100 })).events;
    expect(all).toHaveLength(31);
    expect((await history(a)).events).toHaveLength(20);
    for (const limit of [1, 7, 31]) {
      const read: Shown[] = [];
      let cursor: string | undefined;
      do {
        const page = await history(a, { limit, ...(cursor === undefined ? {} : { cursor }) });
        read.push(...page.events);
        cursor = page.next_cursor;
      } while (cursor !== undefined);
      expect(read, `pages of ${limit}`).toEqual(all);
    }
    const { next_cursor } = await history(a, { limit: 2 });
    const foreign = await world.refused('graph_history', {
      node_id: world.root,
      cursor: next_cursor,
    });
    expect(foreign).toMatchObject({ code: 'validation_error', field: 'cursor' });
    for (const bad of [{ cursor: 'x' }, { cursor: '2026-01-01' }, { limit: 0 }, { limit: 101 }]) {
      const refusal = await world.refused('graph_history', { node_id: a, ...bad });
      expect(refusal.field).toBe(Object.keys(bad)[0]);
    }
    expect((await world.refused('graph_history', { node_id: 'nowhere' })).code).toBe(
      'node_not_found',
    );
  });

  it('[WO28] is brief unless asked for all, and takes the only project', async () => {
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

  it('[WO28] tells the parts that it does not show', async () => {
    await world.plan(...Array.from({ length: 20 }, (_, n) => ({ ref: `n${n}` })));
    const { tree, tree_total } = await world.ask('graph_onboard');
    expect(tree.length).toBeLessThan(20);
    expect(tree_total).toBe(20);
  });

  it('[WO28] without exactly one project it tells those there are', async () => {
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

  /** The reasoning graph's view of work, as ids and edges. */
  const mirrored = async () => {
    const args = { workspace: world.workspace, branch: 'main', types: ['work'], limit: 200 };
    const { structured } = await world.server.call('graph_query', args);
    const { nodes, edges } = structured.result as Shown;
    const bare = (id: string) => id.replace('work:', '');
    return {
      nodes: Object.fromEntries(
        nodes.map(({ id, title, status }: Shown) => [bare(id), `${title} ${status}`]),
      ),
      edges: edges.map(({ from, rel, to }: Shown) => `${bare(from)} ${rel} ${bare(to)}`).sort(),
    };
  };

  it('[WO29] every node is in the reasoning graph, and follows every change', async () => {
    const {
      a = '',
      b = '',
      c = '',
      d = '',
    } = await world.plan(
      { ref: 'a' },
      { ref: 'b', parent_ref: 'a' },
      { ref: 'c', depends_on: ['b'] },
      { ref: 'd' },
    );
    const { root } = world;
    expect(await mirrored()).toEqual({
      nodes: { [root]: 'Goal open', [a]: 'a open', [b]: 'b open', [c]: 'c open', [d]: 'd open' },
      edges: [
        ...[`${a} child_of ${root}`, `${b} child_of ${a}`, `${c} child_of ${root}`],
        ...[`${d} child_of ${root}`, `${c} depends_on ${b}`],
      ].sort(),
    });
    await world.update(a, { summary: 'A' });
    await world.connect(c, d, 'relates_to');
    await world.resolve(b);
    await world.restructure({ op: 'move', node_id: d, new_parent: a });
    await world.restructure({ op: 'merge', source: b, target: d });
    expect(await mirrored()).toEqual({
      nodes: { [root]: 'Goal open', [a]: 'A open', [c]: 'c open', [d]: 'd open' },
      edges: [
        ...[`${a} child_of ${root}`, `${c} child_of ${root}`, `${d} child_of ${a}`],
        ...[`${c} depends_on ${d}`, `${c} relates_to ${d}`],
      ].sort(),
    });
    await world.restructure({ op: 'drop', node_id: a, reason: 'No' });
    const { nodes } = await mirrored();
    expect(nodes).toMatchObject({ [a]: 'A resolved', [d]: 'd resolved', [c]: 'c open' });
  });

  it('[WO29] cards can link to it', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const { workspace } = world;
    const card = { id: 'c1', type: 'decision', title: 'Do it so' };
    const reply = await world.server.call('think_card', {
      workspace,
      card,
      supports: [`work:${a}`],
    });
    expect(reply.isError, reply.text).toBe(false);
    const { structured } = await world.server.call('graph_query', { workspace, branch: 'main' });
    const { edges } = structured.result as Shown;
    expect(edges).toContainEqual(expect.objectContaining({ rel: 'supports', to: `work:${a}` }));
  });

  it('[WO77] no event is entered beside those of work, and a merged node leaves with the edges of cards', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b' });
    const { workspace } = world;
    const card = { id: 'c1', type: 'decision', title: 'Do it so' };
    await world.server.call('think_card', { workspace, card, supports: [`work:${a}`] });
    const since = await world.head();
    await world.restructure({ op: 'merge', source: a, target: b });
    await world.restructure({ op: 'drop', node_id: b, reason: 'No' });
    const types = await world.server.surface.store.read(workspace, async (tx) =>
      (await tx.journal.after(since, 100)).map(({ type }) => type),
    );
    expect(types).toEqual(['work_merged', 'work_dropped']);
    const { structured } = await world.server.call('graph_query', { workspace, branch: 'main' });
    const { edges } = structured.result as Shown;
    expect(JSON.stringify(edges)).not.toContain(`work:${a}`);
    expect((await mirrored()).nodes).toMatchObject({ [b]: 'b resolved' });
  });

  it('[WO33] costs little', async () => {
    const cost = { chars: 0 };
    const spend = async (tool: string, args: object) => {
      const reply = await world.server.call(tool, { workspace: world.workspace, ...args });
      cost.chars += JSON.stringify(args).length + reply.text.length;
      return { size: reply.text.length, answer: JSON.parse(reply.text) };
    };
    const part = (n: number) => ({ ref: `part ${n}`, summary: `Part ${n} of the whole thing` });
    const parts = await world.plan(...[1, 2, 3, 4].map(part));
    const leaves = Object.values(parts).flatMap((parent_ref, p) =>
      Array.from({ length: 6 }, (_, n) => ({
        ref: `${p}.${n}`,
        parent_ref,
        summary: `Write the code that reads piece ${n} of part ${p}`,
        properties: { area: 'reader' },
        ...(n > 0 ? { depends_on: [`${p}.${n - 1}`] } : {}),
      })),
    );
    await world.plan(...leaves);
    await world.plan({ ref: 'last', summary: 'Write it all up' });
    expect((await world.counts()).total).toBe(30);
    cost.chars = 0;
    await spend('graph_open', { project: 'p' });
    const { answer } = await spend('graph_next', { project: 'p', claim: true });
    const add_evidence = [{ type: 'git', ref: '4f2c1d0 read the first piece' }];
    const node_id = answer.nodes[0].node.id;
    await spend('graph_update', { updates: [{ node_id, resolved: true, add_evidence }] });
    expect(cost.chars).toBeLessThanOrEqual(1_500);
    const nodes = [1, 2, 3, 4].map((n) => ({ ref: `s${n}`, parent_ref: world.root, summary: 'S' }));
    expect((await spend('graph_plan', { nodes })).size).toBeLessThanOrEqual(220);
    await world.plan({ ref: 'one more' });
    expect((await world.counts()).total).toBe(35);
    expect((await spend('graph_onboard', {})).size).toBeLessThanOrEqual(2_400);
  });
});
