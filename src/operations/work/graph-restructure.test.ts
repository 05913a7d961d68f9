/**
 * Moving, merging and dropping nodes of the work graph, by the rules in docs/spec/work-graph.md.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, BOB, workScenes } from '../../../test/support/work-world.ts';

describe.each(MAIN_ENGINES)('graph_restructure on $name', (engine) => {
  const world = workScenes(engine);

  const idsOf = (list: readonly Shown[] = []) => list.map(({ id }) => id);
  const evidence = (ref: string) => ({ add_evidence: [{ type: 'note', ref }] });
  const refusal = async (...operations: readonly object[]) =>
    world.refused('graph_restructure', { operations });
  const context = (id: string) => world.ask('graph_context', { node_id: id });
  const dependsOn = async (id: string) =>
    (await context(id)).depends_on.map(({ node }: Shown) => node.id);

  it('[WO18] a move keeps children and edges, and sets every depth', async () => {
    const ids = await world.plan(
      { ref: 'from' },
      { ref: 'a', parent_ref: 'from', depends_on: ['x'] },
      { ref: 'b', parent_ref: 'a' },
      { ref: 'c', parent_ref: 'b' },
      { ref: 'to' },
      { ref: 'low', parent_ref: 'to' },
      { ref: 'x' },
      { ref: 'y', depends_on: ['a'] },
    );
    const { from = '', a = '', b = '', c = '', to = '', low = '', x = '', y = '' } = ids;
    await world.connect(a, x, 'relates_to');
    const moved = await world.restructure({ op: 'move', node_id: a, new_parent: low });
    expect(moved).toMatchObject({ applied: 1, details: [{ op: 'move', node_id: a }] });
    expect(idsOf(moved.newly_actionable)).toEqual([from]);
    const depths = await Promise.all([a, b, c].map(async (id) => (await world.node(id)).depth));
    expect(depths).toEqual([3, 4, 5]);
    expect(await world.node(a)).toMatchObject({ parent: low, rev: 2 });
    expect(await world.node(b)).toMatchObject({ parent: a, rev: 1 });
    expect(await dependsOn(a)).toEqual([x]);
    expect(await dependsOn(y)).toEqual([a]);
    expect((await context(a)).related).toEqual([{ from: a, to: x, type: 'relates_to' }]);
    expect(idsOf((await context(c)).ancestors)).toEqual([world.root, to, low, a, b]);
    expect(idsOf(await world.query({ filter: { ancestor: to } })).sort()).toEqual(
      [low, a, b, c].sort(),
    );
    const head = await world.head();
    const again = await world.restructure({ op: 'move', node_id: a, new_parent: low });
    expect(again).toMatchObject({ applied: 1 });
    expect(await world.head()).toBe(head);
    await world.restructure({ op: 'move', node_id: b, new_parent: world.root });
    expect((await world.node(c)).depth).toBe(2);
  });

  it('[WO18] a move that would break the tree or create a cycle is refused', async () => {
    const ids = await world.plan(
      { ref: 'a' },
      { ref: 'b', parent_ref: 'a' },
      { ref: 'c', parent_ref: 'b' },
      { ref: 'waits', depends_on: ['a'] },
      { ref: 'under', parent_ref: 'waits' },
      { ref: 'goal', depends_on: ['under'] },
    );
    const { a = '', b = '', c = '', waits = '', under = '', goal = '' } = ids;
    const other = (await world.ask('graph_open', { project: 'other' })).root.id;
    const move = (node_id: string, new_parent: string) =>
      refusal({ op: 'move', node_id, new_parent });
    expect(await move(a, c)).toMatchObject({ code: 'cycle_detected', path: [a, b, c, a] });
    expect(await move(a, a)).toMatchObject({ code: 'cycle_detected', path: [a, a] });
    expect(await move(world.root, a)).toMatchObject({ code: 'validation_error' });
    expect((await move(a, other)).code).toBe('cross_project');
    expect((await move(a, 'nowhere')).field).toBe('operations.0.new_parent');
    expect((await move('nowhere', a)).field).toBe('operations.0.node_id');
    expect(await move(waits, a)).toMatchObject({ code: 'cycle_detected', path: [waits, a, waits] });
    expect(await move(waits, c)).toMatchObject({ code: 'cycle_detected' });
    expect(await move(a, waits)).toMatchObject({ code: 'cycle_detected' });
    expect(await move(a, under)).toMatchObject({ code: 'cycle_detected' });
    expect(await move(waits, goal)).toMatchObject({ path: [goal, under, goal] });
    expect((await move(waits, b)).error).toContain(`${waits} -> ${a}`);
  });

  it('[WO19] a merge moves children, evidence and edges, and deletes the source', async () => {
    const ids = await world.plan(
      { ref: 'source', properties: { p: 1 }, context_links: ['s'] },
      { ref: 'child', parent_ref: 'source' },
      { ref: 'grandchild', parent_ref: 'child' },
      { ref: 'part' },
      { ref: 'target', parent_ref: 'part', depends_on: ['both'] },
      { ref: 'both' },
      { ref: 'before' },
      { ref: 'after', depends_on: ['source'] },
      { ref: 'twice', depends_on: ['source', 'target'] },
    );
    const { source = '', target = '', child = '', both = '', before = '', after = '' } = ids;
    await world.update(source, evidence('first, of the source'), ALICE);
    await world.update(target, evidence('second, of the target'), BOB);
    await world.update(source, evidence('third, of the source'), ALICE);
    for (const to of [both, before]) await world.connect(source, to);
    await world.connect(source, target, 'relates_to');
    await world.connect(source, before, 'relates_to');
    const { details } = await world.restructure({ op: 'merge', source, target });
    expect(details).toMatchObject([{ op: 'merge', node_id: source, result: expect.any(String) }]);
    expect((await world.refused('graph_context', { node_id: source })).code).toBe('node_not_found');
    const node = await world.node(target);
    expect(node).toMatchObject({ rev: 3, summary: 'target' });
    expect(node.evidence.map(({ ref, agent }: Shown) => [ref, agent])).toEqual([
      ['second, of the target', 'bob'],
      ['first, of the source', 'alice'],
      ['third, of the source', 'alice'],
    ]);
    expect(await world.node(child)).toMatchObject({ parent: target, depth: 3, rev: 2 });
    expect(await world.node(ids.grandchild ?? '')).toMatchObject({ parent: child, depth: 4 });
    expect(await dependsOn(target)).toEqual([both, before]);
    expect(await dependsOn(after)).toEqual([target]);
    expect(await dependsOn(ids.twice ?? '')).toEqual([target]);
    const { related } = await context(target);
    expect(related).toEqual([{ from: target, to: before, type: 'relates_to' }]);
    expect(await world.counts()).toMatchObject({ total: 9 });
    const { events } = await world.ask('graph_history', { node_id: source });
    expect(events[0]).toMatchObject({
      action: 'merged',
      changes: expect.arrayContaining([{ field: 'merged_into', before: null, after: target }]),
    });
    expect(events.at(-1)).toMatchObject({ action: 'created' });
    const heard = await world.ask('graph_history', { node_id: target });
    expect(heard.events[0]).toMatchObject({ action: 'merged', agent: 'tester' });
    expect(heard.events[0].changes[0].after).toMatchObject({ id: source });
  });

  it('[WO100] a merge gives the target the links and properties that it lacks, and names what differs', async () => {
    const ids = await world.plan(
      {
        ref: 'source',
        context_links: ['both.md', 'only-source.md'],
        properties: { owner: 'zoe', area: 'text', same: [1], _plain: 1 },
      },
      {
        ref: 'target',
        context_links: ['own.md', 'both.md'],
        properties: { area: 'lexer', same: [1] },
      },
    );
    const { source = '', target = '' } = ids;
    await world.update(source, { state: 'in review', hint: 'Look at the log' });
    await world.ask('graph_next', { project: 'p', count: 9, claim: true }, ALICE);
    const merge = { op: 'merge', source, target };
    const { details } = await world.ask('graph_restructure', { operations: [merge] }, ALICE);
    expect(details[0].differing).toEqual(['properties.area', 'state']);
    const node = await world.node(target);
    expect(node.context_links).toEqual(['own.md', 'both.md', 'only-source.md']);
    const { _claimed_by, _claimed_at, ...properties } = node.properties;
    expect(properties).toEqual({
      ...{ area: 'lexer', same: [1], owner: 'zoe', _plain: 1 },
      _hint: 'Look at the log',
    });
    expect(_claimed_by, 'its own claim').toBe('alice');
    expect(node).not.toHaveProperty('state');
    const found = await world.query({ filter: { properties: { owner: 'zoe' } } });
    expect(idsOf(found)).toEqual([target]);
    const again = await world.plan({ ref: 'done' }, { ref: 'rest', properties: { area: 'x' } });
    await world.resolve(again.done ?? '');
    await world.update(again.rest ?? '', { hint: 'Not needed any more' });
    await world.restructure({ op: 'merge', source: again.rest, target: again.done });
    expect((await world.node(again.done ?? '')).properties).toEqual({ area: 'x' });
  });

  it('[WO102] a node that was merged away is refused with the node that it is part of', async () => {
    const { a = '', b = '', c = '' } = await world.plan({ ref: 'a' }, { ref: 'b' }, { ref: 'c' });
    await world.restructure({ op: 'merge', source: a, target: b });
    await world.restructure({ op: 'merge', source: b, target: c });
    const told = await world.refused('graph_update', { node_id: a, resolved: true });
    expect(told).toMatchObject({ code: 'node_not_found', node_id: a, merged_into: c });
    const { tool, args } = told.next[0].args;
    expect([tool, args.node_id]).toEqual(['graph_context', c]);
    const unknown = await world.refused('graph_context', { node_id: 'nowhere' });
    expect(unknown).not.toHaveProperty('merged_into');
  });

  it('[WO19] evidence of one drop and of chained merges keeps its order', async () => {
    const {
      a = '',
      b = '',
      c = '',
      top = '',
    } = await world.plan(
      { ref: 'top' },
      { ref: 'a', parent_ref: 'top' },
      { ref: 'b', parent_ref: 'top' },
      { ref: 'c', parent_ref: 'top' },
    );
    for (const [id, ref] of [
      [a, 'a'],
      [b, 'b'],
      [c, 'c'],
    ] as const) {
      await world.update(id, { add_evidence: [1, 2].map((n) => ({ type: 'n', ref: ref + n })) });
    }
    await world.restructure({ op: 'drop', node_id: top, reason: 'no' });
    await world.restructure(
      { op: 'merge', source: c, target: a },
      { op: 'merge', source: a, target: b },
    );
    const refs = (await world.node(b)).evidence.map(({ ref }: Shown) => ref);
    expect(refs).toEqual(['b1', 'b2', 'no', 'a1', 'a2', 'no', 'c1', 'c2', 'no']);
  });

  it('[WO19] a merge may join a node with its dependency, and the result does not wait for itself', async () => {
    const {
      a = '',
      b = '',
      up = '',
      kid = '',
    } = await world.plan(
      { ref: 'a' },
      { ref: 'b', depends_on: ['a'] },
      { ref: 'up' },
      { ref: 'kid', parent_ref: 'up' },
    );
    const merged = await world.restructure({ op: 'merge', source: a, target: b });
    expect(idsOf(merged.newly_actionable)).toEqual([b]);
    expect(await dependsOn(b)).toEqual([]);
    const raised = await world.restructure({ op: 'merge', source: kid, target: up });
    expect(idsOf(raised.newly_actionable)).toEqual([up]);
    expect(await world.ready()).toEqual([b, up]);
  });

  it('[WO19] an invalid merge is refused and changes nothing', async () => {
    const ids = await world.plan(
      { ref: 'a' },
      { ref: 'b', parent_ref: 'a' },
      { ref: 'c', parent_ref: 'b' },
      { ref: 'one', depends_on: ['two'] },
      { ref: 'two', depends_on: ['three'] },
      { ref: 'three' },
      { ref: 'waits', depends_on: ['c'] },
    );
    const { a = '', b = '', c = '', one = '', two = '', three = '', waits = '' } = ids;
    const other = (await world.ask('graph_open', { project: 'other' })).root.id;
    const merge = (source: string, target: string) => refusal({ op: 'merge', source, target });
    expect((await merge(a, a)).code).toBe('validation_error');
    expect((await merge(world.root, a)).code).toBe('validation_error');
    expect(await merge(a, b)).toMatchObject({ code: 'cycle_detected', path: [a, b, a] });
    expect(await merge(a, c)).toMatchObject({ code: 'cycle_detected' });
    expect((await merge(a, other)).code).toBe('cross_project');
    expect((await merge('nowhere', a)).field).toBe('operations.0.source');
    expect((await merge(a, 'nowhere')).field).toBe('operations.0.target');
    expect(await merge(one, three)).toMatchObject({ code: 'cycle_detected' });
    expect(await merge(three, one)).toMatchObject({ path: [one, two, one] });
    expect(await merge(waits, a)).toMatchObject({ code: 'cycle_detected' });
    expect(await merge(waits, b)).toMatchObject({ path: [b, c, b] });
    expect(await world.counts()).toMatchObject({ total: 8 });
    expect(await dependsOn(one)).toEqual([two]);
  });

  it('[WO20] a drop resolves all nodes below, also under resolved ones', async () => {
    const ids = await world.plan(
      { ref: 'top' },
      { ref: 'done', parent_ref: 'top' },
      { ref: 'open', parent_ref: 'done' },
      { ref: 'waits', parent_ref: 'top', depends_on: ['open'] },
      { ref: 'outside', depends_on: ['open', 'waits'] },
    );
    const { top = '', done = '', open = '', waits = '', outside = '' } = ids;
    await world.resolve(done);
    expect(await world.query({ filter: { is_leaf: false } })).toHaveLength(3);
    const dropped = await world.restructure({ op: 'drop', node_id: top, reason: ' Not needed ' });
    expect(dropped.details).toEqual([{ op: 'drop', node_id: top, result: 'dropped 3 nodes' }]);
    expect(idsOf(dropped.newly_actionable)).toEqual([outside]);
    const told = { type: 'dropped', ref: 'Not needed', agent: 'tester' };
    for (const id of [top, open, waits]) {
      expect(await world.node(id)).toMatchObject({ resolved: true, evidence: [told], rev: 2 });
      const { events } = await world.ask('graph_history', { node_id: id });
      expect(events[0]).toMatchObject({ action: 'dropped', agent: 'tester' });
    }
    expect(await world.node(done)).toMatchObject({ rev: 2, evidence: [] });
    expect(idsOf(await world.query({ filter: { is_leaf: false } }))).toEqual([world.root]);
    await world.update(done, { resolved: false });
    expect(await world.ready()).toEqual([done, outside]);
    const head = await world.head();
    await world.restructure({ op: 'drop', node_id: open, reason: 'Again' });
    expect(await world.head()).toBe(head);
  });

  it('[WO20] a drop needs a reason and a node', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    for (const reason of [undefined, '', '  ', 7]) {
      const told = await refusal({ op: 'drop', node_id: a, reason });
      expect(told).toMatchObject({ code: 'validation_error', field: 'operations.0.reason' });
    }
    expect((await refusal({ op: 'drop', node_id: 'nowhere', reason: 'x' })).code).toBe(
      'node_not_found',
    );
    await world.restructure({ op: 'drop', node_id: world.root, reason: 'All of it' });
    expect(await world.counts()).toMatchObject({ total: 2, resolved: 2, actionable: 0 });
  });

  it('[WO21] all operations or none', async () => {
    const { a = '', b = '', c = '' } = await world.plan({ ref: 'a' }, { ref: 'b' }, { ref: 'c' });
    const good = { op: 'merge', source: a, target: b };
    const bad: readonly (readonly [object, string])[] = [
      [{ op: 'drop', node_id: a, reason: 'gone by then' }, 'node_not_found'],
      [{ op: 'move', node_id: c, new_parent: c }, 'cycle_detected'],
      [{ op: 'delete', node_id: c }, 'validation_error'],
      [{ op: 'move', node_id: c }, 'validation_error'],
      [{ op: 'move', node_id: c, new_parent: b, reason: 'why' }, 'validation_error'],
      [{ op: 'merge', node_id: c, target: b }, 'validation_error'],
      [{}, 'validation_error'],
    ];
    for (const [operation, code] of bad) {
      const told = await refusal(good, operation);
      expect(told.code, JSON.stringify(operation)).toBe(code);
      if (told.field !== undefined) expect(told.field).toMatch(/^operations\.1/);
    }
    expect((await refusal()).field).toBe('operations');
    expect(await world.counts()).toMatchObject({ total: 4 });
  });

  it('[WO21] reports only nodes that waited before the first operation and are ready after the last', async () => {
    const ids = await world.plan(
      { ref: 'part' },
      { ref: 'a', parent_ref: 'part' },
      { ref: 'waits', depends_on: ['a'] },
      { ref: 'free' },
    );
    const { part = '', a = '', waits = '', free = '' } = ids;
    const { newly_actionable } = await world.restructure(
      { op: 'move', node_id: a, new_parent: free },
      { op: 'drop', node_id: a, reason: 'x' },
      { op: 'move', node_id: waits, new_parent: free },
    );
    expect(idsOf(newly_actionable), 'in the order of work').toEqual([waits, part]);
    const quiet = await world.restructure({ op: 'move', node_id: a, new_parent: part });
    expect(quiet).not.toHaveProperty('newly_actionable');
  });
});
