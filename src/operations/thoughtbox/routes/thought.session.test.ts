/** The session that a thought goes to, starts or completes; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import {
  eachInWorkspace,
  openThoughtWorld,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('the session of a thought on $name', (engine) => {
  let world: ThoughtWorld;
  eachInWorkspace(engine, (given) => {
    world = given;
  });

  const about = async (sessionId: string): Promise<Shown> =>
    (await world.ask('session get', { sessionId })).session;
  const over = (args: object = {}) => world.think('Over', { nextThoughtNeeded: false, ...args });

  it('[TH18] a thought starts a session if none is active, with its title and tags', async () => {
    await world.begin();
    await over();
    const said = await world.think('First', {
      sessionTitle: 'Made by a thought',
      sessionTags: ['a', 'b'],
      thoughtNumber: 3,
    });
    expect(said.thoughtNumber).toBe(3);
    expect(await about(said.sessionId)).toMatchObject({
      title: 'Made by a thought',
      tags: ['a', 'b'],
      thoughtCount: 1,
    });
    await world.think('Second', { sessionTitle: 'Too late', sessionTags: ['c'] });
    expect(await about(said.sessionId)).toMatchObject({
      title: 'Made by a thought',
      tags: ['a', 'b'],
      thoughtCount: 2,
    });
  });

  it('[TH56] a session without a title is called after its first thought, everywhere', async () => {
    const bare = await world.begin();
    expect((await about(bare)).title).toMatch(/^Reasoning session 2026-01-05T09:/);
    await world.think(
      'S1|O|Pages are slow since the release. Nobody knows why.\nS2|H|S1|The cache',
    );
    const title = 'Pages are slow since the release';
    expect((await about(bare)).title).toBe(title);
    expect(await world.ask('get_state')).toMatchObject({ title });
    expect((await world.ask('session list')).sessions).toMatchObject([{ id: bare, title }]);
    await world.think('Something else');
    await world.think('Aside', { branchId: 'b', branchFromThought: 1 });
    expect((await about(bare)).title).toBe(title);
    const exported = await world.ask('session export', { sessionId: bare, format: 'markdown' });
    expect(exported.content).toContain(title);
    expect(await world.server.surface.store.check()).toEqual([]);
  });

  it('[TH18] a session without a title gets it from its first thought', async () => {
    const bare = await world.begin({ sessionTags: ['a'] });
    await world.think('First', { sessionTitle: 'Named now', sessionTags: ['b', 'a'] });
    expect(await about(bare)).toMatchObject({ title: 'Named now', tags: ['a', 'b'] });
    const titled = await world.begin({ sessionTitle: 'Named before' });
    await world.think('First', { sessionTitle: 'Not this' });
    expect((await about(titled)).title).toBe('Named before');
    const found = await world.ask('session search', { query: 'named now' });
    expect(found.sessions.map(({ id }: Shown) => id)).toEqual([bare]);
  });

  it('[TH19] the last thought of the main chain completes it; the next starts another', async () => {
    const session = await world.begin();
    await world.think('One');
    expect(await over()).toMatchObject({ sessionClosed: true, nextThoughtNeeded: false });
    expect(await about(session)).toMatchObject({ status: 'completed', thoughtCount: 2 });
    expect(await world.ask('get_state')).toMatchObject({ currentStage: 2, sessionId: null });
    const next = await world.think('Anew');
    expect(next).toMatchObject({ thoughtNumber: 1 });
    expect(next.sessionId).not.toBe(session);
  });

  it('[TH19] a branch that ends completes nothing', async () => {
    const session = await world.begin();
    await world.think('One');
    const ended = await over({ branchId: 'b', branchFromThought: 1 });
    expect(ended).not.toHaveProperty('sessionClosed');
    expect(await about(session)).toMatchObject({ status: 'active' });
    expect((await world.think('Two')).sessionId).toBe(session);
  });

  it('[TH19] a completed session is continued when it is loaded or named', async () => {
    const session = await world.begin();
    await over();
    await world.ask('load_context', { sessionId: session });
    expect(await world.think('Not over')).toMatchObject({ sessionId: session, thoughtNumber: 2 });
    expect(await about(session)).toMatchObject({ status: 'active' });
    await over();
    const named = { sessionId: session, branchId: 'b', branchFromThought: 1 };
    await world.think('Aside', named);
    expect(await about(session)).toMatchObject({ status: 'completed', branchCount: 1 });
    expect(await world.ask('get_state')).toMatchObject({ sessionId: session });
  });

  it('[TH19] a thought for another session does not change the active one, even if it completes the other', async () => {
    const first = await world.begin();
    const second = await world.begin();
    await over({ sessionId: first });
    expect(await about(first)).toMatchObject({ status: 'completed' });
    expect((await world.think('Here')).sessionId).toBe(second);
  });
});

describe.each(MAIN_ENGINES)('without automatic sessions on $name', (engine) => {
  it('[TH18] if thoughts start no session, a thought without one is refused', async () => {
    const world = await openThoughtWorld(engine, { thoughts: { autoCreateSession: false } });
    try {
      await world.next();
      await world.begin();
      await world.think('Over', { nextThoughtNeeded: false });
      expect((await world.ask('get_state')).next).toBe('start_new');
      const request = { thought: 'More', nextThoughtNeeded: true };
      const refusal = await world.refused('thought', request);
      expect(refusal.code).toBe('SESSION_NOT_FOUND');
      await world.follow(refusal);
      expect((await world.think('More')).thoughtNumber).toBe(1);
    } finally {
      await world.close();
    }
  });
});
