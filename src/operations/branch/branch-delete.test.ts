/** Deleting branches, by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { noteScenes } from '../../../test/support/note-world.ts';

describe.each(MAIN_ENGINES)('branch_delete on $name', (engine) => {
  const world = noteScenes(engine);
  const { callWithSuggestions: call, createBranch, noteOn, seen } = world;

  it('[NV3] refuses a branch that is in use, and suggests to check out the base', async () => {
    await createBranch('a');
    await createBranch('b', 'a');
    await call('checkout', { ref: 'b' });
    const refused = async (name: string) => (await call('branch_delete', { name })).code;
    expect(await refused('main')).toBe('CONFLICT');
    expect(await refused('a')).toBe('CONFLICT');
    const { code, suggestions } = await call('branch_delete', { name: 'b' });
    expect(code).toBe('CONFLICT');
    expect(suggestions).toMatchObject([{ target: 'checkout', params: { ref: 'a' } }]);
    await call('checkout', { ref: 'main' });
    expect(await call('branch_delete', { name: 'b' })).toMatchObject({
      name: 'b',
      deleted: true,
    });
    expect(await call('branch_delete', { name: 'a' })).toMatchObject({
      name: 'a',
      deleted: true,
    });
    expect(await refused('a')).toBe('UNKNOWN_ID');
  });

  it('[NV4] leaves nothing but the journal, and the name is free', async () => {
    await noteOn('main', 'm');
    await createBranch('idea');
    await noteOn('idea', 'kept in the journal');
    await call('tag_create', { name: 'mark', from: 'idea' });
    const last = await world.head();
    await call('branch_delete', { name: 'idea' });
    expect(await world.head()).toBe(last + 1);
    expect((await call('branch_list')).count).toBe(1);
    expect((await call('tag_list')).tags).toEqual([]);
    expect((await call('log', { ref: 'mark' })).code).toBe('UNKNOWN_ID');
    const latest = await world.server.surface.store.read(world.workspace, (tx) =>
      tx.documents.latest(),
    );
    expect(latest).toMatchObject({ branch: 1, doc: 'notes' });
    await createBranch('idea');
    expect(await seen('idea')).toEqual(['m']);
  });
});
