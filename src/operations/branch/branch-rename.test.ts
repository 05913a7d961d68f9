/** Renaming branches, by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { noteScenes } from '../../../test/support/note-world.ts';

describe.each(MAIN_ENGINES)('branch_rename on $name', (engine) => {
  const world = noteScenes(engine);
  const { call, createBranch, noteOn, seen } = world;

  it('[NV1] keeps entries, checkout, tags, refs and dependent branches', async () => {
    await createBranch('idea');
    await call('checkout', { ref: 'idea' });
    const first = await noteOn('idea', 'one');
    await noteOn('idea', 'two');
    await call('tag_create', { name: 'agreed', from: first });
    await call('reset', { ref: 'agreed' });
    await createBranch('upon', 'idea');
    expect(await call('branch_rename', { old: 'idea', new: 'thought' })).toMatchObject({
      workspace: world.workspace,
      previous: 'idea',
      current: 'thought',
    });
    expect(await seen('thought')).toEqual(['one', 'two']);
    expect((await call('init')).checkout).toBe('thought');
    expect((await call('tag_list')).tags).toMatchObject([{ name: 'agreed', branch: 'thought' }]);
    expect(await call('log')).toMatchObject({ branch: 'thought', head_seq: first });
    const { branches } = await call('branch_list');
    expect(branches).toContainEqual(
      expect.objectContaining({ name: 'upon', base_branch: 'thought' }),
    );
    expect(await call('show', { branch: 'idea', doc: 'notes' })).toMatchObject({
      code: 'UNKNOWN_ID',
    });
  });

  it('[NV2] refuses a bad name, one that is taken, and the present one', async () => {
    await createBranch('idea');
    const rename = async (to: string) =>
      (await call('branch_rename', { old: 'idea', new: to })).code;
    expect(await rename(' ')).toBe('INVALID_NAME');
    expect(await rename('main')).toBe('CONFLICT');
    expect(await rename('idea')).toBe('INVALID_INPUT');
    expect(await call('branch_rename', { old: 'idae', new: 'x' })).toMatchObject({
      code: 'UNKNOWN_ID',
      recovery: 'Did you mean idea?',
    });
  });

  it('[BN80] refuses the name of a tag, which it would hide', async () => {
    await noteOn('main', 'one');
    await call('tag_create', { name: 'v1' });
    await createBranch('idea');
    expect(await call('branch_rename', { old: 'idea', new: 'v1' })).toMatchObject({
      ...{ code: 'CONFLICT', message: 'new: "v1" is a tag, and the branch would hide it' },
    });
  });
});
