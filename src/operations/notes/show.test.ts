/** Reading the entries of a document in pages, by the rules in docs/spec/branches-and-notes.md. */

import { beforeAll, describe, expect, it } from 'vitest';
import { homeServer } from '../../../test/support/home-server.ts';

interface Entry {
  readonly seq: number;
  readonly content: string;
}

interface Page {
  readonly entries: readonly Entry[];
  readonly pagination: {
    readonly cursor: number | null;
    readonly next_cursor?: number;
    readonly has_more: boolean;
    readonly limit: number;
    readonly count: number;
  };
}

describe('show', () => {
  const home = homeServer();
  const { call } = home;
  const doc = 'log';
  const contents = Array.from({ length: 45 }, (_, index) => `entry ${index + 1}`);

  beforeAll(async () => {
    await call('notes_commit', { content: 'the only one in the default document' });
    for (const content of contents) await call('notes_commit', { doc, content });
  });

  it('[BN18] returns the newest twenty entries, oldest first', async () => {
    const page: Page = await call('show', { doc });
    expect(page.entries.map((entry) => entry.content)).toEqual(contents.slice(-20));
    expect(page).toMatchObject({ branch: 'main', doc, truncated: false });
    expect(page.pagination).toEqual({
      cursor: null,
      next_cursor: page.entries[0]?.seq,
      has_more: true,
      limit: 20,
      count: 20,
    });
  });

  it('[BN18] reads the trace of the checkout, or its notes with doc_kind', async () => {
    expect(await call('show')).toMatchObject({ branch: 'main', doc: 'trace', entries: [] });
    const notes = await call('show', { doc_kind: 'notes' });
    expect(notes).toMatchObject({ branch: 'main', doc: 'notes' });
    expect(notes.entries.length).toBe(1);
    const named = await call('show', { doc, doc_kind: 'notes', limit: 1 });
    expect(named).toMatchObject({ doc, entries: [{ content: 'entry 45' }] });
  });

  it('[BN84] leads to the notes if no document was named', async () => {
    const next = async (args: object) =>
      (await home.server.call('show', args)).suggestions.map(({ params }) => params);
    expect(await next({})).toMatchObject([{ branch: 'main', doc: 'notes' }]);
    expect(await next({ doc })).toEqual([]);
    expect(await next({ doc_kind: 'trace' })).toEqual([]);
  });

  it.each([1, 7, 20, 45, 200])('[BN19] in pages of %i it reads every entry once', async (limit) => {
    const read: string[] = [];
    let cursor: number | null = null;
    for (let pages = 0; pages < 50; pages++) {
      const page: Page = await call('show', { doc, limit, cursor });
      read.unshift(...page.entries.map((entry) => entry.content));
      expect(page.pagination).toMatchObject({ cursor, limit, count: page.entries.length });
      if (!page.pagination.has_more) {
        expect(page.pagination).not.toHaveProperty('next_cursor');
        break;
      }
      cursor = page.pagination.next_cursor ?? null;
    }
    expect(read).toEqual(contents);
  });

  it('[BN19] a cursor means older than this; none, or null, means the newest', async () => {
    const newest: Page = await call('show', { doc, limit: 3 });
    expect(await call('show', { doc, limit: 3, cursor: null })).toEqual(newest);
    const [oldest] = newest.entries;
    const older: Page = await call('show', { doc, limit: 3, cursor: oldest?.seq });
    expect(older.entries.map((entry) => entry.content)).toEqual(contents.slice(-6, -3));
    const none: Page = await call('show', { doc, cursor: 0 });
    expect(none).toMatchObject({ entries: [], pagination: { cursor: 0, has_more: false } });
  });

  it('[BN19] [BU10] following a page cut by its budget reads every entry once too', async () => {
    for (const max_chars of [400, 700, 1500]) {
      const read: string[] = [];
      let cursor: number | null = null;
      for (let pages = 0; pages < 100; pages++) {
        const page: Page = await call('show', { doc, limit: 20, cursor, max_chars });
        expect(page.entries.length).toBeGreaterThan(0);
        read.unshift(...page.entries.map((entry) => entry.content));
        if (!page.pagination.has_more) break;
        cursor = page.pagination.next_cursor ?? null;
      }
      expect(read).toEqual(contents);
    }
  });

  it('[BN19] new entries do not disturb a reader of old ones', async () => {
    await call('notes_commit', { doc: 'busy', content: 'one' });
    await call('notes_commit', { doc: 'busy', content: 'two' });
    const first: Page = await call('show', { doc: 'busy', limit: 1 });
    await call('notes_commit', { doc: 'busy', content: 'three' });
    const cursor = first.pagination.next_cursor;
    const second: Page = await call('show', { doc: 'busy', limit: 1, cursor });
    expect(second.entries).toMatchObject([{ content: 'one' }]);
  });
});
