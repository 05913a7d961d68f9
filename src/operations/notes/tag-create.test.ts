/** Creating and moving tags, by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { noteScenes } from '../../../test/support/note-world.ts';

describe.each(MAIN_ENGINES)('tag_create on $name', (engine) => {
  const { call, note } = noteScenes(engine);

  it('[NV15] points to a seq, to the head of a branch or to what a tag points to', async () => {
    const first = await note('a');
    const second = await note('b', { doc: 'risks' });
    const third = await note('c');
    const made = async (name: string, from?: string | number) =>
      (await call('tag_create', { name, ...(from === undefined ? {} : { from }) })).tag;
    expect(await made('by-default')).toEqual({
      name: 'by-default',
      branch: 'main',
      doc: 'notes',
      seq: third,
      created_at_ms: expect.any(Number),
    });
    expect(await made('by-seq', second)).toMatchObject({ doc: 'risks', seq: second });
    expect(await made('by-text', String(first))).toMatchObject({ doc: 'notes', seq: first });
    expect(await made('by-tag', 'by-seq')).toMatchObject({ doc: 'risks', seq: second });
    await call('branch_create', { name: 'idea' });
    const own = await note('d', { branch: 'idea' });
    expect(await made('by-branch', 'idea')).toMatchObject({ branch: 'idea', seq: own });
  });

  it('[NV15] needs a note that the checkout sees', async () => {
    await call('branch_create', { name: 'idea' });
    const hidden = await note('d', { branch: 'idea' });
    for (const from of [hidden, 1, 999, Number.MAX_SAFE_INTEGER, 'nowhere', 'main']) {
      expect(await call('tag_create', { name: 't', from })).toMatchObject({ code: 'UNKNOWN_ID' });
    }
    for (const from of [0, -1, 1.5, ' ']) {
      expect(await call('tag_create', { name: 't', from })).toMatchObject({
        code: 'INVALID_INPUT',
      });
    }
  });

  it('[NV16] needs a unique name, and is moved by force', async () => {
    const first = await note('a');
    await call('tag_create', { name: 'mark' });
    await note('b');
    expect((await call('tag_create', { name: 'mark' })).code).toBe('CONFLICT');
    expect((await call('tag_create', { name: 'main', force: true })).code).toBe('CONFLICT');
    expect((await call('tag_create', { name: '12' })).code).toBe('INVALID_NAME');
    const moved = await call('tag_create', { name: 'mark', force: true });
    expect(moved.tag.seq).toBeGreaterThan(first);
    expect((await call('tag_list')).count).toBe(1);
  });
});
