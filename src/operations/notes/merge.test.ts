/** Merging the notes of one branch into another, by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { noteScenes } from '../../../test/support/note-world.ts';

describe.each(MAIN_ENGINES)('merge on $name', (engine) => {
  const world = noteScenes(engine);
  const { callWithSuggestions: call, createBranch, noteOn, seen } = world;

  it('[NV5] copies what the other branch does not see, and leaves from alone', async () => {
    await noteOn('main', 'm1');
    await createBranch('idea');
    const seq = await noteOn('idea', 'a', { title: 'T', format: 'md', meta: { x: 1 } });
    await noteOn('idea', 'b');
    expect(await call('merge', { from: 'idea', into: 'main' })).toEqual({
      from: 'idea',
      into: 'main',
      doc: 'notes',
      merged: 2,
      skipped: 0,
      pagination: { cursor: null, has_more: false, limit: 200, count: 2 },
      suggestions: [],
    });
    expect(await seen('main')).toEqual(['m1', 'a', 'b']);
    expect(await seen('idea')).toEqual(['m1', 'a', 'b']);
    const { entries } = await call('show', { branch: 'main', doc: 'notes' });
    expect(entries[1]).toMatchObject({
      kind: 'note',
      title: 'T',
      format: 'md',
      meta: { x: 1, _merge: { from: 'idea', from_seq: seq, from_ts_ms: expect.any(Number) } },
      source_event_id: `merge:idea:${seq}`,
    });
    const { commits } = await call('log');
    expect(commits.map((each: { source_event_id?: string }) => each.source_event_id)).toEqual([
      ...[undefined, `merge:idea:${seq}`, `merge:idea:${seq + 1}`],
    ]);
  });

  it('[NV6] goes to the checkout, or to the base with merge_to_base', async () => {
    await createBranch('a');
    await createBranch('b', 'a');
    await noteOn('b', 'from b');
    expect(await call('merge', { from: 'b' })).toMatchObject({ into: 'main', merged: 1 });
    const toBase = { from: 'b', merge_to_base: true };
    expect(await call('merge', toBase)).toMatchObject({ into: 'a', merged: 1 });
    expect(await call('merge', { ...toBase, into: 'a' })).toMatchObject({ merged: 0 });
    expect((await call('merge', { ...toBase, into: 'main' })).code).toBe('INVALID_INPUT');
    expect((await call('merge', { from: 'main' })).code).toBe('INVALID_INPUT');
    expect((await call('merge', { from: 'b', into: 'b' })).code).toBe('INVALID_INPUT');
    expect((await call('merge', { from: 'main', merge_to_base: true })).code).toBe(
      'MERGE_NOT_SUPPORTED',
    );
  });

  it('[NV7] merges nothing twice, also after a rename of both', async () => {
    await createBranch('idea');
    await noteOn('idea', 'a');
    await call('merge', { from: 'idea', into: 'main' });
    const again = { merged: 0, skipped: 1 };
    expect(await call('merge', { from: 'idea', into: 'main' })).toMatchObject(again);
    await call('branch_rename', { old: 'idea', new: 'thought' });
    await call('branch_rename', { old: 'main', new: 'trunk' });
    expect(await call('merge', { from: 'thought', into: 'trunk' })).toMatchObject(again);
    await noteOn('thought', 'b');
    expect(await call('merge', { from: 'thought', into: 'trunk' })).toMatchObject({
      merged: 1,
      skipped: 1,
    });
    expect(await seen('trunk')).toEqual(['a', 'b']);
  });

  it('[NV7] copies the steps of a trace as notes, and no other events', async () => {
    await createBranch('idea');
    const trace = { ref: 'idea', doc: 'trace' };
    await call('trace_step', { ...trace, step: 'tried it', message: 'ok' });
    await noteOn('idea', 'beside it', { doc: 'trace' });
    const idea = (await world.head()) - 2;
    await world.enter({
      ...{ type: 'graph_node_upserted', entity: `branch:${idea}`, branch: idea, doc: 'trace' },
      payload: { node: { id: 'q', type: 'question', tags: [] } },
    });
    expect(await call('merge', { from: 'idea', into: 'main', doc: 'trace' })).toMatchObject({
      merged: 2,
      skipped: 1,
    });
    const { entries } = await call('show', { branch: 'main', doc: 'trace' });
    expect(entries).toMatchObject([
      { kind: 'note', title: 'ok', content: 'tried it' },
      { kind: 'note', content: 'beside it' },
    ]);
  });

  it('[NV8] copies no note back to its origin', async () => {
    await createBranch('a');
    await createBranch('b');
    await noteOn('a', 'of a');
    await noteOn('b', 'of b');
    expect(await call('merge', { from: 'a', into: 'b' })).toMatchObject({ merged: 1 });
    for (let round = 0; round < 3; round++) {
      await call('merge', { from: 'b', into: 'a' });
      await call('merge', { from: 'a', into: 'b' });
    }
    expect(await seen('a')).toEqual(['of a', 'of b']);
    expect(await seen('b')).toEqual(['of b', 'of a']);
  });

  it('[NV8] copies a note once by any route, and not to a branch that inherits it', async () => {
    await createBranch('a');
    await createBranch('b');
    await noteOn('a', 'of a');
    await call('merge', { from: 'a', into: 'b' });
    expect(await call('merge', { from: 'b', into: 'main' })).toMatchObject({ merged: 1 });
    expect(await call('merge', { from: 'a', into: 'main' })).toMatchObject({ merged: 0 });
    await createBranch('heir');
    expect(await call('merge', { from: 'a', into: 'heir' })).toMatchObject({ merged: 0 });
    await createBranch('child', 'a');
    expect(await call('merge', { from: 'child', into: 'main' })).toMatchObject({ merged: 0 });
    await call('branch_delete', { name: 'child' });
    await call('branch_delete', { name: 'a' });
    expect(await call('merge', { from: 'b', into: 'main' })).toMatchObject({ merged: 0 });
  });

  it('[NV8] is not misled by a note that claims to be a copy', async () => {
    await createBranch('idea');
    const real = await noteOn('main', 'real');
    const meta = { _merge: { from: 'main', from_seq: real, from_ts_ms: 0 } };
    await noteOn('idea', 'claims to be real', { meta });
    expect(await call('merge', { from: 'idea', into: 'main' })).toMatchObject({ merged: 1 });
  });

  it('[NV9] works in pages from old to new, and each suggests the next one', async () => {
    await createBranch('idea');
    const contents = ['1', '2', '3', '4', '5'];
    for (const content of contents) await noteOn('idea', content);
    let page = await call('merge', { from: 'idea', into: 'main', limit: 2 });
    for (let pages = 1; page.pagination.has_more; pages++) {
      expect(page).toMatchObject({ merged: 2, pagination: { count: 2, limit: 2 } });
      expect(await seen('main')).toEqual(contents.slice(0, 2 * pages));
      const [next] = page.suggestions;
      expect(next.params).toMatchObject({ cursor: page.pagination.next_cursor });
      page = await call(next.target, next.params);
    }
    expect(page).toMatchObject({ merged: 1, suggestions: [] });
    expect(await seen('main')).toEqual(contents);
  });

  it('[NV10] with dry_run counts the same and writes nothing', async () => {
    await createBranch('idea');
    await noteOn('idea', 'a');
    const before = await world.head();
    const dry = await call('merge', { from: 'idea', into: 'main', dry_run: true });
    expect(await world.head()).toBe(before);
    expect(await call('merge', { from: 'idea', into: 'main' })).toEqual(dry);
    expect(await call('merge', { from: 'idea', into: 'main', dry_run: true })).toMatchObject({
      merged: 0,
      skipped: 1,
    });
  });
});
