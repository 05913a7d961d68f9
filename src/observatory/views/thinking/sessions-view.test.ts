import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import {
  eachInWorkspace,
  openThoughtWorld,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';
import { followView, lookAt } from '../../../../test/support/view-follower.ts';
import { wholeView } from '../../../../test/support/whole-view.ts';
import { ABANDONED_MS, SESSIONS_VIEW, type SessionRow } from './sessions-view.ts';

describe.each(MAIN_ENGINES)('sessions as rows on $name', (engine) => {
  let world: ThoughtWorld;
  eachInWorkspace(engine, (opened) => {
    world = opened;
  });

  const follow = (args = {}) =>
    followView<SessionRow>(world.server, world.workspace, SESSIONS_VIEW, args);
  const only = (rows: ReadonlyMap<string, SessionRow>) => [...rows.values()][0] as SessionRow;

  it('[OB50] a session is a row with its counts, its status and its last thought, after every kind of event', async () => {
    const list = await follow();
    expect(list.rows.size).toBe(0);
    const id = await world.begin({ sessionTitle: 'Slow pages', sessionTags: ['web'] });
    await world.ask('session get', { sessionId: id });
    expect(only(await list.catchUp())).toMatchObject({
      ...{ id, title: 'Slow pages', project: '_default', tags: ['web'], status: 'active' },
      ...{ thoughtCount: 0, branchCount: 0, last: undefined, by: undefined },
    });
    await world.think('S1|O|Users report slow pages');
    expect(only(await list.catchUp())).toMatchObject({
      thoughtCount: 1,
      last: 'Users report slow pages',
      by: 'tester',
    });
    await world.think('S2|H|S1|The cache is cold', { branchId: 'cache', branchFromThought: 1 });
    expect(only(await list.catchUp())).toMatchObject({ branchCount: 1, thoughtCount: 2 });
    await world.think('It is warm', { revisesThought: 1, critique: true });
    expect(only(await list.catchUp())).toMatchObject({ revisionCount: 1, critiqueCount: 1 });
    const alone = await follow({ id });
    expect(alone.rows).toEqual(list.rows);
    const before = only(list.rows).lastMs;
    await world.think('Done', { nextThoughtNeeded: false });
    const done = only(await list.catchUp());
    expect(done).toMatchObject({ status: 'completed', last: 'Done', completedMs: done.lastMs });
    expect(done.lastMs).toBeGreaterThan(before);
    expect(await alone.catchUp()).toEqual(list.rows);
    await world.ask('session resume', { sessionId: id });
    await list.catchUp();
    await world.ask('cipher');
    await world.think('One more');
    expect(only(await list.catchUp())).toMatchObject({ status: 'active', completedMs: undefined });
    await alone.catchUp();
    await world.begin();
    expect((await alone.catchUp()).size).toBe(1);
    expect(alone.touched).toEqual([]);
  });

  it('[OB50] a session without a title shows the one that its first thought gives it', async () => {
    const id = await world.begin();
    const list = await follow();
    expect(only(list.rows)).toMatchObject({ id, title: expect.stringMatching(/^Reasoning/) });
    await world.think('First', { sessionTitle: 'Found', sessionTags: ['late'] });
    expect(only(await list.catchUp())).toMatchObject({ title: 'Found', tags: ['late'] });
  });

  it('[OB51] words find sessions by title, tags and thoughts; a session joins and leaves as it changes', async () => {
    const found = await follow({ q: ' Needle  HAY ' });
    const mine = await follow({ project: 'mine' });
    await world.begin({ sessionTitle: 'A hay stack', project: 'mine' });
    expect((await found.catchUp()).size).toBe(0);
    expect((await mine.catchUp()).size).toBe(1);
    await world.think('a needle in the hay');
    expect((await found.catchUp()).size).toBe(1);
    await world.begin({ sessionTitle: '100% other', project: 'other' });
    await world.think('nothing here');
    expect((await found.catchUp()).size).toBe(1);
    expect((await mine.catchUp()).size).toBe(1);
    expect((await follow({ q: '%' })).rows.size).toBe(1);
    expect((await follow({ q: '%%' })).rows.size).toBe(0);
  });

  it('[OB50] a session that had no thought for a day counts as abandoned', async () => {
    await world.begin({ sessionTitle: 'Left' });
    await world.think('and gone');
    const statusAfter = (ms: number) =>
      lookAt(world.server, world.workspace, async (look) => {
        const later = { ...look, nowMs: look.nowMs + ms };
        return only(await wholeView<SessionRow>(later, SESSIONS_VIEW, {})).status;
      });
    expect(await statusAfter(0)).toBe('active');
    expect(await statusAfter(ABANDONED_MS)).toBe('abandoned');
  });
});

describe('sessions of a server that was started for one project', () => {
  let world: ThoughtWorld;
  beforeAll(async () => {
    const [engine] = MAIN_ENGINES;
    if (!engine) throw new Error('no engine');
    world = await openThoughtWorld(engine, { thoughts: { project: 'mine' } });
    await world.next();
  });
  afterAll(() => world.close());

  it('[OB51] sessions of other projects are not shown', async () => {
    await world.begin({ sessionTitle: 'Mine' });
    const rows = (project: string | undefined, args = {}) =>
      lookAt(world.server, world.workspace, (look) =>
        wholeView<SessionRow>({ ...look, project }, SESSIONS_VIEW, args),
      );
    expect((await rows('mine')).size).toBe(1);
    expect((await rows('other')).size).toBe(0);
    expect((await rows('other', { project: 'mine' })).size).toBe(0);
  });
});
