/** Tests of `knowledge create`; the rules are in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import {
  eachInSession,
  NOBODY,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';

const ISO = /^2026-01-05T09:\d\d:\d\d\.000Z$/;

const PATTERN = {
  title: 'Read the log',
  description: 'First of all.',
  content: '# Log\nRead it.',
};

describe.each(MAIN_ENGINES)('knowledge create on $name', (engine) => {
  let world: ThoughtWorld;
  let session: string;
  eachInSession(engine, (given, begun) => {
    world = given;
    session = begun;
  });

  const create = (more: object = {}) => world.ask('knowledge create', { ...PATTERN, ...more });

  it('[TH45] a pattern is created and read back, as in the contract', async () => {
    const more = { tags: ['debugging'], derivedFromSessions: [session], createdBy: 'somebody' };
    expect(await create(more)).toEqual({ id: 'read-the-log', title: 'Read the log' });
    expect(await world.ask('knowledge get', { id: 'read-the-log' })).toEqual({
      id: 'read-the-log',
      ...PATTERN,
      ...more,
      createdAt: expect.stringMatching(ISO),
      updatedAt: expect.stringMatching(ISO),
    });
    await create({ id: 'own-name' });
    const own = await world.ask('knowledge get', { id: 'own-name' });
    expect(own).toMatchObject({ createdBy: 'tester', tags: [] });
    expect(own).not.toHaveProperty('derivedFromSessions');
  });

  it('[RD28] the id of a title in another script is made of its letters', async () => {
    expect((await create({ title: '日本語' })).id).toBe('xn--wgv71a119e');
    expect((await create({ title: '日本語' })).id).toBe('xn--wgv71a119e-2');
    expect((await create({ title: '日本' })).id).toBe('xn--wgv71a');
  });

  it('[TH45] ids are unique slugs, by default from the title', async () => {
    expect((await create()).id).toBe('read-the-log');
    expect((await create()).id).toBe('read-the-log-2');
    expect((await create()).id).toBe('read-the-log-3');
    expect((await create({ title: '🧭' })).id).toBe('untitled');
    expect((await create({ title: 'x'.repeat(200) })).id).toHaveLength(64);
    const taken = await world.refused('knowledge create', { ...PATTERN, id: 'read-the-log' });
    expect(taken).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'id' } });
    for (const id of ['A', 'a b', '../x', '', 'x'.repeat(65), 7]) {
      const refusal = await world.refused('knowledge create', { ...PATTERN, id });
      expect(refusal, String(id)).toMatchObject({ code: 'INVALID_PAYLOAD' });
      expect(refusal.details.field).toBe('id');
    }
  });

  it('[TH45] cited sessions must exist, and are stored by their ids', async () => {
    const refusal = await world.refused('knowledge create', {
      ...PATTERN,
      derivedFromSessions: [session, NOBODY],
    });
    expect(refusal.code).toBe('SESSION_NOT_FOUND');
    await world.follow(refusal);
    await create({ derivedFromSessions: ['current', session.toUpperCase()] });
    expect(await world.ask('knowledge get', { id: 'read-the-log' })).toMatchObject({
      derivedFromSessions: [session],
    });
  });
});
