/** The documents that a branch sees, by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { noteScenes } from '../../../test/support/note-world.ts';

describe.each(MAIN_ENGINES)('docs_list on $name', (engine) => {
  const { call, note } = noteScenes(engine);

  const docs = async (args: object = {}) =>
    (await call('docs_list', args)).docs as { doc: string; updated_at_ms: number }[];
  const names = async (args: object = {}) => (await docs(args)).map((each) => each.doc);

  it('[NV14] lists own and inherited documents, as the branch sees them', async () => {
    await note('a');
    await note('r', { doc: 'risks' });
    await call('branch_create', { name: 'idea' });
    const [risks, notes] = await docs({ ref: 'idea' });
    await note('later');
    await note('later', { doc: 'later' });
    expect(await docs({ ref: 'idea' })).toEqual([risks, notes]);
    expect(await names()).toEqual(['later', 'notes', 'risks']);
    await note('own', { branch: 'idea' });
    const own = await docs({ ref: 'idea' });
    expect(own.map((each) => each.doc)).toEqual(['notes', 'risks']);
    expect(own[0]).toMatchObject({ kind: 'notes' });
    expect(own[0]?.updated_at_ms).toBeGreaterThan(notes?.updated_at_ms ?? 0);
    expect(own[0]).toMatchObject({ created_at_ms: notes?.updated_at_ms });
  });

  it('[NV14] for a tag lists the documents of that time, and reports if there are more', async () => {
    await note('a');
    await call('tag_create', { name: 'mark' });
    await note('r', { doc: 'risks' });
    expect(await names({ ref: 'mark' })).toEqual(['notes']);
    expect(await call('docs_list', { limit: 1 })).toMatchObject({ count: 1, truncated: true });
    expect(await call('docs_list', { limit: 2 })).toMatchObject({ count: 2, truncated: false });
  });
});
