/** Branches through the tools, named by the rules in docs/spec/branches-and-notes.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headsOf } from '../../../test/support/journal.ts';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';

let server: TestSurface;
let scenes = 0;
let workspace = '';

beforeAll(async () => {
  server = await openTestSurface();
});
afterAll(() => server.close());

/** Each case in a workspace of its own. */
function scene(): void {
  workspace = `scene-${++scenes}`;
}

async function call(tool: string, args: object = {}) {
  const reply = await server.call(tool, { workspace, ...args });
  if (reply.text.startsWith('{')) {
    const { result, error } = JSON.parse(reply.text);
    return reply.isError ? error : result;
  }
  return reply.text.split('\n');
}

const head = async () => (await headsOf(server.surface.store))[workspace] ?? 0;

/** What a branch sees of a document, by content. */
async function seen(branch: string, doc = 'notes'): Promise<string[]> {
  const { entries } = await call('show', { branch, doc, limit: 200 });
  return entries.map((entry: { content: string }) => entry.content);
}

const note = (branch: string, content: string) => call('notes_commit', { branch, content });

describe('branch_create', () => {
  it('[BN8] stands on the checkout, cut off at the last event, and stays there', async () => {
    scene();
    await note('main', 'one');
    expect(await call('branch_create', { name: 'idea' })).toEqual({
      workspace,
      branch: { name: 'idea', base_branch: 'main', base_seq: 2 },
    });
    expect((await call('init')).checkout).toBe('main');
  });

  it('[BN8] stands on from where it is given, and makes the first branch where there is none', async () => {
    scene();
    const first = await call('branch_create', { name: 'a' });
    expect(first.branch).toEqual({ name: 'a', base_branch: 'main', base_seq: 1 });
    const second = await call('branch_create', { name: 'b', from: 'a' });
    expect(second.branch).toEqual({ name: 'b', base_branch: 'a', base_seq: 2 });
  });

  it.each([' ', 'a\nb', 'task/TASK-001', 'x'.repeat(201), 'y'.repeat(100_000)])(
    '[BN9] refuses the name %j in a few words',
    async (name) => {
      scene();
      const reply = await server.call('branch_create', { workspace, name });
      expect(JSON.parse(reply.text).error.code).toBe('INVALID_NAME');
      expect(reply.text.length).toBeLessThan(1500);
    },
  );

  it('[BN10] refuses a name that is taken; names differ by case', async () => {
    scene();
    await call('branch_create', { name: 'idea' });
    expect(await call('branch_create', { name: 'idea' })).toMatchObject({ code: 'CONFLICT' });
    expect(await call('branch_create', { name: 'main' })).toMatchObject({ code: 'CONFLICT' });
    expect(await call('branch_create', { name: 'Idea' })).toHaveProperty('branch');
  });
});

describe('branch_list', () => {
  it('[BN12] gives branches by name, each with base and cutoff', async () => {
    scene();
    for (const name of ['b', 'a', 'Z']) await call('branch_create', { name });
    const listed = await call('branch_list');
    expect(listed).toMatchObject({ workspace, count: 4, truncated: false });
    expect(listed.branches).toEqual([
      { name: 'Z', base_branch: 'main', base_seq: 3, created_at_ms: expect.any(Number) },
      { name: 'a', base_branch: 'main', base_seq: 2, created_at_ms: expect.any(Number) },
      { name: 'b', base_branch: 'main', base_seq: 1, created_at_ms: expect.any(Number) },
      { name: 'main', base_branch: null, base_seq: null, created_at_ms: expect.any(Number) },
    ]);
  });

  it('[BN12] says truncated exactly if there are more', async () => {
    scene();
    for (const name of ['a', 'b']) await call('branch_create', { name });
    const names = (listed: { branches: { name: string }[] }) =>
      listed.branches.map((each) => each.name);
    const two = await call('branch_list', { limit: 2 });
    expect([names(two), two.count, two.truncated]).toEqual([['a', 'b'], 2, true]);
    const three = await call('branch_list', { limit: 3 });
    expect([names(three), three.count, three.truncated]).toEqual([['a', 'b', 'main'], 3, false]);
  });
});

