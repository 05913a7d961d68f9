/** A branch and its first note in one call, by the rules in docs/spec/branches-and-notes.md. */

import { describe, expect, it } from 'vitest';
import { noteScenes } from '../../../test/support/note-world.ts';

describe('macro_branch_note', () => {
  const world = noteScenes();
  const { call, head, noteOn, seen } = world;

  it('[BN23] [RP10] with a name creates the branch, checks it out and writes there', async () => {
    await noteOn('main', 'm1');
    const args = { workspace: world.workspace, name: 'idea', content: 'why not' };
    const reply = await world.server.call('macro_branch_note', args);
    expect(reply.text.split('\n')).toEqual([
      'branch idea from main@2 | note committed notes@5',
      `status workspace=${world.workspace}`,
    ]);
    expect(reply.structured).toMatchObject({
      workspace: world.workspace,
      branch: { name: 'idea', base_branch: 'main', base_seq: 2, created: true },
      checkout: { previous: 'main', current: 'idea' },
      note: { doc: 'notes', seq: 5 },
    });
    expect(await seen('idea')).toEqual(['m1', 'why not']);
  });

  it('[BN23] with a name and from creates the branch from that base', async () => {
    await call('macro_branch_note', { name: 'a', content: 'a1' });
    await call('macro_branch_note', { name: 'b', from: 'main', content: 'b1' });
    expect(await seen('b')).toEqual(['b1']);
    expect((await call('init')).checkout).toBe('b');
  });

  it('[BN24] with from alone checks that branch out and writes there', async () => {
    await call('branch_create', { name: 'idea' });
    expect(await call('macro_branch_note', { from: 'idea', content: 'x' })).toEqual([
      'checkout main -> idea | note committed notes@4',
      `status workspace=${world.workspace}`,
    ]);
    expect(await seen('idea')).toEqual(['x']);
  });

  it('[BN24] with neither writes to the checkout, whatever the focus is', async () => {
    await call('init');
    await world.server.surface.store.write(
      { workspace: world.workspace, agent: 'a', nowMs: 0 },
      (tx) =>
        tx.append([
          { type: 'focus_changed', entity: 'workspace', payload: { from: null, to: 'TASK-001' } },
        ]),
    );
    const args = { workspace: world.workspace, content: 'x', doc: 'risks' };
    const reply = await world.server.call('macro_branch_note', args);
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
    const [line] = await call('macro_branch_note', args);
    expect(line).toMatch(new RegExp(`^ERROR: INVALID_INPUT ${field}: `));
    expect(await head()).toBe(0);
  });

  it('[BN26] with a template writes the outline, filled with the goal', async () => {
    await call('macro_branch_note', { template: 'decision', goal: 'Which queue?' });
    const [outline] = await seen('main');
    expect(outline).toMatch(/^## Context\nWhich queue\?\n\n## Options\n/);
  });

  it('[BN27] with a taken name writes nothing, and suggests the same note on that branch', async () => {
    await call('branch_create', { name: 'idea' });
    const before = await head();
    const reply = await world.server.call('macro_branch_note', {
      workspace: world.workspace,
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
    expect((await world.server.call(next.target, next.params)).isError).toBe(false);
    const { entries } = await call('show', { branch: 'idea', doc: 'notes' });
    expect(entries).toMatchObject([{ content: 'kept', title: 'T', meta: { a: 1 } }]);
  });

  it('[BN27] with a taken name and a long note suggests to check the branch out', async () => {
    await call('branch_create', { name: 'idea' });
    const args = { workspace: world.workspace, name: 'idea', content: 'long '.repeat(2000) };
    const reply = await world.server.call('macro_branch_note', args);
    expect(reply.text.split('\n')).toEqual([
      expect.stringMatching(/^ERROR: CONFLICT /),
      `thoughtbox_gateway args={"workspace":"${world.workspace}","ref":"idea"} operation=call tool=checkout`,
    ]);
  });

  it.each([
    { name: 'idea', content: '   ' },
    { name: 'idea', from: 'nowhere', content: 'x' },
    { from: 'nowhere', content: 'x' },
  ])('[BN28] writes nothing when it is refused: %j', async (args) => {
    await noteOn('main', 'm1');
    const before = await head();
    expect((await call('macro_branch_note', args))[0]).toMatch(/^ERROR: /);
    expect(await head()).toBe(before);
    expect((await call('branch_list')).count).toBe(1);
    expect((await call('init')).checkout).toBe('main');
  });
});
