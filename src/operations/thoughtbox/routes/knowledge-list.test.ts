/** Tests of `knowledge list`; the rules are in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

const PATTERN = {
  title: 'Read the log',
  description: 'First of all.',
  content: '# Log\nRead it.',
};

describe.each(MAIN_ENGINES)('knowledge list on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  const create = (more: object = {}) => world.ask('knowledge create', { ...PATTERN, ...more });
  const listed = async (args: object = {}) =>
    (await world.ask('knowledge list', args)).patterns.map(({ id }: Shown) => id);

  it('[TH45] lists by tags and words, paged and sorted, without content', async () => {
    await create({ title: 'Beta', tags: ['x', 'Y'], content: '50% of it' });
    await create({ title: 'Alpha', tags: ['x'], description: 'about_caches' });
    await create({ title: 'Gamma', tags: ['y'] });
    await world.ask('knowledge update', { id: 'beta', description: 'Changed' });
    expect(await listed()).toEqual(['beta', 'gamma', 'alpha']);
    expect(await listed({ sortBy: 'title', sortOrder: 'asc' })).toEqual(['alpha', 'beta', 'gamma']);
    expect(await listed({ sortBy: 'createdAt' })).toEqual(['gamma', 'alpha', 'beta']);
    expect(await listed({ tags: ['X', 'y'] })).toEqual(['beta']);
    expect(await listed({ search: '50%' })).toEqual(['beta']);
    expect(await listed({ search: '%' })).toEqual(['beta']);
    expect(await listed({ search: ' ' })).toHaveLength(3);
    expect(await listed({ search: 'cach' })).toEqual(['alpha']);
    expect(await listed({ search: 'all' })).toEqual(['gamma']);
    expect(await listed({ search: 'CACHES about' })).toEqual(['alpha']);
    const page = await world.ask('knowledge list', { limit: 2 });
    expect(page).toMatchObject({ count: 2, hasMore: true, nextOffset: 2 });
    expect(page.patterns[0]).not.toHaveProperty('content');
    expect(await listed({ limit: 2, offset: 2 })).toEqual(['alpha']);
    for (const wrong of [{ limit: 0 }, { limit: 101 }, { offset: -1 }, { sortBy: 'id' }]) {
      expect((await world.refused('knowledge list', wrong)).code).toBe('INVALID_PAYLOAD');
    }
  });
});
