/** Calls with a key: applied once, however often they come. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../test/support/engines.ts';
import { contentsOf, journalOf } from '../../test/support/journal.ts';
import { openTestSurface, type TestSurface } from '../../test/support/surface.ts';

const WORKSPACE = 'keyed';
const DAY_MS = 24 * 3_600_000;

describe.each(MAIN_ENGINES)('call_id on $name', (engine) => {
  let test: TestSurface;

  beforeEach(async () => {
    test = await openTestSurface({ engine, defaultWorkspace: WORKSPACE });
  });
  afterEach(() => test.close());

  const notes = async () => contentsOf(await journalOf(test.surface.store, WORKSPACE));
  const said = (content: string) => ({ content, call_id: 'once' });

  it('[CA70] [CA71] a repeat changes nothing and gets the first answer again', async () => {
    const first = await test.call('notes_commit', said('hello'));
    expect(first.isError, first.text).toBe(false);
    const again = await test.call('notes_commit', { call_id: 'once', content: 'hello' });
    expect(again.isError, again.text).toBe(false);
    expect(again.structured.result).toEqual(first.structured.result);
    expect(again.structured.warnings).toMatchObject([{ code: 'ALREADY_DONE' }]);
    expect(await notes()).toEqual(['hello']);
  });

  it('[CA71] portals, plain tools and the gateway return their first answer again too', async () => {
    const task = { task_title: 'One task', call_id: 'k1' };
    const first = await test.call('tasks_macro_start', task);
    const again = await test.call('tasks_macro_start', task);
    expect(again.text.split('\n')[0]).toBe(first.text.split('\n')[0]);
    expect(again.text).toContain('WARNING: ALREADY_DONE');
    const open = { project: 'p', goal: 'g', call_id: 'k2' };
    const opened = await test.call('graph_open', open);
    const reopened = await test.call('graph_open', open);
    expect(reopened.structured).toMatchObject(opened.structured);
    const start = { operation: 'start_new', sessionTitle: 'Slow pages', call_id: 'k3' };
    const session = await test.call('thoughtbox_gateway', start);
    expect(session.isError, session.text).toBe(false);
    const resumed = await test.call('thoughtbox_gateway', start);
    expect(resumed.structured).toMatchObject({ ...session.structured, warnings: [{}] });
  });

  it('[CA71] through the gateway it is the same call, wherever the key is', async () => {
    await test.call('notes_commit', said('hello'));
    const call = { operation: 'call', tool: 'notes_commit' };
    const inside = await test.call('thoughtbox_gateway', { ...call, args: said('hello') });
    const outside = { ...call, args: { content: 'hello' }, call_id: 'once' };
    expect(inside.text).toContain('ALREADY_DONE');
    expect((await test.call('thoughtbox_gateway', outside)).text).toContain('ALREADY_DONE');
    expect(await notes()).toEqual(['hello']);
  });

  it('[CA71] for a long answer reports only that it was done, and which events it appended', async () => {
    const nodes = Array.from({ length: 490 }, (_, n) => ({
      ref: `${'r'.repeat(60)}${n}`,
      parent_ref: '',
    }));
    const opened = await test.call('graph_open', { project: 'p', goal: 'g' });
    const root = (opened.structured.root as { id: string }).id;
    const plan = {
      call_id: 'long',
      nodes: nodes.map(({ ref }) => ({ ref, parent_ref: root, summary: `a task called ${ref}` })),
    };
    const first = await test.call('graph_plan', plan);
    expect(first.isError, first.text.slice(0, 300)).toBe(false);
    expect(first.text.length).toBeGreaterThan(32_768);
    const again = await test.call('graph_plan', plan);
    expect(again.structured).toMatchObject({ already_done: true, warnings: [{}] });
    expect(again.structured.events).toMatchObject({ first: expect.any(Number) });
  });

  it('[CA72] the same key for another call is refused, and in another workspace is a different key', async () => {
    await test.call('notes_commit', said('hello'));
    const other = await test.call('notes_commit', said('bye'));
    expect(other).toMatchObject({ isError: true, refusal: 'INVALID_INPUT' });
    const tool = await test.call('tasks_macro_start', { task_title: 'x', call_id: 'once' });
    expect(tool).toMatchObject({ isError: true, refusal: 'INVALID_INPUT' });
    expect(await notes()).toEqual(['hello']);
    const elsewhere = await test.call('notes_commit', { ...said('bye'), workspace: 'other' });
    expect(elsewhere.text).not.toContain('ALREADY_DONE');
    const named = await test.call('notes_commit', { ...said('hello'), workspace: WORKSPACE });
    expect(named.text).toContain('ALREADY_DONE');
  });

  it.each(['', ' ', 'two\nlines', 'x'.repeat(129), 7])('[CA70] refuses the key %j', async (key) => {
    const reply = await test.call('notes_commit', { content: 'no', call_id: key });
    expect(reply).toMatchObject({ isError: true, refusal: 'INVALID_INPUT' });
    expect(reply.text).toContain('call_id');
  });

  it('[CA70] is unknown to tools that only read, and null counts as none', async () => {
    const read = await test.call('show', { call_id: 'k' });
    expect(read).toMatchObject({ isError: true, refusal: 'INVALID_INPUT' });
    expect(await test.call('notes_commit', { content: 'a', call_id: null })).toMatchObject({
      isError: false,
    });
  });

  it('[CA70] stores nothing of a call that was refused', async () => {
    const call = { from: 'nowhere', name: 'b', content: 'c', call_id: 'k' };
    expect(await test.call('macro_branch_note', call)).toMatchObject({ isError: true });
    const other = await test.call('notes_commit', { content: 'c', call_id: 'k' });
    expect(other.isError, other.text).toBe(false);
  });

  it('[CA73] keys are deleted after a week, and checks and rebuilds do not touch them', async () => {
    await test.call('notes_commit', said('hello'));
    const { store } = test.surface;
    expect(await store.check()).toEqual([]);
    await store.rebuild();
    expect((await test.call('notes_commit', said('hello'))).text).toContain('ALREADY_DONE');
    const later = { ...test.surface, now: () => test.surface.now() + 8 * DAY_MS };
    const { dispatch } = await import('./dispatch.ts');
    const caller = { agent: 'tester', role: 'write' } as const;
    const sweeping = { tool: 'notes_commit', args: { content: 'new', call_id: 'another' } };
    await dispatch(later, sweeping, caller);
    const anew = await dispatch(later, { tool: 'notes_commit', args: said('hello') }, caller);
    expect(anew.text).not.toContain('ALREADY_DONE');
    expect(await notes()).toEqual(['hello', 'new', 'hello']);
  });
});
