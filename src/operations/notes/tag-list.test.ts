/** Tags listed and deleted, by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { noteScenes } from '../../../test/support/note-world.ts';

describe.each(MAIN_ENGINES)('tag_list on $name', (engine) => {
  const world = noteScenes(engine);
  const { call, note } = world;

  it('[NV17] is listed last set first, and deleted once', async () => {
    await note('a');
    for (const name of ['b', 'a', 'c']) await call('tag_create', { name });
    const names = async (args: object = {}) =>
      (await call('tag_list', args)).tags.map((each: { name: string }) => each.name);
    expect(await names()).toEqual(['c', 'a', 'b']);
    expect(await call('tag_list', { limit: 2 })).toMatchObject({ count: 2, truncated: true });
    expect(await call('tag_delete', { name: 'a' })).toMatchObject({ name: 'a', deleted: true });
    const before = await world.head();
    expect(await call('tag_delete', { name: 'a' })).toMatchObject({ deleted: false });
    expect(await world.head()).toBe(before);
    expect(await names()).toEqual(['c', 'b']);
  });
});
