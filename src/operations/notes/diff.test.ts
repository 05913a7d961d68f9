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

  it('[BN20] lists nothing after a full merge, in either direction', async () => {
    await noteOn('main', 'm1');
    await call('branch_create', { name: 'a' });
    for (const text of ['a1', 'a2', 'a3']) await noteOn('a', text);
    await call('merge', { from: 'a', into: 'main', limit: 2 });
    const contents = async (from: string, to: string, more: object = {}) =>
      (await call('diff', { from, to, ...more })).entries.map(
        (e: { content: string }) => e.content,
      );
    expect(await contents('main', 'a')).toEqual(['a3']);
    expect(await contents('main', 'a', { limit: 1 })).toEqual(['a3']);
    await call('merge', { from: 'a', into: 'main' });
    expect(await contents('main', 'a')).toEqual([]);
    expect(await contents('a', 'main')).toEqual([]);
    await noteOn('a', 'a4');
    const page = await call('diff', { from: 'main', to: 'a', limit: 1 });
    expect(page).toMatchObject({ entries: [{ content: 'a4' }], pagination: { has_more: false } });
  });
});
