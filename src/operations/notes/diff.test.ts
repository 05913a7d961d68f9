/** Two branches compared by their notes, by the rules in docs/spec/branches-and-notes.md. */

import { describe, expect, it } from 'vitest';
import { noteScenes } from '../../../test/support/note-world.ts';

describe('diff', () => {
  const { call, noteOn } = noteScenes();

  it('[BN20] returns the entries that only one branch sees, each once', async () => {
    await noteOn('main', 'm1');
    await call('branch_create', { name: 'a' });
    await noteOn('a', 'a1');
    await noteOn('main', 'm2');
    const diff = async (from: string, to: string, more: object = {}) =>
      call('diff', { from, to, ...more });
    expect(await diff('main', 'a')).toMatchObject({
      from: 'main',
      to: 'a',
      doc: 'notes',
      entries: [{ content: 'a1' }],
      pagination: { cursor: null, has_more: false, limit: 20, count: 1 },
      truncated: false,
    });
    expect((await diff('a', 'main')).entries).toMatchObject([{ content: 'm2' }]);
    expect((await diff('a', 'a')).entries).toEqual([]);
    expect((await diff('main', 'a', { doc: 'other' })).entries).toEqual([]);
    await noteOn('a', 'a2');
    const newest = await diff('main', 'a', { limit: 1 });
    expect(newest.entries).toMatchObject([{ content: 'a2' }]);
    const cursor = newest.pagination.next_cursor;
    expect((await diff('main', 'a', { limit: 1, cursor })).entries).toMatchObject([
      { content: 'a1' },
    ]);
  });
});
