/** Tests of `knowledge update` and `knowledge delete`; the rules are in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

const PATTERN = {
  title: 'Read the log',
  description: 'First of all.',
  content: '# Log\nRead it.',
};

describe.each(MAIN_ENGINES)('knowledge update on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  const create = (more: object = {}) => world.ask('knowledge create', { ...PATTERN, ...more });
  const listed = async (args: object = {}) =>
    (await world.ask('knowledge list', args)).patterns.map(({ id }: Shown) => id);

  it('[TH45] a pattern is changed in part, and deleted', async () => {
    const { id } = await create({ tags: ['a'] });
    const before = await world.ask('knowledge get', { id });
    const change = { content: 'Better', tags: ['b'] };
    expect(await world.ask('knowledge update', { id, ...change })).toEqual({ id, updated: true });
    const after = await world.ask('knowledge get', { id });
    expect(after).toEqual({ ...before, ...change, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await listed({ tags: ['a'] })).toEqual([]);
    expect(await world.ask('knowledge delete', { id })).toEqual({ id, deleted: true });
    for (const what of ['get', 'update', 'delete']) {
      const refusal = await world.refused(`knowledge ${what}`, { id });
      expect(refusal.code).toBe('INVALID_PAYLOAD');
      expect(refusal.message).toContain('no pattern');
      await world.follow(refusal);
    }
    // The id of a deleted pattern is not used again.
    expect((await create()).id).toBe(`${id}-2`);
    expect((await world.refused('knowledge update', { id: `${id}-2` })).details.field).toBe(
      'content',
    );
  });
});
