/** Commits, refs and tags through the tools, named by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { scenes } from '../../../test/support/scenes.ts';

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  const scene = scenes(engine);

  async function call(tool: string, args: object = {}) {
    const { workspace } = scene;
    const reply = await scene.server.call(tool, { workspace, ...args });
    const { result, error } = JSON.parse(reply.text);
    return reply.isError ? error : result;
  }
  const note = async (content: string, more: object = {}) =>
    (await call('notes_commit', { content, doc: 'notes', ...more })).entry.seq as number;
  const history = async (args: object = {}) =>
    (await call('log', args)).commits.map((each: { artifact: string }) => each.artifact);

  describe('commit', () => {
    it('[NV11] enters the artifact into each document, and tells the commits', async () => {
      const artifact = '  Readers never wait. ';
      const answered = await call('commit', {
        artifact,
        message: 'Use WAL mode',
        docs: ['notes', 'risks', 'notes'],
        meta: { a: 1 },
      });
      expect(answered).toMatchObject({
        workspace: scene.workspace,
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
      expect(entries).toMatchObject([
        { title: 'Use WAL mode', format: 'commit', content: artifact },
      ]);
    });

    it('[NV11] takes one name too, and the notes by default', async () => {
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
    ])('[NV11] of %j is refused, and no document has it', async (args) => {
      expect(await call('commit', args)).toMatchObject({ code: 'INVALID_INPUT' });
      expect(await scene.head()).toBe(0);
    });
  });

  describe('log', () => {
    it('[NV12] [NV13] follows the newest note, whichever tool wrote it', async () => {
      await call('commit', { artifact: 'a', message: 'A' });
      const seq = await note('b');
      expect(await call('log')).toEqual({
        workspace: scene.workspace,
        ref: 'main',
        branch: 'main',
        doc: 'notes',
        head_seq: seq,
        commits: [
          expect.objectContaining({ message: 'A', format: 'commit', artifact: 'a' }),
          { seq, ts: expect.any(String), ts_ms: expect.any(Number), artifact: 'b' },
        ],
        pagination: { cursor: null, has_more: false, limit: 20, count: 2 },
        truncated: false,
      });
      await call('branch_create', { name: 'idea' });
      await note('c', { branch: 'idea' });
      await call('merge', { from: 'idea', into: 'main' });
      expect(await history()).toEqual(['a', 'b', 'c']);
      expect(await history({ ref: 'idea' })).toEqual(['a', 'b', 'c']);
    });

    it('[NV13] is empty where nothing was written, and goes in pages', async () => {
      await call('init');
      expect(await call('log')).toMatchObject({ head_seq: null, commits: [] });
      for (const content of ['1', '2', '3', '4', '5']) await note(content);
      const newest = await call('log', { limit: 2 });
      expect(newest.commits).toMatchObject([{ artifact: '4' }, { artifact: '5' }]);
      const cursor = newest.pagination.next_cursor;
      expect(await history({ limit: 2, cursor })).toEqual(['2', '3']);
      expect(await history({ limit: 2, cursor: 0 })).toEqual([]);
    });

    it('[NV13] ends at a tag; a branch wins over a tag of the same name', async () => {
      await note('a');
      await call('tag_create', { name: 'mark' });
      await note('b');
      expect(await history({ ref: 'mark' })).toEqual(['a']);
      await call('branch_create', { name: 'mark' });
      expect(await history({ ref: 'mark' })).toEqual(['a', 'b']);
      expect(await call('log', { ref: 'mrak' })).toMatchObject({
        code: 'UNKNOWN_ID',
        message: 'ref: no branch or tag "mrak"',
      });
    });

    it('[NV13] reads another document where told', async () => {
      await note('a');
      await note('r', { doc: 'risks' });
      expect(await history({ doc: 'risks' })).toEqual(['r']);
      expect(await history({ doc: 'nothing' })).toEqual([]);
    });
  });

  describe('docs_list', () => {
    const docs = async (args: object = {}) =>
      (await call('docs_list', args)).docs as { doc: string; updated_at_ms: number }[];
    const names = async (args: object = {}) => (await docs(args)).map((each) => each.doc);

    it('[NV14] gives own and inherited documents, as the branch sees them', async () => {
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

    it('[NV14] under a tag gives what there was then, and says when there is more', async () => {
      await note('a');
      await call('tag_create', { name: 'mark' });
      await note('r', { doc: 'risks' });
      expect(await names({ ref: 'mark' })).toEqual(['notes']);
      expect(await call('docs_list', { limit: 1 })).toMatchObject({ count: 1, truncated: true });
      expect(await call('docs_list', { limit: 2 })).toMatchObject({ count: 2, truncated: false });
    });
  });

  describe('a tag', () => {
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

    it('[NV16] has a name of its own, and is moved by force', async () => {
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

    it('[NV17] is listed last set first, and deleted once', async () => {
      await note('a');
      for (const name of ['b', 'a', 'c']) await call('tag_create', { name });
      const names = async (args: object = {}) =>
        (await call('tag_list', args)).tags.map((each: { name: string }) => each.name);
      expect(await names()).toEqual(['c', 'a', 'b']);
      expect(await call('tag_list', { limit: 2 })).toMatchObject({ count: 2, truncated: true });
      expect(await call('tag_delete', { name: 'a' })).toMatchObject({ name: 'a', deleted: true });
      const before = await scene.head();
      expect(await call('tag_delete', { name: 'a' })).toMatchObject({ deleted: false });
      expect(await scene.head()).toBe(before);
      expect(await names()).toEqual(['c', 'b']);
    });
  });

  describe('reset', () => {
    it('[NV18] moves the head, and what goes by it, and nothing else', async () => {
      const first = await note('a');
      const second = await note('b');
      expect(await call('reset', { ref: first })).toEqual({
        workspace: scene.workspace,
        ref: 'main',
        doc: 'notes',
        old_seq: second,
        new_seq: first,
      });
      expect(await history()).toEqual(['a']);
      expect((await call('tag_create', { name: 'mark' })).tag.seq).toBe(first);
      expect((await call('show', { doc: 'notes' })).entries).toHaveLength(2);
      const before = await scene.head();
      expect(await call('reset', { ref: 'mark' })).toMatchObject({ old_seq: first });
      expect(await scene.head()).toBe(before);
      await call('reset', { ref: second });
      expect(await history()).toEqual(['a', 'b']);
    });

    it('[NV18] is of the checkout, and of the document that the note lies in', async () => {
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

  describe('reflog', () => {
    it('[NV20] gives notes, merges and resets, newest first', async () => {
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
});
