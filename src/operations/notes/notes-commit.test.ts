/** Writing notes, by the rules in docs/spec/branches-and-notes.md. */

import { describe, expect, it } from 'vitest';
import { homeServer } from '../../../test/support/home-server.ts';

describe('notes_commit', () => {
  const { call } = homeServer();

  it('[BN16] returns the entry with all given fields', async () => {
    const given = { title: 'T', format: 'markdown', meta: { a: [1, null] }, content: '  ä\n🧭 ' };
    const { workspace, entry } = await call('notes_commit', given);
    expect(workspace).toBe('home');
    expect(entry).toEqual({
      seq: 2,
      ts: new Date(entry.ts_ms).toISOString(),
      ts_ms: expect.any(Number),
      branch: 'main',
      doc: 'notes',
      kind: 'note',
      ...given,
    });
  });

  it('[BN16] leaves out fields that were not given, and writes to the named document', async () => {
    await call('branch_create', { name: 'idea' });
    const { entry } = await call('notes_commit', { branch: 'idea', doc: 'risks', content: 'x' });
    expect(Object.keys(entry).sort()).toEqual(
      ['branch', 'content', 'doc', 'kind', 'seq', 'ts', 'ts_ms'].sort(),
    );
    expect(entry).toMatchObject({ branch: 'idea', doc: 'risks' });
    const { entries } = await call('show', { branch: 'idea', doc: 'risks' });
    expect(entries).toEqual([
      { seq: entry.seq, ts: entry.ts, ts_ms: entry.ts_ms, kind: 'note', content: 'x' },
    ]);
  });

  it.each(['', '   ', '\n'])('[BN17] of %j is refused', async (content) => {
    expect(await call('notes_commit', { content })).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'content: a note needs some text',
    });
  });
});
