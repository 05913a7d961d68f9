/** Moving the head of a document, by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { noteScenes } from '../../../test/support/note-world.ts';

describe.each(MAIN_ENGINES)('reset on $name', (engine) => {
  const world = noteScenes(engine);
  const { call, history, note } = world;

  it('[NV18] moves the head, and changes only what depends on it', async () => {
    const first = await note('a');
    const second = await note('b');
    expect(await call('reset', { ref: first })).toEqual({
      workspace: world.workspace,
      ref: 'main',
      doc: 'notes',
      old_seq: second,
      new_seq: first,
    });
    expect(await history()).toEqual(['a']);
    expect((await call('tag_create', { name: 'mark' })).tag.seq).toBe(first);
    expect((await call('show', { doc: 'notes' })).entries).toHaveLength(2);
    const before = await world.head();
    expect(await call('reset', { ref: 'mark' })).toMatchObject({ old_seq: first });
    expect(await world.head()).toBe(before);
    await call('reset', { ref: second });
    expect(await history()).toEqual(['a', 'b']);
  });

  it('[NV21] refuses an unknown ref with the nearest name and where refs are listed', async () => {
    await note('a');
    await call('tag_create', { name: 'v1' });
    await call('branch_create', { name: 'idea/cache' });
    const recovery = async (tool: string, ref: string) => {
      const refused = await call(tool, tool === 'tag_create' ? { name: 't', from: ref } : { ref });
      expect(refused).toMatchObject({ code: 'UNKNOWN_ID' });
      return refused.recovery;
    };
    for (const tool of ['reset', 'log', 'tag_create']) {
      expect(await recovery(tool, 'v9')).toMatch(/^Did you mean v1\? tag_list .*log and reflog/);
      expect(await recovery(tool, 'idea/cahce')).toContain('Did you mean idea/cache?');
      expect(await recovery(tool, 'zzzzzzzz')).toMatch(/^tag_list has the tags/);
    }
  });

  it('[NV18] applies to the checkout and to the document of the note', async () => {
    const first = await note('a', { doc: 'risks' });
    await note('b', { doc: 'risks' });
    await call('branch_create', { name: 'idea' });
    const own = await note('c', { branch: 'idea' });
    expect(await call('reset', { ref: own })).toMatchObject({ code: 'UNKNOWN_ID' });
    expect(await call('reset', { ref: 'idea' })).toMatchObject({ code: 'UNKNOWN_ID' });
    await call('checkout', { ref: 'idea' });
    expect(await call('reset', { ref: first })).toMatchObject({ ref: 'idea', doc: 'risks' });
    expect(await history({ doc: 'risks' })).toEqual(['a']);
    expect(await history({ doc: 'risks', ref: 'main' })).toEqual(['a', 'b']);
  });

  it.each(['notes_commit', 'commit', 'merge'])(
    '[NV19] ends with the next note, by %s too',
    async (tool) => {
      const first = await note('a');
      await note('b');
      await call('branch_create', { name: 'idea' });
      await note('c', { branch: 'idea' });
      await call('reset', { ref: first });
      if (tool === 'merge') await call('merge', { from: 'idea', into: 'main' });
      if (tool === 'commit') await call('commit', { artifact: 'c', message: 'C' });
      if (tool === 'notes_commit') await note('c');
      expect(await history()).toEqual(['a', 'b', 'c']);
    },
  );
});
