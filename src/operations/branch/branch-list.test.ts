/** The list of branches, by the rules in docs/spec/branches-and-notes.md. */

import { describe, expect, it } from 'vitest';
import { noteScenes } from '../../../test/support/note-world.ts';

describe('branch_list', () => {
  const world = noteScenes();
  const { call } = world;

  it('[BN12] lists branches by name, each with base and cutoff', async () => {
    for (const name of ['b', 'a', 'Z']) await call('branch_create', { name });
    const listed = await call('branch_list');
    expect(listed).toMatchObject({ workspace: world.workspace, count: 4, truncated: false });
    expect(listed.branches).toEqual([
      { name: 'Z', base_branch: 'main', base_seq: 3, created_at_ms: expect.any(Number) },
      { name: 'a', base_branch: 'main', base_seq: 2, created_at_ms: expect.any(Number) },
      { name: 'b', base_branch: 'main', base_seq: 1, created_at_ms: expect.any(Number) },
      { name: 'main', base_branch: null, base_seq: null, created_at_ms: expect.any(Number) },
    ]);
  });

  it('[BN12] says truncated exactly if there are more', async () => {
    for (const name of ['a', 'b']) await call('branch_create', { name });
    const names = (listed: { branches: { name: string }[] }) =>
      listed.branches.map((each) => each.name);
    const two = await call('branch_list', { limit: 2 });
    expect([names(two), two.count, two.truncated]).toEqual([['a', 'b'], 2, true]);
    const three = await call('branch_list', { limit: 3 });
    expect([names(three), three.count, three.truncated]).toEqual([['a', 'b', 'main'], 3, false]);
  });
});
