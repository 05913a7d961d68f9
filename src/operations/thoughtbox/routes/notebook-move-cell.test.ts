/** Tests of `notebook move_cell`; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { addCell, createNotebook, order } from '../../../../test/support/notebook-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('notebook move_cell on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  it('[NB11] moves a cell to a position or behind another; the others close up', async () => {
    const notebookId = await createNotebook(world);
    for (const name of ['a', 'b', 'c', 'd']) {
      await addCell(world, notebookId, { filename: `${name}.js` });
    }
    const move = async (cellId: string, place: object) => {
      const moved = await world.ask('notebook move_cell', { notebookId, cellId, ...place });
      const names = await order(world, notebookId);
      expect(names[moved.position]).toBe(cellId);
      return names
        .slice(2)
        .map((name) => name.slice(0, 1))
        .join('');
    };
    expect(await move('a.js', { position: 5 })).toBe('bcda');
    expect(await move('a.js', { position: 2 })).toBe('abcd');
    expect(await move('a.js', { afterCellId: 'c.js' })).toBe('bcad');
    expect(await move('d.js', { afterCellId: 'package.json' })).toBe('dbca');
    const before = await world.head();
    expect(await move('c.js', { position: 4 })).toBe('dbca');
    expect(await world.head()).toBe(before);
    for (const place of [{}, { position: 6 }, { afterCellId: 'x' }, { afterCellId: 'b.js' }]) {
      const refusal = await world.refused('notebook move_cell', {
        ...{ notebookId, cellId: 'b.js', ...place },
      });
      expect(refusal.code).toBe('INVALID_PAYLOAD');
      await world.follow(refusal);
    }
  });
});