describe('checkout', () => {
  it('[BN13] tells previous and current, and a repeat leaves no event', async () => {
    scene();
    await call('branch_create', { name: 'idea' });
    expect(await call('checkout', { ref: 'idea' })).toEqual({
      workspace,
      previous: 'main',
      current: 'idea',
    });
    const before = await head();
    expect(await call('checkout', { ref: 'idea' })).toMatchObject({
      previous: 'idea',
      current: 'idea',
    });
    expect(await head()).toBe(before);
    await call('notes_commit', { content: 'goes to idea' });
    expect(await seen('idea')).toEqual(['goes to idea']);
  });
});

describe('what a branch sees', () => {
  it('[BN14] is its base as it was, however many bases down', async () => {
    scene();
    await note('main', 'm1');
    await call('branch_create', { name: 'a' });
    await note('main', 'm2');
    await note('a', 'a1');
    await call('branch_create', { name: 'b', from: 'a' });
    await note('a', 'a2');
    await note('b', 'b1');
    expect(await seen('b')).toEqual(['m1', 'a1', 'b1']);
    expect(await seen('a')).toEqual(['m1', 'a1', 'a2']);
  });

  it('[BN15] is not seen from below', async () => {
    scene();
    await note('main', 'm1');
    await call('branch_create', { name: 'a' });
    await note('a', 'a1');
    expect(await seen('main')).toEqual(['m1']);
    await call('branch_create', { name: 'sibling' });
    expect(await seen('sibling')).toEqual(['m1']);
  });

  it('[BN20] diff gives what one sees and the other does not, and nothing twice', async () => {
    scene();
    await note('main', 'm1');
    await call('branch_create', { name: 'a' });
    await note('a', 'a1');
    await note('main', 'm2');
    const diff = async (from: string, to: string, more: object = {}) =>
      call('diff', { from, to, ...more });
    expect(await diff('main', 'a')).toMatchObject({
      from: 'main',
      to: 'a',
      doc: 'notes',
      entries: [{ content: 'a1' }],
      pagination: { cursor: null, has_more: false, limit: 20, count: 1 },
      truncated: false,
    });
    expect((await diff('a', 'main')).entries).toMatchObject([{ content: 'm2' }]);
    expect((await diff('a', 'a')).entries).toEqual([]);
    expect((await diff('main', 'a', { doc: 'other' })).entries).toEqual([]);
    await note('a', 'a2');
    const newest = await diff('main', 'a', { limit: 1 });
    expect(newest.entries).toMatchObject([{ content: 'a2' }]);
    const cursor = newest.pagination.next_cursor;
    expect((await diff('main', 'a', { limit: 1, cursor })).entries).toMatchObject([
      { content: 'a1' },
    ]);
  });
});

