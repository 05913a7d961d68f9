/** The views of conflicts, patterns and tags. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { edge, remove, titled } from '../../../../test/support/graph-world.ts';
import { followedScenes } from '../../../../test/support/memory-views-world.ts';
import type { ConflictDetailRow } from './conflict-view.ts';
import type { ConflictRow } from './conflicts-view.ts';
import type { PatternDetailRow, PatternRow } from './patterns-view.ts';
import type { TagRow } from './tags-view.ts';

describe.each(MAIN_ENGINES)('views of conflicts and knowledge on $name', (engine) => {
  const world = followedScenes(engine);
  const { act, follow } = world;
  const apply = (branch: string, ...ops: readonly object[]) => act('graph_apply', { branch, ops });

  /** A conflict about n1, into `into`; its id. */
  const createConflict = async (from = 'idea', into = 'main'): Promise<string> => {
    await apply(into, titled('n1', `Base of ${from}`, { status: 'open' }));
    await act('branch_create', { name: from, from: into });
    await apply(from, titled('n1', `T of ${from}`, { status: 'open', tags: ['x'] }));
    await apply(into, titled('n1', `O of ${from}`, { status: 'open' }));
    return (await act('graph_merge', { from, into })).conflict_ids[0];
  };

  it('[OB86] the conflicts of all branches and documents are one list, by status', async () => {
    const open = await follow<ConflictRow>('conflicts', { status: 'open' });
    const resolved = await follow<ConflictRow>('conflicts', { status: 'resolved' });
    const first = await createConflict();
    await act('branch_create', { name: 'side', from: 'main' });
    const second = await createConflict('deep', 'side');
    expect(open.row(first)).toMatchObject({
      ...{ from: 'idea', into: 'main', about: 'n1', title: 'O of idea', doc: 'graph' },
      differ: ['title', 'tags'],
    });
    expect(open.row(second)).toMatchObject({ from: 'deep', into: 'side' });
    await act('graph_conflict_resolve', { conflict_id: first, resolution: 'use_into' });
    expect(open.rows.map(({ id }) => id)).toEqual([second]);
    expect(resolved.rows.map(({ id }) => id)).toEqual([first]);
    expect([open.resets, resolved.resets]).toEqual([0, 0]);
    await act('branch_rename', { old: 'deep', new: 'deeper' });
    expect(open.row(second)?.from).toBe('deeper');
    await act('branch_delete', { name: 'deeper' });
    expect(open.rows).toEqual([]);
  });

  it('[OB87] a conflict shows base, theirs and ours field by field, and what rests on it', async () => {
    const id = await createConflict();
    const conflict = await follow<ConflictDetailRow>('conflict', { id });
    expect(conflict.rows).toMatchObject([
      {
        ...{ status: 'open', from: 'idea', into: 'main', restsOnIt: [], foundBy: 'tester' },
        fields: [
          { name: 'type', differs: false },
          {
            ...{ name: 'title', base: 'Base of idea', theirs: 'T of idea', ours: 'O of idea' },
            differs: true,
          },
          { name: 'status', base: 'open', theirs: 'open', ours: 'open', differs: false },
          { name: 'tags', base: [], theirs: ['x'], ours: [], differs: true },
        ],
        base: { is: 'present' },
      },
    ]);
    await apply('main', titled('n2', 'Stands on it'), edge('n2', 'n1'));
    expect(conflict.rows[0]?.restsOnIt).toMatchObject([
      { rel: 'supports', id: 'n2', title: 'Stands on it' },
    ]);
    await apply('main', titled('n2', 'Renamed'));
    expect(conflict.rows[0]?.restsOnIt[0]?.title).toBe('Renamed');
    await apply('main', titled('n3', 'Elsewhere'));
    expect(conflict.touched).toEqual([]);
    await act('graph_conflict_resolve', { conflict_id: id, resolution: 'use_from' });
    expect(conflict.rows).toMatchObject([
      { status: 'resolved', resolution: 'use_from', resolvedBy: 'tester' },
    ]);
    await act('branch_rename', { old: 'idea', new: 'thought' });
    expect(conflict.rows[0]?.from).toBe('thought');
  });

  it('[OB87] a side that deleted the node says so', async () => {
    await apply('main', titled('n1', 'Base'));
    await act('branch_create', { name: 'idea', from: 'main' });
    await apply('idea', remove('n1'));
    await apply('main', titled('n1', 'Kept'));
    const { conflict_ids: found } = await act('graph_merge', { from: 'idea', into: 'main' });
    const conflict = await follow<ConflictDetailRow>('conflict', { id: found[0] });
    expect(conflict.rows[0]?.theirs.is).toBe('deleted');
    expect(conflict.rows[0]?.fields.find(({ name }) => name === 'title')).toEqual({
      ...{ name: 'title', base: 'Base', ours: 'Kept', differs: true },
    });
    const all = await follow<ConflictRow>('conflicts', { status: 'open' });
    expect(all.rows[0]?.differ).toEqual(['existence']);
  });

  it('[OB88] patterns and notes of the scratchpad are one list, each with its whole text', async () => {
    const list = await follow<PatternRow>('patterns');
    await world.gateway('start_new', { title: 'T' });
    await world.gateway('cipher');
    const one = await follow<PatternDetailRow>('pattern', { id: 'retry' });
    await world.gateway('knowledge create', {
      ...{ id: 'retry', title: 'Retry', description: 'When to', content: 'x'.repeat(1_000) },
      tags: ['net'],
    });
    await world.gateway('knowledge save_note', { id: 'todo', title: 'To do', content: 'Look' });
    expect(list.rows).toMatchObject([
      { key: 'pattern:retry', title: 'Retry', text: 'When to', tags: ['net'] },
      { key: 'note:todo', title: 'To do', text: 'Look' },
    ]);
    expect(one.rows[0]?.content).toHaveLength(1_000);
    await world.gateway('knowledge update', { id: 'retry', title: 'Retry twice' });
    expect(list.row('pattern:retry')?.title).toBe('Retry twice');
    expect(list.resets).toBe(0);
    const note = await follow<PatternDetailRow>('pattern', { id: 'todo', kind: 'note' });
    await world.gateway('knowledge save_note', { id: 'todo', title: 'Done', content: 'Seen' });
    expect(note.rows).toMatchObject([{ title: 'Done', content: 'Seen' }]);
    await world.gateway('knowledge delete_note', { id: 'todo' });
    await world.gateway('knowledge delete', { id: 'retry' });
    expect([list.rows, one.rows, note.rows]).toEqual([[], [], []]);
  });

  it('[OB89] tags name a note, its document and the present name of its branch', async () => {
    const tags = await follow<TagRow>('tags');
    const { entry } = await act('notes_commit', { content: 'one' });
    const second = (await act('notes_commit', { content: 'two' })).entry;
    await act('tag_create', { name: 'before', from: entry.seq });
    expect(tags.rows).toMatchObject([{ name: 'before', branch: 'main', seq: entry.seq }]);
    await act('tag_create', { name: 'before', from: second.seq, force: true });
    expect(tags.rows).toMatchObject([{ seq: second.seq }]);
    expect(tags.resets).toBe(0);
    await act('branch_rename', { old: 'main', new: 'trunk' });
    expect(tags.rows[0]?.branch).toBe('trunk');
    await act('tag_delete', { name: 'before' });
    expect(tags.rows).toEqual([]);
  });
});
