/** Branches renamed, deleted and merged through the tools, named by docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { scenes } from '../../../test/support/scenes.ts';

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  const scene = scenes(engine);

  async function call(tool: string, args: object = {}) {
    const { workspace } = scene;
    const reply = await scene.server.call(tool, { workspace, ...args });
    const { result, error, suggestions } = JSON.parse(reply.text);
    return reply.isError ? { ...error, suggestions } : { ...result, suggestions };
  }
  const note = async (branch: string, content: string, more: object = {}) =>
    (await call('notes_commit', { branch, content, ...more })).entry.seq as number;
  const make = (name: string, from = 'main') => call('branch_create', { name, from });

  async function seen(branch: string, doc = 'notes'): Promise<string[]> {
    const { entries } = await call('show', { branch, doc, limit: 200 });
    return entries.map((entry: { content: string }) => entry.content);
  }

  describe('branch_rename', () => {
    it('[NV1] takes entries, checkout, tags, refs and what stands on it along', async () => {
      await make('idea');
      await call('checkout', { ref: 'idea' });
      const first = await note('idea', 'one');
      await note('idea', 'two');
      await call('tag_create', { name: 'agreed', from: first });
      await call('reset', { ref: 'agreed' });
      await make('upon', 'idea');
      expect(await call('branch_rename', { old: 'idea', new: 'thought' })).toMatchObject({
        workspace: scene.workspace,
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
      await make('idea');
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
  });

  describe('branch_delete', () => {
    it('[NV3] refuses what is needed, and proposes to check out the base', async () => {
      await make('a');
      await make('b', 'a');
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
      await note('main', 'm');
      await make('idea');
      await note('idea', 'kept in the journal');
      await call('tag_create', { name: 'mark', from: 'idea' });
      const last = await scene.head();
      await call('branch_delete', { name: 'idea' });
      expect(await scene.head()).toBe(last + 1);
      expect((await call('branch_list')).count).toBe(1);
      expect((await call('tag_list')).tags).toEqual([]);
      expect((await call('log', { ref: 'mark' })).code).toBe('UNKNOWN_ID');
      const latest = await scene.server.surface.store.read(scene.workspace, (tx) =>
        tx.documents.latest(),
      );
      expect(latest).toMatchObject({ branch: 1, doc: 'notes' });
      await make('idea');
      expect(await seen('idea')).toEqual(['m']);
    });
  });

  describe('merge', () => {
    it('[NV5] copies what the other branch does not see, and leaves from alone', async () => {
      await note('main', 'm1');
      await make('idea');
      const seq = await note('idea', 'a', { title: 'T', format: 'md', meta: { x: 1 } });
      await note('idea', 'b');
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
      });
    });

    it('[NV6] goes to the checkout, or to the base where asked', async () => {
      await make('a');
      await make('b', 'a');
      await note('b', 'from b');
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
      await make('idea');
      await note('idea', 'a');
      await call('merge', { from: 'idea', into: 'main' });
      const again = { merged: 0, skipped: 1 };
      expect(await call('merge', { from: 'idea', into: 'main' })).toMatchObject(again);
      await call('branch_rename', { old: 'idea', new: 'thought' });
      await call('branch_rename', { old: 'main', new: 'trunk' });
      expect(await call('merge', { from: 'thought', into: 'trunk' })).toMatchObject(again);
      await note('thought', 'b');
      expect(await call('merge', { from: 'thought', into: 'trunk' })).toMatchObject({
        merged: 1,
        skipped: 1,
      });
      expect(await seen('trunk')).toEqual(['a', 'b']);
    });

    it('[NV7] brings the steps of a trace as notes, and nothing that just happened', async () => {
      await make('idea');
      const trace = { ref: 'idea', doc: 'trace' };
      await call('trace_step', { ...trace, step: 'tried it', message: 'ok' });
      await note('idea', 'beside it', { doc: 'trace' });
      const node = { op: 'node_upsert', id: 'q', type: 'question', title: 'Why?' };
      await call('graph_apply', { branch: 'idea', doc: 'trace', ops: [node] });
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

    it('[NV8] sends no note back to where it came from', async () => {
      await make('a');
      await make('b');
      await note('a', 'of a');
      await note('b', 'of b');
      expect(await call('merge', { from: 'a', into: 'b' })).toMatchObject({ merged: 1 });
      for (let round = 0; round < 3; round++) {
        await call('merge', { from: 'b', into: 'a' });
        await call('merge', { from: 'a', into: 'b' });
      }
      expect(await seen('a')).toEqual(['of a', 'of b']);
      expect(await seen('b')).toEqual(['of b', 'of a']);
    });

    it('[NV8] brings a note once, on whichever ways, and not to who inherits it', async () => {
      await make('a');
      await make('b');
      await note('a', 'of a');
      await call('merge', { from: 'a', into: 'b' });
      expect(await call('merge', { from: 'b', into: 'main' })).toMatchObject({ merged: 1 });
      expect(await call('merge', { from: 'a', into: 'main' })).toMatchObject({ merged: 0 });
      await make('heir');
      expect(await call('merge', { from: 'a', into: 'heir' })).toMatchObject({ merged: 0 });
      await make('child', 'a');
      expect(await call('merge', { from: 'child', into: 'main' })).toMatchObject({ merged: 0 });
      await call('branch_delete', { name: 'child' });
      await call('branch_delete', { name: 'a' });
      expect(await call('merge', { from: 'b', into: 'main' })).toMatchObject({ merged: 0 });
    });

    it('[NV8] is not misled by a note that claims to be a copy', async () => {
      await make('idea');
      const real = await note('main', 'real');
      const meta = { _merge: { from: 'main', from_seq: real, from_ts_ms: 0 } };
      await note('idea', 'claims to be real', { meta });
      expect(await call('merge', { from: 'idea', into: 'main' })).toMatchObject({ merged: 1 });
    });

    it('[NV9] goes in pages from old to new, each with the next one as its next call', async () => {
      await make('idea');
      const contents = ['1', '2', '3', '4', '5'];
      for (const content of contents) await note('idea', content);
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
      await make('idea');
      await note('idea', 'a');
      const before = await scene.head();
      const dry = await call('merge', { from: 'idea', into: 'main', dry_run: true });
      expect(await scene.head()).toBe(before);
      expect(await call('merge', { from: 'idea', into: 'main' })).toEqual(dry);
      expect(await call('merge', { from: 'idea', into: 'main', dry_run: true })).toMatchObject({
        merged: 0,
        skipped: 1,
      });
    });
  });
});
