/** Thoughts, knowledge and notebooks by their ids; docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { ENGINES, MAIN_ENGINES } from '../../../test/support/engines.ts';
import { addCell, createNotebook, OK, recordRun } from '../../../test/support/notebook-world.ts';
import { nearAs } from '../../../test/support/recall.ts';
import { openTestSurface } from '../../../test/support/surface.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import {
  eachInSession,
  recordSlowPages,
  type ThoughtWorld,
} from '../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('recall of thoughts on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (opened) => {
    world = opened;
  });
  const open = async (id: string, more: object = {}) => {
    const reply = await world.server.call('recall', { workspace: world.workspace, id, ...more });
    expect(reply.isError, `${id}: ${reply.text}`).toBe(false);
    return JSON.parse(reply.text).result as Shown;
  };

  it('[RC68] [RC72] opens a thought between its neighbours, and marks a revised one', async () => {
    const session = await recordSlowPages(world);
    const second = await open(`${session}#2`);
    expect(second).toMatchObject({ kind: 'thought', state: 'revised', in: session });
    expect(second.content.thought).toContain('The cache is cold');
    expect(nearAs(second, 'revised by')).toEqual([`${session}#3`]);
    expect(nearAs(second, 'before')).toEqual([`${session}#1`]);
    expect(nearAs(second, 'branch')).toEqual([`${session}#cache:1`]);
    const branched = await open(`${session}#cache:1`);
    expect(branched.content).toMatchObject({ branchId: 'cache', branchFromThought: 2 });
    expect(nearAs(branched, 'begins at')).toEqual([`${session}#2`]);
    expect(await open(`${session}:cache:1`)).toEqual(branched);
    expect(nearAs(await open(`${session}#3`), 'revises')).toEqual([`${session}#2`]);
  });

  it('[RC73] shortens a session by its last thoughts', async () => {
    const session = await recordSlowPages(world);
    let least = 0;
    for (const max_chars of [200, 400, 800, 1_600, 2_400]) {
      const { content, budget } = await open(session, { max_chars });
      expect(content).toMatchObject({ title: 'Slow pages' });
      expect(budget.used_chars).toBeGreaterThan(0.7 * Math.min(max_chars, 600));
      const { length } = content.thoughts ?? [];
      expect(length).toBeGreaterThanOrEqual(least);
      least = length;
    }
    expect(least).toBeGreaterThan(2);
  });

  it('[RC63] [RC68] opens a session with its thoughts, and a thought by its event', async () => {
    const session = await recordSlowPages(world);
    const opened = await open(session);
    expect(opened).toMatchObject({
      kind: 'session',
      state: 'done',
      content: { title: 'Slow pages' },
    });
    expect(opened.content.thoughts).toHaveLength(8);
    const { seq } = await world.server.surface.store.read(world.workspace, async (tx) => {
      const found = await tx.thoughts.session(session);
      const thought = await tx.thoughts.thought(found?.seq ?? 0, { chain: 'net', number: 1 });
      if (!thought) throw new Error('no such thought');
      return thought;
    });
    expect(await open(String(seq))).toMatchObject({ id: `${session}#net:1` });
  });

  it('[RC69] [RC72] opens patterns and the scratchpad, also after they were deleted', async () => {
    const text = {
      title: 'Look at the log',
      description: 'First.',
      content: 'It names the table.',
    };
    await world.ask('knowledge create', text);
    await world.ask('knowledge save_note', { title: 'Look at the log', content: 'Later' });
    const { choices } = await open('look-at-the-log');
    expect(choices.map((each: Shown) => each.id)).toEqual([
      'pattern:look-at-the-log',
      'scratchpad:look-at-the-log',
    ]);
    expect(await open('pattern:look-at-the-log')).toMatchObject({ content: text });
    await world.ask('knowledge delete', { id: 'look-at-the-log' });
    expect(await open('pattern:look-at-the-log')).toMatchObject({
      state: 'deleted',
      content: text,
    });
  });

  it('[RC69] [RC72] opens notebooks, cells and runs', async () => {
    const notebook = await createNotebook(world, { language: 'javascript' });
    const first = await addCell(world, notebook, { filename: 'rate.js', content: 'print(0.8)' });
    const second = await addCell(world, notebook, { content: '2' });
    const run = await recordRun(world, notebook, first, OK);
    const cell = await open(first);
    expect(cell).toMatchObject({ kind: 'cell', id: `${notebook}/${first}`, in: notebook });
    expect(cell.content).toMatchObject({ source: 'print(0.8)', output: '0.8\n' });
    expect(nearAs(cell, 'after')).toEqual([`${notebook}/${second}`]);
    expect(nearAs(cell, 'run')).toEqual([run]);
    expect(await open(`${notebook}/rate.js`)).toEqual(cell);
    expect(await open(`${notebook}:${first}`)).toEqual(cell);
    expect(await open(run)).toMatchObject({ kind: 'output', content: { output: '0.8\n' } });
    expect((await open(notebook)).content.cells).toContainEqual(
      expect.objectContaining({ id: first, source: 'print(0.8)' }),
    );
    await world.ask('notebook delete_cell', { notebookId: notebook, cellId: second });
    expect(await open(second)).toMatchObject({ state: 'deleted', content: { content: '2' } });
    await world.ask('notebook delete', { notebookId: notebook });
    expect(await open(notebook)).toMatchObject({ state: 'deleted', kind: 'notebook' });
  });
});

describe('a server that is bound to one project of thought', () => {
  it('[RC68] [RC28] opens no session of another, and finds none', async () => {
    const [engine] = ENGINES;
    const server = await openTestSurface({ engine, thoughts: { project: 'mine' } });
    const write = (project: string, id: string) =>
      server.surface.store.write({ workspace: 'w', agent: 'a', nowMs: 1 }, (tx) =>
        tx.append([
          {
            type: 'session_started',
            entity: `session:${tx.head + 1}`,
            payload: { id, project, title: `Plans of ${project}`, tags: [] },
          },
        ]),
      );
    await server.call('init', { workspace: 'w' });
    const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
    await write('mine', id(1));
    await write('theirs', id(2));
    const head = await server.surface.store.read('w', async (tx) => tx.head);
    const opens = async (each: string) =>
      !(await server.call('recall', { workspace: 'w', id: each })).isError;
    expect(await opens(id(1))).toBe(true);
    expect(await opens(String(head - 1))).toBe(true);
    expect(await opens(id(2))).toBe(false);
    expect(await opens(String(head))).toBe(false);
    const found = async (args: object) => {
      const { text } = await server.call('recall', { workspace: 'w', ...args });
      return JSON.parse(text).result.hits.map((hit: { readonly id: string }) => hit.id);
    };
    expect(await found({ query: 'plans' })).toEqual([id(1)]);
    expect(await found({ kinds: ['session'] })).toEqual([id(1)]);
    const { text } = await server.call('recall', { workspace: 'w', query: 'theirz' });
    expect(text).not.toContain('theirs');
    await server.close();
  });
});
