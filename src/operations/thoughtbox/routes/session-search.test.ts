/** Tests of `session search`; the rules are in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { eachInWorkspace, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('session search on $name', (engine) => {
  let world: ThoughtWorld;
  eachInWorkspace(engine, (given) => {
    world = given;
  });

  const matches = async (query: string) =>
    (await world.ask('session search', { query })).sessions.map(
      ({ title, match }: { title: string; match?: object }) => ({ title, ...match }),
    );

  it('[TH94] names the first thought that fits, on any chain, with the words around it', async () => {
    await world.begin({ sessionTitle: 'A' });
    await world.think('Nothing');
    await world.think(`${'before '.repeat(40)}the Zebra\n stood ${'after '.repeat(40)}`, {
      ...{ branchId: 'side', branchFromThought: 1 },
    });
    await world.think('A zebra again');
    await world.begin({ sessionTitle: 'Zebra in the title' });
    await world.think('No such animal');
    await world.begin({ sessionTitle: 'C' });
    await world.think('Zebra: ghp_A1b2C3d4E5f6G7h8 and more');
    const found = await matches('zebra');
    expect(found).toEqual([
      { title: 'C', thoughtNumber: 1, text: expect.stringMatching(/^Zebra: (?!.*A1b2)/) },
      { title: 'Zebra in the title' },
      {
        ...{ title: 'A', thoughtNumber: 1, branchId: 'side' },
        text: expect.stringMatching(/^….*before the Zebra stood after.*…$/),
      },
    ]);
    expect(found[2].text.length).toBeLessThan(130);
    expect(await matches('again ZEBRA')).toMatchObject([{ title: 'A', thoughtNumber: 2 }]);
    expect(await matches('giraffe')).toEqual([]);
  });
});
