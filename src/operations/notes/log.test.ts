/** The notes that lead to the head of a document, by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { noteScenes } from '../../../test/support/note-world.ts';

describe.each(MAIN_ENGINES)('log on $name', (engine) => {
  const world = noteScenes(engine);
  const { call, history, note } = world;

  it('[NV12] [NV13] follows the newest note, whichever tool wrote it', async () => {
    await call('commit', { artifact: 'a', message: 'A' });
    const seq = await note('b');
    expect(await call('log')).toEqual({
      workspace: world.workspace,
      ref: 'main',
      branch: 'main',
      doc: 'notes',
      head_seq: seq,
      commits: [
        expect.objectContaining({ message: 'A', format: 'commit', artifact: 'a' }),
        { seq, ts: expect.any(String), ts_ms: expect.any(Number), artifact: 'b' },
      ],
      pagination: { cursor: null, has_more: false, limit: 20, count: 2 },
      truncated: false,
    });
    await call('branch_create', { name: 'idea' });
    await note('c', { branch: 'idea' });
    await call('merge', { from: 'idea', into: 'main' });
    expect(await history()).toEqual(['a', 'b', 'c']);
    expect(await history({ ref: 'idea' })).toEqual(['a', 'b', 'c']);
  });

  it('[NV13] is empty where nothing was written, and goes in pages', async () => {
    await call('init');
    expect(await call('log')).toMatchObject({ head_seq: null, commits: [] });
    for (const content of ['1', '2', '3', '4', '5']) await note(content);
    const newest = await call('log', { limit: 2 });
    expect(newest.commits).toMatchObject([{ artifact: '4' }, { artifact: '5' }]);
    const cursor = newest.pagination.next_cursor;
    expect(await history({ limit: 2, cursor })).toEqual(['2', '3']);
    expect(await history({ limit: 2, cursor: 0 })).toEqual([]);
  });

  it('[NV13] ends at a tag; a branch wins over a tag of the same name', async () => {
    await note('a');
    await call('tag_create', { name: 'mark' });
    await note('b');
    expect(await history({ ref: 'mark' })).toEqual(['a']);
    await call('branch_create', { name: 'idea' });
    const payload = { name: 'idea', branch: 1, doc: 'notes', seq: 2 };
    await world.enter({ type: 'tag_set', entity: 'tag:idea', payload });
    expect(await history({ ref: 'idea' })).toEqual(['a', 'b']);
    expect(await call('log', { ref: 'mrak' })).toMatchObject({
      code: 'UNKNOWN_ID',
      message: 'ref: no branch or tag "mrak"',
    });
  });

  it('[NV13] reads another document if doc names it', async () => {
    await note('a');
    await note('r', { doc: 'risks' });
    expect(await history({ doc: 'risks' })).toEqual(['r']);
    expect(await history({ doc: 'nothing' })).toEqual([]);
  });
});
