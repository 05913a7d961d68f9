/** Where the head of a document has been, by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { noteScenes } from '../../../test/support/note-world.ts';

describe.each(MAIN_ENGINES)('reflog on $name', (engine) => {
  const { call, note } = noteScenes(engine);

  it('[NV20] lists notes, merges and resets, newest first', async () => {
    const first = await note('a');
    await call('branch_create', { name: 'idea' });
    await note('i', { branch: 'idea' });
    await call('checkout', { ref: 'idea' });
    const { commits } = await call('commit', { artifact: 'c', message: 'Decided' });
    await call('reset', { ref: first });
    await note('m', { branch: 'main' });
    await call('merge', { from: 'main', into: 'idea' });
    const log = await call('reflog');
    expect(log).toMatchObject({ ref: 'idea', branch: 'idea', doc: 'notes', truncated: false });
    expect(log.entries).toMatchObject([
      { message: 'merge:main', old_seq: first },
      { message: `reset:${first}`, old_seq: commits[0].seq, new_seq: first },
      { message: 'Decided', new_seq: commits[0].seq },
      { message: 'note', old_seq: first },
    ]);
  });

  it('[NV20] goes in pages that begin where the last one ended', async () => {
    for (const content of ['1', '2', '3']) await note(content);
    await call('reset', { ref: 2 });
    await note('4');
    const all = (await call('reflog')).entries;
    expect(all).toHaveLength(5);
    const read: object[] = [];
    let cursor: number | null = null;
    do {
      const page: { entries: object[]; pagination: { next_cursor?: number } } = await call(
        'reflog',
        { limit: 2, cursor },
      );
      read.push(...page.entries);
      cursor = page.pagination.next_cursor ?? null;
    } while (cursor !== null);
    expect(read).toEqual(all);
    expect(all.at(-1)).toMatchObject({ old_seq: null, new_seq: 2 });
  });
});
