/**
 * Which conflict of the reasoning graph stays the same: a rule of merging, listing, renaming and
 * deleting together, by the rules in docs/spec/graph.md.
 */

import { describe, expect, it } from 'vitest';
import { mergeScenes, titled } from '../../../test/support/graph-world.ts';

describe('the id of a conflict', () => {
  const world = mergeScenes();
  const { applyTo, call, createConflict, listConflicts, merge } = world;

  it('[GR25] stays the same if a side is written again unchanged', async () => {
    const id = await createConflict();
    expect(id).toMatch(/^CONFLICT-[0-9a-f]{32}$/);
    await applyTo('idea', titled('n1', 'T'));
    await applyTo('main', titled('n1', 'O'));
    expect(await merge()).toMatchObject({ conflict_ids: [id], conflicts_created: 0 });
    await applyTo('main', titled('n1', 'O2'));
    const { conflict_ids } = await merge();
    expect(conflict_ids).not.toEqual([id]);
    expect(await listConflicts()).toEqual([...conflict_ids, id]);
  });

  it('[GR29] survives a rename and is deleted with its branch', async () => {
    const conflict_id = await createConflict();
    await call('branch_rename', { old: 'idea', new: 'better' });
    const renamed = await call('graph_merge', { from: 'better', into: 'main' });
    expect(renamed).toMatchObject({ conflict_ids: [conflict_id], conflicts_created: 0 });
    const { conflict } = await call('graph_conflict_show', { conflict_id });
    expect(conflict).toMatchObject({ from: 'better' });
    await call('branch_delete', { name: 'better' });
    expect(await listConflicts()).toEqual([]);
    expect(await call('graph_conflict_show', { conflict_id })).toMatchObject({
      code: 'UNKNOWN_ID',
    });
    expect(await world.server.surface.store.check()).toEqual([]);
  });
});