describe('macro_branch_note', () => {
  it('[BN23] [RP10] with a name makes the branch, checks it out and writes there', async () => {
    scene();
    await note('main', 'm1');
    const args = { workspace, name: 'idea', content: 'why not' };
    const reply = await server.call('macro_branch_note', args);
    expect(reply.text.split('\n')).toEqual([
      'branch idea from main@2 | note committed notes@5',
      `status workspace=${workspace}`,
    ]);
    expect(reply.structured).toMatchObject({
      workspace,
      branch: { name: 'idea', base_branch: 'main', base_seq: 2, created: true },
      checkout: { previous: 'main', current: 'idea' },
      note: { doc: 'notes', seq: 5 },
    });
    expect(await seen('idea')).toEqual(['m1', 'why not']);
  });

  it('[BN23] with a name and from stands on that branch', async () => {
    scene();
    await call('macro_branch_note', { name: 'a', content: 'a1' });
    await call('macro_branch_note', { name: 'b', from: 'main', content: 'b1' });
    expect(await seen('b')).toEqual(['b1']);
    expect((await call('init')).checkout).toBe('b');
  });

  it('[BN24] with from alone checks that branch out and writes there', async () => {
    scene();
    await call('branch_create', { name: 'idea' });
    expect(await call('macro_branch_note', { from: 'idea', content: 'x' })).toEqual([
      'checkout main -> idea | note committed notes@4',
      `status workspace=${workspace}`,
    ]);
    expect(await seen('idea')).toEqual(['x']);
  });

  it('[BN24] with neither writes to the checkout, whatever the focus is', async () => {
    scene();
    await call('init');
    await server.surface.store.write({ workspace, agent: 'a', nowMs: 0 }, (tx) =>
      tx.append([
        { type: 'focus_changed', entity: 'workspace', payload: { from: null, to: 'TASK-001' } },
      ]),
    );
    const args = { workspace, content: 'x', doc: 'risks' };
    const reply = await server.call('macro_branch_note', args);
    expect(reply.text.split('\n')[0]).toBe('note committed risks@3 on main');
    expect(reply.structured).toMatchObject({ branch: { created: false } });
    expect(await seen('main', 'risks')).toEqual(['x']);
  });

  it.each([
    [{}, 'content, template'],
    [{ content: 'x', template: 'decision' }, 'content, template'],
    [{ content: 'x', goal: 'y' }, 'goal'],
    [{ content: '  ' }, 'content'],
    [{ template: 'essay' }, 'template'],
  ])('[BN25] %j is refused', async (args, field) => {
    scene();
    const [line] = await call('macro_branch_note', args);
    expect(line).toMatch(new RegExp(`^ERROR: INVALID_INPUT ${field}: `));
    expect(await head()).toBe(0);
  });

  it('[BN26] with a template writes the outline, filled with the goal', async () => {
    scene();
    await call('macro_branch_note', { template: 'decision', goal: 'Which queue?' });
    const [outline] = await seen('main');
    expect(outline).toMatch(/^## Context\nWhich queue\?\n\n## Options\n/);
  });

  it('[BN27] whose name is taken wrote nothing, and proposes the same note there', async () => {
    scene();
    await call('branch_create', { name: 'idea' });
    const before = await head();
    const reply = await server.call('macro_branch_note', {
      workspace,
      name: 'idea',
      from: 'main',
      content: 'kept',
      title: 'T',
      meta: { a: 1 },
    });
    expect(reply.text).toMatch(/^ERROR: CONFLICT /);
    expect(await head()).toBe(before);
    const [next] = reply.suggestions;
    if (next?.action !== 'call_tool') throw new Error('no next call');
    expect((await server.call(next.target, next.params)).isError).toBe(false);
    const { entries } = await call('show', { branch: 'idea', doc: 'notes' });
    expect(entries).toMatchObject([{ content: 'kept', title: 'T', meta: { a: 1 } }]);
  });

  it('[BN27] whose note is long proposes to check the branch out', async () => {
    scene();
    await call('branch_create', { name: 'idea' });
    const args = { workspace, name: 'idea', content: 'long '.repeat(2000) };
    const reply = await server.call('macro_branch_note', args);
    expect(reply.text.split('\n')).toEqual([
      expect.stringMatching(/^ERROR: CONFLICT /),
      `checkout ref=idea workspace=${workspace}`,
    ]);
  });

  it.each([
    { name: 'idea', content: '   ' },
    { name: 'idea', from: 'nowhere', content: 'x' },
    { from: 'nowhere', content: 'x' },
  ])('[BN28] refused at any point it leaves nothing: %j', async (args) => {
    scene();
    await note('main', 'm1');
    const before = await head();
    expect((await call('macro_branch_note', args))[0]).toMatch(/^ERROR: /);
    expect(await head()).toBe(before);
    expect((await call('branch_list')).count).toBe(1);
    expect((await call('init')).checkout).toBe('main');
  });
});
