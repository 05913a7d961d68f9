/** Commits: one artifact entered into several documents, by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { noteScenes } from '../../../test/support/note-world.ts';

describe.each(MAIN_ENGINES)('commit on $name', (engine) => {
  const world = noteScenes(engine);
  const { call } = world;

  it('[NV11] writes the artifact to each document, and returns the commits', async () => {
    const artifact = '  Readers never wait. ';
    const answered = await call('commit', {
      artifact,
      message: 'Use WAL mode',
      docs: ['notes', 'risks', 'notes'],
      meta: { a: 1 },
    });
    expect(answered).toMatchObject({
      workspace: world.workspace,
      branch: 'main',
      docs: ['notes', 'risks'],
    });
    expect(answered.commits).toEqual(
      ['notes', 'risks'].map((doc, index) => ({
        seq: index + 2,
        ts: expect.any(String),
        ts_ms: expect.any(Number),
        branch: 'main',
        doc,
        message: 'Use WAL mode',
        format: 'commit',
        meta: { a: 1 },
        artifact,
      })),
    );
    const { entries } = await call('show', { doc: 'risks' });
    expect(entries).toMatchObject([{ title: 'Use WAL mode', format: 'commit', content: artifact }]);
  });

  it('[NV11] also accepts one name, and defaults to the notes', async () => {
    const given = { artifact: 'x', message: 'y' };
    expect((await call('commit', { ...given, docs: 'risks' })).docs).toEqual(['risks']);
    expect((await call('commit', given)).docs).toEqual(['notes']);
  });

  it.each([
    { artifact: ' ', message: 'y' },
    { artifact: 'x', message: '' },
    { artifact: 'x', message: 'two\nlines' },
    { artifact: 'x', message: 'y', docs: [] },
    { artifact: 'x', message: 'y', docs: ['notes', ' '] },
  ])('[NV11] of %j is refused and writes to no document', async (args) => {
    expect(await call('commit', args)).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await world.head()).toBe(0);
  });
});
