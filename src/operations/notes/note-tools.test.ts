/** Notes through the tools, named by the rules in docs/spec/branches-and-notes.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';

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

let server: TestSurface;

beforeAll(async () => {
  server = await openTestSurface({ defaultWorkspace: 'home' });
});
afterAll(() => server.close());

async function call(tool: string, args: object = {}) {
  const reply = await server.call(tool, args);
  const { result, error } = JSON.parse(reply.text);
  return reply.isError ? error : result;
}

describe('notes_commit', () => {
  it('[BN16] answers the entry with all it was given', async () => {
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

  it('[BN16] leaves out what it was not given, and writes where it is told', async () => {
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

describe('show', () => {
  const doc = 'log';
  const contents = Array.from({ length: 45 }, (_, index) => `entry ${index + 1}`);

  beforeAll(async () => {
    for (const content of contents) await call('notes_commit', { doc, content });
  });

  it('[BN18] gives the newest twenty, oldest first', async () => {
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

  it('[BN18] reads the trace, or the notes where told, of the checkout', async () => {
    expect(await call('show')).toMatchObject({ branch: 'main', doc: 'trace', entries: [] });
    const notes = await call('show', { doc_kind: 'notes' });
    expect(notes).toMatchObject({ branch: 'main', doc: 'notes' });
    expect(notes.entries.length).toBe(1);
    const named = await call('show', { doc, doc_kind: 'notes', limit: 1 });
    expect(named).toMatchObject({ doc, entries: [{ content: 'entry 45' }] });
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
