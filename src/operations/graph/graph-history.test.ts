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
