/** Deciding conflicts of the reasoning graph, by the rules in docs/spec/graph.md. */

import { describe, expect, it } from 'vitest';
import { edge, mergeScenes, remove, titled } from '../../../test/support/graph-world.ts';

describe('graph_conflict_resolve', () => {
  const { applyTo, call, createConflict, head, isSound, merge, resolve, startBranch, titleOf } =
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

  /** `late` deletes n2 with its edge, and main changes n2. */
  async function contestDeletion(): Promise<string> {
    await startBranch('B', 'B');
    await applyTo('main', edge('n1', 'n2'));
    await call('branch_create', { name: 'late' });
    await applyTo('late', remove('n2'));
    await applyTo('main', titled('n2', 'O'));
    const told = await call('graph_merge', { from: 'late' });
    expect(told).toMatchObject({ merged: 0, skipped: 1 });
    return told.conflict_ids[0];
  }
  const edges = async () => (await call('graph_query', { branch: 'main' })).edges;

  it('[GR81] [GR82] use_into keeps a node with its edges, for good', async () => {
    const id = await contestDeletion();
    expect(await edges()).toHaveLength(1);
    await resolve(id, 'use_into');
    expect(await call('graph_merge', { from: 'late' })).toMatchObject({ merged: 0, skipped: 2 });
    expect([await edges(), await isSound()]).toMatchObject([[{ to: 'n2' }], true]);
  });

  it('[GR82] use_from deletes a node with all its edges', async () => {
    const id = await contestDeletion();
    await applyTo('main', titled('n3', 'B'), edge('n3', 'n2'));
    await resolve(id, 'use_from');
    expect([await edges(), await isSound()]).toEqual([[], true]);
    expect(await call('graph_merge', { from: 'late' })).toMatchObject({ merged: 0, skipped: 2 });
  });

  it('[GR82] use_from restores a node with its edges', async () => {
    await startBranch('B', 'B', 'B');
    await applyTo('main', edge('n1', 'n2'), edge('n2', 'n3'));
    await call('branch_create', { name: 'late' });
    await applyTo('late', titled('n2', 'T'), edge('n3', 'n2'));
    await applyTo('main', remove('n2'), remove('n3'));
    const { conflict_ids } = await call('graph_merge', { from: 'late' });
    await resolve(conflict_ids[0], 'use_from');
    expect([await titleOf('n2'), await isSound()]).toEqual(['T', true]);
    expect(await edges()).toMatchObject([{ from: 'n1', to: 'n2' }]);
  });

  it('[GR82] use_from of an edge that lost an end is refused until the end is back', async () => {
    await startBranch('B', 'B');
    await applyTo('idea', edge('n1', 'n2', { meta: { w: 1 } }));
    await applyTo('main', edge('n1', 'n2', { meta: { w: 2 } }));
    const [id] = (await merge()).conflict_ids;
    await applyTo('main', remove('n2'));
    const before = await head();
    expect(await resolve(id, 'use_from')).toMatchObject({ code: 'CONFLICT' });
    expect(await head()).toBe(before);
    await applyTo('main', titled('n2', 'back'));
    expect(await resolve(id, 'use_from')).toMatchObject({ applied: true });
    expect([await edges(), await isSound()]).toMatchObject([[{ meta: { w: 1 } }], true]);
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
