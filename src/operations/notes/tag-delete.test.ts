/** Deleting tags, by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { noteScenes } from '../../../test/support/note-world.ts';
import type { Shown } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tag_delete on $name', (engine) => {
  const world = noteScenes(engine);
  const { call, note } = world;

  it('[NV17] is deleted once', async () => {
    await note('a');
    for (const name of ['b', 'a', 'c']) await call('tag_create', { name });
    expect(await call('tag_delete', { name: 'a' })).toMatchObject({ name: 'a', deleted: true });
    const before = await world.head();
    expect(await call('tag_delete', { name: 'a' })).toMatchObject({ deleted: false });
    expect(await world.head()).toBe(before);
    const { tags } = await call('tag_list');
    expect(tags.map((each: Shown) => each.name)).toEqual(['c', 'b']);
  });
});
