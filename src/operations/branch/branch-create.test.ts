/** Creating branches, by the rules in docs/spec/branches-and-notes.md. */

import { describe, expect, it } from 'vitest';
import { noteScenes } from '../../../test/support/note-world.ts';

describe('branch_create', () => {
  const world = noteScenes();
  const { call, noteOn } = world;

  it('[BN8] has the checkout as its base, cut off at the last event, and keeps the checkout', async () => {
    await noteOn('main', 'one');
    expect(await call('branch_create', { name: 'idea' })).toEqual({
      workspace: world.workspace,
      branch: { name: 'idea', base_branch: 'main', base_seq: 2 },
    });
    expect((await call('init')).checkout).toBe('main');
  });

  it('[BN8] has from as its base if given, and creates the first branch if there is none', async () => {
    const first = await call('branch_create', { name: 'a' });
    expect(first.branch).toEqual({ name: 'a', base_branch: 'main', base_seq: 1 });
    const second = await call('branch_create', { name: 'b', from: 'a' });
    expect(second.branch).toEqual({ name: 'b', base_branch: 'a', base_seq: 2 });
  });

  it.each([' ', 'a\nb', 'task/TASK-001', 'x'.repeat(201), 'y'.repeat(100_000)])(
    '[BN9] refuses the name %j with a short message',
    async (name) => {
      const reply = await world.server.call('branch_create', { workspace: world.workspace, name });
      expect(JSON.parse(reply.text).error.code).toBe('INVALID_NAME');
      expect(reply.text.length).toBeLessThan(1500);
    },
  );

  it('[BN10] refuses a name that is taken; names differ by case', async () => {
    await call('branch_create', { name: 'idea' });
    expect(await call('branch_create', { name: 'idea' })).toMatchObject({ code: 'CONFLICT' });
    expect(await call('branch_create', { name: 'main' })).toMatchObject({ code: 'CONFLICT' });
    expect(await call('branch_create', { name: 'Idea' })).toHaveProperty('branch');
  });

  it('[BN80] refuses the name of a tag, which it would hide', async () => {
    await noteOn('main', 'one');
    await call('tag_create', { name: 'v1' });
    expect(await call('branch_create', { name: 'v1' })).toMatchObject({
      ...{ code: 'CONFLICT', message: 'name: "v1" is a tag, and the branch would hide it' },
    });
    const reply = await world.server.call('macro_branch_note', {
      ...{ workspace: world.workspace, name: 'v1', content: 'x' },
    });
    expect(reply.text).toMatch(/^ERROR: CONFLICT name: "v1" is a tag/);
    await call('tag_delete', { name: 'v1' });
    expect(await call('branch_create', { name: 'v1' })).toHaveProperty('branch');
  });
});
