/** One conflict of the reasoning graph, by the rules in docs/spec/graph.md. */

import { describe, expect, it } from 'vitest';
import { edge, mergeScenes, remove } from '../../../test/support/graph-world.ts';

describe('graph_conflict_show', () => {
  const { applyTo, call, createConflict, merge, resolve, startBranch } = mergeScenes();

  it('[GR26] shows the edges that would go with a deleted node', async () => {
    await startBranch('B', 'B');
    await applyTo('idea', remove('n2'));
    await applyTo('main', edge('n1', 'n2'));
    const [conflict_id] = (await merge()).conflict_ids;
    const { conflict } = await call('graph_conflict_show', { conflict_id });
    expect(conflict).toMatchObject({
      edges: [{ from: 'n1', rel: 'supports', to: 'n2' }],
      edges_count: 1,
    });
  });

  it('[GR83] names an edge as graph_diff does, in every answer', async () => {
    await startBranch('B', 'B');
    await applyTo('main', edge('n1', 'n2', { meta: { why: 'ours' } }));
    await applyTo('idea', edge('n1', 'n2', { meta: { why: 'theirs' } }));
    const key = { from: 'n1', rel: 'supports', to: 'n2' };
    const merged = await merge();
    expect(merged.conflicts).toMatchObject([{ kind: 'edge', key }]);
    const [conflict_id] = merged.conflict_ids;
    const shown = await call('graph_conflict_show', { conflict_id });
    expect(shown.conflict).toMatchObject({ kind: 'edge', key });
    const { conflicts } = await call('graph_conflicts', { into: 'main' });
    expect(conflicts).toMatchObject([{ kind: 'edge', key }]);
    const { changes } = await call('graph_diff', { from: 'main', to: 'idea' });
    expect(changes).toMatchObject([{ kind: 'edge', key }]);
  });

  it('[GR26] shows all its sides', async () => {
    const conflict_id = await createConflict();
    const side = (title: string, last_seq: number) => ({
      ...{ id: 'n1', type: 'idea', title, tags: [], deleted: false, last_seq },
    });
    const expected = {
      ...{ conflict_id, kind: 'node', key: 'n1', from: 'idea', into: 'main', doc: 'graph' },
      ...{ status: 'open', created_at_ms: expect.any(Number) },
      ...{ base: side('B', 2), theirs: side('T', 4), ours: side('O', 5) },
    };
    expect(await call('graph_conflict_show', { conflict_id })).toEqual({ conflict: expected });
    await resolve(conflict_id, 'use_into');
    expect(await call('graph_conflict_show', { conflict_id })).toEqual({
      conflict: { ...expected, status: 'resolved', resolved_at_ms: expect.any(Number) },
    });
    for (const [id, code] of [
      ['CONFLICT-1', 'INVALID_INPUT'],
      [conflict_id.toUpperCase(), 'INVALID_INPUT'],
      [`CONFLICT-${'f'.repeat(32)}`, 'UNKNOWN_ID'],
    ]) {
      expect(await call('graph_conflict_show', { conflict_id: id })).toMatchObject({ code });
      expect(await resolve(id ?? '', 'use_into')).toMatchObject({ code });
    }
  });
});
