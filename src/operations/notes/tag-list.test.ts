/** Tags listed, by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { noteScenes } from '../../../test/support/note-world.ts';
import type { Shown } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tag_list on $name', (engine) => {
  const { call, note } = noteScenes(engine);

  it('[NV17] is listed last set first', async () => {
    await note('a');
    for (const name of ['b', 'a', 'c']) await call('tag_create', { name });
    const { tags } = await call('tag_list');
    expect(tags.map((each: Shown) => each.name)).toEqual(['c', 'a', 'b']);
    expect(await call('tag_list', { limit: 2 })).toMatchObject({ count: 2, truncated: true });
  });
});
