/** Tests of `start_new`; the rules are in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { eachInWorkspace, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each(MAIN_ENGINES)('start_new on $name', (engine) => {
  let world: ThoughtWorld;
  eachInWorkspace(engine, (given) => {
    world = given;
  });

  const about = async (sessionId: string): Promise<Shown> =>
    (await world.ask('session get', { sessionId })).session;

  it('[TH16] starts a session with title, description, tags and place', async () => {
    const request = {
      sessionTitle: 'Slow pages',
      description: 'Since Monday.',
      sessionTags: ['web', 'web', ' cache '],
      ...{ project: 'shop', task: 'login', aspect: 'speed' },
    };
    const begun = await world.ask('start_new', request);
    expect(begun).toEqual({
      sessionId: expect.stringMatching(UUID),
      title: 'Slow pages',
      stage: 1,
      next: 'cipher',
    });
    expect(await about(begun.sessionId)).toEqual({
      id: begun.sessionId,
      title: 'Slow pages',
      description: 'Since Monday.',
      tags: ['web', 'cache', 'task:login', 'aspect:speed'],
      thoughtCount: 0,
      branchCount: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      lastAccessedAt: expect.any(String),
      project: 'shop',
      status: 'active',
    });
    await world.ask('cipher');
    expect((await world.think('Here')).sessionId).toBe(begun.sessionId);
  });

  it('[TH16] accepts aliases for title and tags; ids sort by time', async () => {
    const first = await world.begin({ title: 'By title', tags: ['a'] });
    const second = await world.begin({ sessionTitle: 'Twice', title: 'Twice' });
    expect(await about(first)).toMatchObject({ title: 'By title', tags: ['a'] });
    expect(await about(second)).toMatchObject({ title: 'Twice' });
    expect([second, first].sort()).toEqual([first, second]);
    for (const [two, field] of [
      [{ sessionTitle: 'This', title: 'Or this' }, 'title'],
      [{ sessionTags: ['this'], tags: ['or-this'] }, 'tags'],
    ] as const) {
      const refusal = await world.refused('start_new', two);
      expect(refusal).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field } });
      await world.follow(refusal);
    }
  });

  it('[TH16] titles of more than 200 characters or one line, and invalid tags, are refused', async () => {
    await world.ask('start_new', { sessionTitle: 'x'.repeat(200) });
    const wrong: readonly (readonly [string, object])[] = [
      ['sessionTitle', { sessionTitle: 'x'.repeat(201) }],
      ['sessionTitle', { sessionTitle: 'a\nb' }],
      ['sessionTitle', { sessionTitle: ' ' }],
      ['sessionTags', { sessionTags: 'web' }],
      ['sessionTags.0', { sessionTags: ['a|b'] }],
      ['sessionTags', { sessionTags: Array.from({ length: 51 }, (_, n) => `t${n}`) }],
      ['project', { project: '../up' }],
      ['project', { project: '.hidden' }],
      ['project', { project: 'x'.repeat(65) }],
      ['domain', { domain: '' }],
    ];
    for (const [field, args] of wrong) {
      const refusal = await world.refused('start_new', args);
      expect(refusal, JSON.stringify(args)).toMatchObject({
        code: 'INVALID_PAYLOAD',
        details: { field },
      });
    }
  });
});
