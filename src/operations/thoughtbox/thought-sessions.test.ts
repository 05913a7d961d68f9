/** Sessions from beginning to end, named by the rules in docs/spec/thoughts.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import {
  connected,
  LONER,
  NOBODY,
  openThoughtWorld,
  type ThoughtWorld,
} from '../../../test/support/thought-world.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each(MAIN_ENGINES)('sessions on $name', (engine) => {
  let world: ThoughtWorld;
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
  });
  beforeEach(() => world.next());
  afterAll(() => world.close());

  const about = async (sessionId: string): Promise<Shown> =>
    (await world.ask('session get', { sessionId })).session;
  const over = (args: object = {}) => world.think('Over', { nextThoughtNeeded: false, ...args });

  it('[TH16] begins at once, with title, description, tags and place', async () => {
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

  it('[TH16] takes other words for title and tags, and sorts by its ids', async () => {
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

  it('[TH16] a title of more than 200 characters or lines, and odd tags, are refused', async () => {
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

  it.each(['load_context', 'session resume'])('[TH17] %s really loads', async (what) => {
    const first = await world.begin({ sessionTitle: 'First' });
    for (const n of [1, 2, 3, 4]) await world.think(`Thought ${n} ${'ä'.repeat(400)}`);
    await world.think('Aside', { branchId: 'b', branchFromThought: 2 });
    await world.think('Seven', { thoughtNumber: 7 });
    const second = await world.begin({ sessionTitle: 'Second' });
    await world.think('Elsewhere');
    const loaded = await world.ask(what, { sessionId: first });
    expect(loaded).toMatchObject({
      success: true,
      sessionId: first,
      session: { title: 'First', thoughtCount: 6, branchCount: 1 },
      branches: ['b'],
      nextThoughtNumber: 8,
      recentThoughts: [
        { thoughtNumber: 4 },
        { thoughtNumber: 1, branchId: 'b', branchFromThought: 2 },
        { thoughtNumber: 7, thought: 'Seven' },
      ],
    });
    expect(Buffer.byteLength(loaded.recentThoughts[0].thought)).toBeLessThanOrEqual(300);
    await world.ask('cipher');
    expect(await world.think('Back')).toMatchObject({ sessionId: first, thoughtNumber: 8 });
    expect((await about(second)).thoughtCount).toBe(1);
  });

  it('[TH17] sessions go by their id, current and latest', async () => {
    const [one, other] = [connected('one'), connected('other')];
    const first = await world.begin({ sessionTitle: 'First' }, one);
    const second = await world.begin({ sessionTitle: 'Second' }, other);
    const named = async (sessionId: string) =>
      (await world.ask('session get', { sessionId }, one)).session.id;
    expect(await named('current')).toBe(first);
    expect(await named('latest')).toBe(second);
    expect(await named(first.toUpperCase())).toBe(first);
    await world.think('Later', {}, one);
    expect(await named('latest')).toBe(first);
    expect((await world.ask('load_context', { sessionId: 'latest' }, other)).sessionId).toBe(first);
  });

  it('[TH17] [TH3] a session that is not there is SESSION_NOT_FOUND, wherever it is named', async () => {
    const ways: readonly (readonly [string, object])[] = [
      ['load_context', {}],
      ...['get', 'resume', 'export', 'analyze', 'extract_learnings'].map(
        (sub) => [`session ${sub}`, {}] as const,
      ),
      ['thought', { thought: 'x', nextThoughtNeeded: true }],
    ];
    await world.begin();
    await over();
    for (const [what, args] of ways) {
      for (const sessionId of [NOBODY, 'current', 'no such', '%', "' or 1=1 --"]) {
        const refusal = await world.refused(what, { ...args, sessionId });
        expect(refusal.code, `${what} ${sessionId}`).toBe('SESSION_NOT_FOUND');
        await world.follow(refusal);
      }
    }
  });

  it('[TH17] [TH3] in an empty or new workspace, what is proposed runs as well', async () => {
    const latest = await world.refused('load_context', { sessionId: 'latest' });
    expect(latest.code).toBe('SESSION_NOT_FOUND');
    await world.follow(latest);
    const fresh = { workspace: `${world.workspace}-fresh` };
    for (const caller of [connected('x'), LONER]) {
      const refusal = await world.refused('load_context', { ...fresh, sessionId: NOBODY }, caller);
      expect(refusal.code).toBe('SESSION_NOT_FOUND');
      await world.follow(refusal, caller);
    }
  });

  it('[TH18] begins by itself with the first thought, with its title and tags', async () => {
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
    await over();
    const untitled = await world.think('Third');
    expect((await about(untitled.sessionId)).title).toMatch(/^Reasoning session 2026-01-05T09:/);
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

  it('[TH19] the last thought of the main chain completes it; the next begins another', async () => {
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

  it('[TH19] a completed session goes on when it is loaded, or named', async () => {
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

  it('[TH19] a thought to another session leaves the active one, also where it ends that', async () => {
    const first = await world.begin();
    const second = await world.begin();
    await over({ sessionId: first });
    expect(await about(first)).toMatchObject({ status: 'completed' });
    expect((await world.think('Here')).sessionId).toBe(second);
  });

  it('[TH20] goes to a project, a task and an aspect, and leaves what was below', async () => {
    const at = async (args: object) => (await world.ask('navigate', args)).navigationContext;
    expect(await at({ project: 'p', task: 't', aspect: 'a' })).toEqual({
      ...{ project: 'p', task: 't', aspect: 'a' },
    });
    expect(await at({ aspect: 'b' })).toEqual({ project: 'p', task: 't', aspect: 'b' });
    expect(await at({ task: 'u' })).toEqual({ project: 'p', task: 'u' });
    expect(await at({ project: 'p' })).toEqual({ project: 'p', task: 'u' });
    expect(await at({ project: 'q' })).toEqual({ project: 'q' });
    expect(await at({ domain: 'debugging' })).toEqual({ project: 'q' });
    const session = await world.begin({ task: 'v' });
    expect(await about(session)).toMatchObject({ project: 'q', tags: ['task:v'] });
  });

  it('[TH20] nowhere and to wrong names is refused, and nobody has moved', async () => {
    const nowhere = await world.refused('navigate');
    expect(nowhere).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'project' } });
    for (const args of [{ project: '../x' }, { task: 'a|b' }, { aspect: '' }, { project: null }]) {
      expect((await world.refused('navigate', args)).code).toBe('INVALID_PAYLOAD');
    }
    expect((await world.ask('get_state')).navigationContext).toEqual({});
    await world.follow(nowhere);
  });

  it('[TH20] [TH38] lists show the project that one is in', async () => {
    await world.begin({ project: 'p' });
    const other = await world.begin({ project: 'q' });
    const listed = async (args: object = {}) =>
      (await world.ask('list_sessions', args)).sessions.map(({ id }: Shown) => id);
    expect(await listed()).toEqual([other]);
    expect(await listed({ project: 'p' })).toHaveLength(1);
    const stranger = connected('stranger');
    expect((await world.ask('list_sessions', {}, stranger)).count).toBe(2);
    expect((await world.ask('session get', { sessionId: other })).session.project).toBe('q');
  });
});

describe.each(MAIN_ENGINES)('sessions without beginning on $name', (engine) => {
  it('[TH18] where none begins by itself, a thought without one is refused', async () => {
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

describe.each(MAIN_ENGINES)('a server of one project on $name', (engine) => {
  it('[TH21] knows no other', async () => {
    const world = await openThoughtWorld(engine);
    try {
      await world.next();
      const theirs = await world.begin({ project: 'theirs', sessionTitle: 'Theirs' });
      await world.think('S1|O|hidden word');
      const thoughts = { ...world.server.surface.facts.thoughts, project: 'ours' };
      Object.assign(world.server.surface.facts, { thoughts });
      const caller = connected('late');
      const ours = await world.begin({ sessionTitle: 'Ours' }, caller);
      await world.think('S1|O|open word', {}, caller);
      expect(await world.ask('get_state', {}, caller)).toMatchObject({
        navigationContext: { project: 'ours' },
      });
      for (const [what, args] of [
        ['list_sessions', {}],
        ['session list', {}],
        ['session list', { project: 'ours' }],
        ['session search', { query: 'word' }],
      ] as const) {
        const { sessions } = await world.ask(what, args, caller);
        expect(
          sessions.map(({ id }: Shown) => id),
          what,
        ).toEqual([ours]);
      }
      expect((await world.ask('session search', { query: 'hidden' }, caller)).count).toBe(0);
      for (const what of ['list_sessions', 'session list', 'navigate', 'start_new']) {
        const refusal = await world.refused(what, { project: 'theirs' }, caller);
        expect(refusal.details.field, what).toBe('project');
      }
      const cited = { title: 't', description: 'd', content: 'c', derivedFromSessions: [theirs] };
      for (const [what, args] of [
        ...['get', 'resume', 'export', 'analyze', 'extract_learnings'].map(
          (sub) => [`session ${sub}`, { sessionId: theirs }] as const,
        ),
        ['load_context', { sessionId: theirs }],
        ['thought', { sessionId: theirs, thought: 'x', nextThoughtNeeded: true }],
        ['knowledge create', cited],
      ] as const) {
        expect((await world.refused(what, args, caller)).code, what).toBe('SESSION_NOT_FOUND');
      }
      // Who was at work in another project before the server was started for this one.
      expect(await world.ask('get_state')).toMatchObject({ sessionId: null });
      const lost = await world.refused('thought', { thought: 'x', nextThoughtNeeded: true });
      expect(lost.code).toBe('SESSION_NOT_FOUND');
      await world.follow(lost);
      for (const what of ['navigate', 'start_new']) {
        const refusal = await world.refused(what, { project: 'theirs' }, caller);
        expect(refusal).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'project' } });
        await world.follow(refusal, caller);
        await world.ask(what, { project: 'ours' }, caller);
      }
    } finally {
      await world.close();
    }
  });
});
