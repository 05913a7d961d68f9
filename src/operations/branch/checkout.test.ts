/** Checking out a branch, by the rules in docs/spec/branches-and-notes.md. */

import { describe, expect, it } from 'vitest';
import { noteScenes } from '../../../test/support/note-world.ts';

describe('checkout', () => {
  const world = noteScenes();
  const { call, head, seen } = world;

  it('[BN13] returns previous and current, and a repeat writes no event', async () => {
    await call('branch_create', { name: 'idea' });
    expect(await call('checkout', { ref: 'idea' })).toEqual({
      workspace: world.workspace,
      previous: 'main',
      current: 'idea',
    });
    const before = await head();
    expect(await call('checkout', { ref: 'idea' })).toMatchObject({
      previous: 'idea',
      current: 'idea',
    });
    expect(await head()).toBe(before);
    await call('notes_commit', { content: 'goes to idea' });
    expect(await seen('idea')).toEqual(['goes to idea']);
  });
});
