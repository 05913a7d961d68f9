/** Merging branches of the reasoning graph, by the rules in docs/spec/graph.md. */

import { describe, expect, it } from 'vitest';
import { edge, mergeScenes, remove, titled, unlink } from '../../../test/support/graph-world.ts';
import { faultySuggestions } from '../../../test/support/reply.ts';

describe('graph_merge', () => {
  const world = mergeScenes();
  const { applyTo, call, createConflict, head, isSound, listConflicts, merge } = world;
  const { startBranch, titleOf } = world;

  it('[GR19] goes into the base only', async () => {
    await startBranch('B');
    await call('branch_create', { name: 'deep', from: 'idea' });
    await call('branch_create', { name: 'side' });
    const refused: [object, string][] = [
      [{ from: 'idea', into: 'side' }, 'MERGE_NOT_SUPPORTED'],
      [{ from: 'deep', into: 'main' }, 'MERGE_NOT_SUPPORTED'],
      [{ from: 'main', into: 'idea' }, 'MERGE_NOT_SUPPORTED'],
      [{ from: 'main', merge_to_base: true }, 'MERGE_NOT_SUPPORTED'],
      [{ from: 'main', into: 'main' }, 'MERGE_NOT_SUPPORTED'],
      [{ from: 'main' }, 'MERGE_NOT_SUPPORTED'],
      [{ from: 'idea', into: 'side', merge_to_base: true }, 'INVALID_INPUT'],
      [{ from: 'nowhere', into: 'main' }, 'UNKNOWN_ID'],
    ];
    for (const [args, code] of refused) {
      expect(await call('graph_merge', args), JSON.stringify(args)).toMatchObject({ code });
    }
    const ways = [{}, { into: 'main', merge_to_base: true }, { merge_to_base: true }];
    for (const args of ways) {
      expect(await call('graph_merge', { from: 'idea', ...args })).toMatchObject({ into: 'main' });
    }
  });

  it('[GR20] [GR24] writes, skips and reports conflicts, and counts them', async () => {
    await startBranch('same', 'theirs', 'ours', 'both', 'alike', 'gone');
    await applyTo(
      'idea',
      titled('n1', 'same'),
      titled('n2', 'T', { status: 'open', tags: ['x'] }),
      titled('n4', 'T'),
      titled('n5', 'A'),
      remove('n6'),
      titled('new', 'N'),
      edge('new', 'n2', { meta: { w: 1 } }),
    );
    await applyTo('main', titled('n3', 'O'), titled('n4', 'O'), titled('n5', 'A'));
    const told = await merge();
    expect(told).toMatchObject({
      ...{ from: 'idea', into: 'main', doc: 'graph', merged: 4, skipped: 2, conflicts_created: 1 },
      diff_summary: { nodes_changed: 4, edges_changed: 1, node_fields_changed: 12 },
      pagination: { cursor: null, has_more: false, limit: 200, count: 7 },
    });
    expect(told.diff_summary.edge_fields_changed).toBe(2);
    expect(told.conflicts).toMatchObject([
      { kind: 'node', key: 'n4', status: 'open', from: 'idea', into: 'main', doc: 'graph' },
    ]);
    const now = await Promise.all(
      ['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'new'].map((id) => titleOf(id)),
    );
    expect(now).toEqual(['same', 'T', 'O', 'O', 'A', undefined, 'N']);
    const { nodes, edges } = await call('graph_query', { branch: 'main', ids: ['new', 'n2'] });
    expect(edges).toMatchObject([{ from: 'new', to: 'n2', meta: { w: 1 } }]);
    expect(nodes.map((each: object) => Object.keys(each))).not.toContain('merged_from');
    const left = await call('graph_diff', { from: 'main', to: 'idea' });
    expect(left.changes.map((each: { id: string }) => each.id)).toEqual(['n4', 'n3']);
  });

  it('[GR20] a deletion conflicts with a change, and two deletions agree', async () => {
    await startBranch('B', 'B', 'B');
    await applyTo('idea', remove('n1'), titled('n2', 'T'), remove('n3'));
    await applyTo('main', titled('n1', 'O'), remove('n2'), remove('n3'));
    const { merged, skipped, conflicts } = await merge();
    expect([merged, skipped]).toEqual([0, 1]);
    expect(conflicts).toMatchObject([
      { key: 'n2', base: { title: 'B' }, theirs: { title: 'T' }, ours: { deleted: true } },
      { key: 'n1', base: { title: 'B' }, theirs: { deleted: true }, ours: { title: 'O' } },
    ]);
    await applyTo('idea', titled('both', 'T'));
    await applyTo('main', titled('both', 'O'));
    const [met] = (await merge()).conflicts;
    expect(met).toMatchObject({ key: 'both', base: null, theirs: { deleted: false } });
  });

  it('[GR21] several pages do the same as one page', async () => {
    await startBranch();
    const names = ['a', 'b', 'c', 'd', 'e'];
    await applyTo('idea', ...names.map((id) => titled(id, id)));
    const first = await merge({ limit: 2 });
    expect(first).toMatchObject({ merged: 2, pagination: { has_more: true, count: 2 } });
    expect(await titleOf('d')).toBe('d');
    expect(await titleOf('c')).toBeUndefined();
    const second = await merge({ limit: 2, cursor: first.pagination.next_cursor });
    const third = await merge({ limit: 2, cursor: second.pagination.next_cursor });
    expect(third).toMatchObject({ merged: 1, pagination: { has_more: false, count: 1 } });
    expect(await merge()).toMatchObject({ merged: 0, skipped: 5 });
  });

  it('[GR80] leaves out an edge whose end is gone, says so, and brings it once it is back', async () => {
    await startBranch('B', 'B');
    await applyTo('idea', edge('n1', 'n2'));
    await applyTo('main', remove('n1'));
    const reply = await world.server.call('graph_merge', {
      ...{ workspace: world.workspace, from: 'idea' },
    });
    const { result, warnings } = JSON.parse(reply.text);
    expect(result).toMatchObject({ merged: 0, skipped: 1, conflict_ids: [] });
    expect(warnings).toMatchObject([{ code: 'EDGES_LEFT_OUT' }]);
    expect(warnings[0].message).toContain('n1|supports|n2 (no node n1)');
    expect(await isSound()).toBe(true);
    await applyTo('main', titled('n1', 'back'));
    expect(await merge()).toMatchObject({ merged: 1, skipped: 0 });
    expect(await isSound()).toBe(true);
  });

  it('[GR80] also leaves out a changed edge, and one at a node in conflict', async () => {
    await startBranch('B', 'B');
    await applyTo('main', edge('n1', 'n2'));
    await call('branch_create', { name: 'late' });
    await applyTo(
      'late',
      edge('n1', 'n2', { meta: { w: 1 } }),
      titled('n2', 'T'),
      edge('n2', 'n1'),
    );
    await applyTo('main', remove('n2'));
    const told = await call('graph_merge', { from: 'late' });
    expect(told).toMatchObject({ merged: 0, skipped: 2, conflicts: [{ kind: 'node', key: 'n2' }] });
    expect(await isSound()).toBe(true);
  });

  it('[GR21] [GR80] the ends of an edge come with it, although their page comes later', async () => {
    await startBranch();
    await applyTo('idea', titled('a', 'A'), titled('b', 'B'), edge('a', 'b'), titled('c', 'C'));
    const first = await merge({ limit: 2 });
    expect(first).toMatchObject({ merged: 4, skipped: 0, pagination: { has_more: true } });
    expect(await isSound()).toBe(true);
    const { next_cursor: cursor } = first.pagination;
    expect(await merge({ limit: 2, cursor })).toMatchObject({ merged: 0, skipped: 2 });
  });

  it('[GR81] a deleted node takes its edges along, also across pages', async () => {
    await startBranch('B', 'B');
    await applyTo('main', edge('n1', 'n2'));
    await call('branch_create', { name: 'late' });
    await applyTo('late', remove('n2'));
    const told = await call('graph_merge', { from: 'late', limit: 1 });
    expect(told).toMatchObject({ merged: 2, pagination: { has_more: true } });
    expect(await isSound()).toBe(true);
    const { next_cursor: cursor } = told.pagination;
    expect(await call('graph_merge', { from: 'late', limit: 1, cursor })).toMatchObject({
      ...{ merged: 0, skipped: 1 },
    });
  });

  it('[GR81] an edge that main drew since opposes the deletion of its end', async () => {
    await startBranch('B', 'B');
    await applyTo('idea', remove('n2'));
    await applyTo('main', edge('n1', 'n2'));
    const { merged, conflicts } = await merge();
    expect([merged, conflicts.length]).toEqual([0, 1]);
    expect(conflicts).toMatchObject([
      { kind: 'node', key: 'n2', theirs: { deleted: true }, ours: { title: 'B' } },
    ]);
    await applyTo('main', unlink('n1', 'n2'));
    expect(await merge()).toMatchObject({ merged: 1, conflict_ids: [] });
    expect(await titleOf('n2')).toBeUndefined();
  });

  it('[GR22] a repeat writes nothing', async () => {
    await createConflict();
    await applyTo('idea', titled('new', 'N'));
    expect(await merge()).toMatchObject({ merged: 1, conflicts_created: 0 });
    const before = await head();
    const again = await merge();
    expect(again).toMatchObject({ merged: 0, skipped: 1, conflicts_created: 0 });
    expect(again.conflict_ids).toHaveLength(1);
    expect(await head()).toBe(before);
  });

  it('[GR22] what was merged is no conflict when the destination moves on', async () => {
    await startBranch('B');
    await applyTo('idea', titled('n1', 'T'));
    await merge();
    await applyTo('main', titled('n1', 'later on main'));
    expect(await merge()).toMatchObject({ merged: 0, skipped: 1, conflict_ids: [] });
    expect(await titleOf('n1')).toBe('later on main');
  });

  it('[GR22] a branch that goes on after its merge is merged again', async () => {
    await startBranch('B');
    for (const title of ['T1', 'T2', 'B', 'T1']) {
      await applyTo('idea', titled('n1', title));
      expect(await merge(), title).toMatchObject({ merged: 1, conflict_ids: [] });
      expect(await titleOf('n1')).toBe(title);
    }
    await applyTo('idea', remove('n1'));
    expect(await merge()).toMatchObject({ merged: 1, conflict_ids: [] });
    expect(await titleOf('n1')).toBeUndefined();
  });

  it('[GR22] after a merge both sides may conflict again', async () => {
    await startBranch('B');
    await applyTo('idea', titled('n1', 'T1'));
    await merge();
    await applyTo('idea', titled('n1', 'T2'));
    await applyTo('main', titled('n1', 'O2'));
    expect((await merge()).conflicts).toMatchObject([
      { base: { title: 'T1' }, theirs: { title: 'T2' }, ours: { title: 'O2' } },
    ]);
  });

  it('[GR23] a preview writes nothing and reports what the merge will do', async () => {
    await startBranch('B', 'B');
    await applyTo('idea', titled('n1', 'T'), titled('n2', 'T'));
    await applyTo('main', titled('n1', 'O'));
    const before = await head();
    const preview = await merge({ dry_run: true });
    expect(await head()).toBe(before);
    expect(preview.conflicts).toMatchObject([{ status: 'preview' }]);
    expect(preview.conflicts_created).toBe(0);
    expect(await listConflicts()).toEqual([]);
    const real = await merge();
    expect(real.conflict_ids).toEqual(preview.conflict_ids);
    const { merged, skipped, diff_summary, pagination } = real;
    expect(preview).toMatchObject({ merged, skipped, diff_summary, pagination });
    expect(await listConflicts()).toEqual(real.conflict_ids);
  });

  it('suggests a next call that runs', async () => {
    await startBranch('B');
    await applyTo('idea', titled('n1', 'T'));
    await applyTo('main', titled('n1', 'O'));
    const reply = await world.server.call('graph_merge', {
      workspace: world.workspace,
      from: 'idea',
      into: 'main',
    });
    expect(reply.suggestions).toHaveLength(1);
    expect(faultySuggestions(reply.suggestions)).toEqual([]);
    const [next] = reply.suggestions;
    if (next?.action !== 'call_tool') throw new Error('no next call');
    expect(
      (await world.server.call(next.target, { workspace: world.workspace, ...next.params }))
        .isError,
    ).toBe(false);
  });
});
