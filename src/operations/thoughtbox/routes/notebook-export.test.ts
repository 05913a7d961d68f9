/** Tests of `notebook export`; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { addCell, createNotebook } from '../../../../test/support/notebook-world.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('notebook export on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  it('[NB15] [NB19] is the text of a file, which loads and exports as the same bytes', async () => {
    const notebookId = await createNotebook(world);
    await addCell(world, notebookId, { type: 'markdown', content: '# Heading\n\n```\ninside' });
    await addCell(world, notebookId, { type: 'markdown', content: '' });
    await addCell(world, notebookId, { content: '```\n', filename: 'a.js' });
    await addCell(world, notebookId, { content: 'let a: 1', language: 'typescript' });
    const first = await world.ask('notebook export', { notebookId });
    expect(Object.keys(first)).toEqual(['content']);
    expect(first.content.split('\n').slice(0, 5)).toEqual([
      ...[
        '<!-- srcbook:{"language":"javascript"} -->',
        '',
        '# Hit rate',
        '',
        '###### package.json',
      ],
    ]);
    const { notebookId: loaded } = await world.ask('notebook load', { content: first.content });
    expect(await world.ask('notebook export', { notebookId: loaded })).toEqual(first);
    const texts = async (id: string) =>
      (await world.ask('notebook get', { notebookId: id })).cells.map(
        ({ id: _own, ...cell }: Shown) => cell,
      );
    expect(await texts(loaded)).toEqual(await texts(notebookId));
  });

  it('[NB15] a long one comes in parts of whole cells, which joined are the whole', async () => {
    const notebookId = await createNotebook(world);
    for (let n = 0; n < 30; n++) {
      await addCell(world, notebookId, { type: 'markdown', content: `${n}${'x'.repeat(n * 200)}` });
    }
    const whole = await world.ask('notebook export', { notebookId, max_chars: 500_000 });
    expect(whole).not.toHaveProperty('hasMore');
    for (const budget of [{}, { max_chars: 7_000 }, { max_bytes: 9_000 }]) {
      const parts: string[] = [];
      let offset: number | undefined = 0;
      while (offset !== undefined) {
        const args = { notebookId, offset, ...budget };
        const part: Shown = await world.ask('notebook export', args);
        expect(part.truncated).toBeUndefined();
        expect(part.hasMore ?? false).toBe(part.nextOffset !== undefined);
        parts.push(part.content);
        offset = part.nextOffset;
      }
      expect(parts.length).toBeGreaterThan(1);
      expect(parts.join('')).toBe(whole.content);
    }
    const cut = await world.ask('notebook export', { notebookId, offset: 31, max_chars: 500 });
    expect(cut).toMatchObject({ truncated: true });
    for (const way of ['nextOffset', 'hasMore']) expect(cut).not.toHaveProperty(way);
  });
});
