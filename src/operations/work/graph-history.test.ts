/** The history of a node of the work graph, by the rules in docs/spec/work-graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { ALICE, BOB, workScenes } from '../../../test/support/work-world.ts';

describe.each(MAIN_ENGINES)('graph_history on $name', (engine) => {
  const world = workScenes(engine);

  const history = (node_id: string, args: object = {}) =>
    world.ask('graph_history', { node_id, ...args });

  it('[WO27] lists every kind of event, newest first, with the values before and after', async () => {
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

  it('[WO101] tells links and properties of a creation, and the claim that a drop ended', async () => {
    const { a = '', b = '' } = await world.plan(
      { ref: 'a', depends_on: ['b'], properties: { area: 'x', priority: 2 } },
      { ref: 'b', context_links: ['b.md', 'c.md'] },
    );
    const created = async (id: string) => (await history(id)).events.at(-1).changes;
    expect(await created(a)).toEqual([
      { field: 'summary', before: null, after: 'a' },
      { field: 'parent', before: null, after: world.root },
      { field: 'properties.area', before: null, after: 'x' },
      { field: 'properties.priority', before: null, after: 2 },
      { field: 'edge', before: null, after: { from: a, to: b, type: 'depends_on' } },
    ]);
    expect(await created(b)).toEqual([
      { field: 'summary', before: null, after: 'b' },
      { field: 'parent', before: null, after: world.root },
      { field: 'context_links', before: null, after: 'b.md' },
      { field: 'context_links', before: null, after: 'c.md' },
    ]);
    const [taken] = (await world.ask('graph_next', { project: 'p', claim: true }, ALICE)).nodes;
    await world.restructure({ op: 'drop', node_id: world.root, reason: 'No' });
    const ended = (await history(b)).events[0].changes.slice(0, 3);
    expect(ended).toEqual([
      { field: 'resolved', before: false, after: true },
      { field: 'properties._claimed_by', before: 'alice', after: null },
      { field: 'properties._claimed_at', before: taken.node.properties._claimed_at, after: null },
    ]);
    expect((await history(a)).events[0].changes).not.toContainEqual(
      expect.objectContaining({ field: 'properties._claimed_by' }),
    );
    const late = await world.update(b, { state: 'late' }, ALICE);
    expect(late.warnings[0]).toMatchObject({ code: 'NODE_CHANGED' });
  });

  it('[WO103] hides a secret that is known by the name of its property', async () => {
    const { a = '', b = '' } = await world.plan(
      { ref: 'a', properties: { password: 'hunter2hunter2' } },
      { ref: 'b' },
    );
    await world.update(a, { properties: { password: 'changed4changed4', area: 'x' } });
    await world.restructure({ op: 'merge', source: a, target: b });
    const told = [...(await history(a)).events, ...(await history(b)).events];
    expect(JSON.stringify(told)).not.toMatch(/hunter2|changed4/);
    const change = (field: string) =>
      told[1].changes.find((each: Shown) => each.field === `properties.${field}`);
    expect(change('area').after).toBe('x');
    expect(change('password')).toMatchObject({ before: '<redacted>', after: '<redacted>' });
  });

  it('[WO101] tells everything that a merge took from one node and gave to the other', async () => {
    const ids = await world.plan(
      { ref: 'source', context_links: ['s.md'], properties: { owner: 'zoe' }, depends_on: ['dep'] },
      { ref: 'target' },
      { ref: 'dep' },
      { ref: 'waits', depends_on: ['source'] },
      { ref: 'child', parent_ref: 'source' },
    );
    const { source = '', target = '', dep = '', waits = '', child = '' } = ids;
    const piece = (ref: string) => ({ add_evidence: [{ type: 'git', ref }] });
    await world.update(source, piece('one'), ALICE);
    await world.update(source, { ...piece('two'), state: 'so' }, BOB);
    await world.connect(child, source, 'supports');
    await world.restructure({ op: 'merge', source, target });
    const last = async (id: string) => (await history(id)).events[0];
    const edge = (from: string, to: string, type = 'depends_on') => ({ from, to, type });
    const signed = (ref: string, agent: string) =>
      expect.objectContaining({ type: 'git', ref, agent });
    expect(await last(target)).toMatchObject({
      action: 'merged',
      changes: [
        { field: 'merged_from', before: null, after: { id: source, summary: 'source' } },
        { field: 'properties.owner', before: null, after: 'zoe' },
        { field: 'context_links', before: null, after: 's.md' },
        { field: 'edge', before: null, after: edge(target, dep) },
        { field: 'edge', before: null, after: edge(waits, target) },
        { field: 'edge', before: null, after: edge(child, target, 'supports') },
        { field: 'evidence', before: null, after: signed('one', 'alice') },
        { field: 'evidence', before: null, after: signed('two', 'bob') },
      ],
    });
    expect((await last(source)).changes).toEqual(
      expect.arrayContaining([
        { field: 'merged_into', before: null, after: target },
        { field: 'summary', before: 'source', after: null },
        { field: 'parent', before: world.root, after: null },
        { field: 'state', before: 'so', after: null },
        { field: 'properties.owner', before: 'zoe', after: null },
        { field: 'context_links', before: 's.md', after: null },
        { field: 'edge', before: edge(source, dep), after: null },
        { field: 'evidence', before: signed('two', 'bob'), after: null },
      ]),
    );
    expect(await last(waits)).toMatchObject({
      action: 'merged',
      changes: [{ field: 'edge', before: edge(waits, source), after: edge(waits, target) }],
    });
    expect(await last(child)).toMatchObject({
      action: 'moved',
      changes: [
        { field: 'parent', before: source, after: target },
        { before: edge(child, source, 'supports'), after: edge(child, target, 'supports') },
      ],
    });
    await world.restructure({ op: 'merge', source: target, target: dep });
    const passed = (await last(dep)).changes.filter(({ field }: Shown) => field === 'evidence');
    expect(
      passed.map(({ after }: Shown) => after.ref),
      'through two merges',
    ).toEqual(['one', 'two']);
  });

  it('[WO27] pages lose nothing, even among events of the same time', async () => {
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
});
