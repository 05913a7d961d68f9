/** Deciding conflicts of the reasoning graph, by the rules in docs/spec/graph.md. */

import { describe, expect, it } from 'vitest';
import { edge, mergeScenes, remove, titled } from '../../../test/support/graph-world.ts';

describe('graph_conflict_resolve', () => {
  const { applyTo, call, createConflict, head, merge, resolve, startBranch, titleOf } =
    mergeScenes();

  it('[GR27] use_from writes their state of the conflict, whatever happened since', async () => {
    const id = await createConflict();
    await applyTo('main', titled('n1', 'O2'));
    await applyTo('idea', titled('n1', 'T2'));
    expect(await resolve(id, 'use_from')).toEqual({
      ...{ conflict_id: id, status: 'resolved', applied: true },
    });
    expect(await titleOf('n1')).toBe('T');
    expect(await resolve(id, 'use_into')).toMatchObject({ code: 'CONFLICT' });
    expect(await merge()).toMatchObject({ merged: 1, conflict_ids: [] });
    expect(await titleOf('n1')).toBe('T2');
  });

  it('[GR27] use_into writes no version; other words are refused', async () => {
    const id = await createConflict();
    expect(await resolve(id, 'ours')).toMatchObject({ code: 'INVALID_INPUT' });
    const before = await head();
    expect(await resolve(id, 'use_into')).toMatchObject({ applied: false });
    expect([await titleOf('n1'), await head()]).toEqual(['O', before + 1]);
  });

  it('[GR27] use_from may leave an edge without its end, which graph_validate reports', async () => {
    await startBranch('B', 'B');
    await applyTo('main', edge('n1', 'n2'));
    await call('branch_create', { name: 'late' });
    await applyTo('late', edge('n1', 'n2', { meta: { w: 1 } }));
    await applyTo('main', remove('n2'));
    const { conflict_ids } = await call('graph_merge', { from: 'late', into: 'main' });
    await resolve(conflict_ids[0], 'use_from');
    expect(await call('graph_validate', { branch: 'main' })).toMatchObject({ ok: false });
  });

  it.each(['use_from', 'use_into'])(
    '[GR28] stays resolved by %s, whatever main does',
    async (how) => {
      const id = await createConflict();
      await resolve(id, how);
      for (const title of ['O', 'O2', 'O']) {
        expect(await merge(), title).toMatchObject({ merged: 0, skipped: 1, conflict_ids: [] });
        await applyTo('main', titled('n1', title));
        await applyTo('idea', titled('n1', 'T'));
      }
      await applyTo('idea', titled('n1', 'T2'));
      expect(await merge()).toMatchObject({ merged: 0, conflicts_created: 1 });
    },
  );

  it('[GR28] a rejected state is not written when main returns to the base', async () => {
    const id = await createConflict();
    await resolve(id, 'use_into');
    await applyTo('main', titled('n1', 'B'));
    expect(await merge()).toMatchObject({ merged: 0, skipped: 1, conflict_ids: [] });
    expect(await titleOf('n1')).toBe('B');
    await applyTo('idea', titled('n1', 'T2'));
    expect(await merge()).toMatchObject({ merged: 1, conflict_ids: [] });
    expect(await titleOf('n1')).toBe('T2');
  });
});
