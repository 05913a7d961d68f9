/** How thoughts go on after a conclusion, or without a session; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import {
  connected,
  eachInWorkspace,
  LONER,
  NOBODY,
  openThoughtWorld,
  READER,
  type ThoughtWorld,
} from '../../../test/support/thought-world.ts';
import type { Caller } from '../../surface/caller.ts';

const SAID = { thought: 'On second thoughts', nextThoughtNeeded: true };

/** What refers to earlier thoughts, and how it must be proposed, in a session of three thoughts. */
const REFERRING: readonly (readonly [object, object])[] = [
  [{ revisesThought: 1 }, { revisesThought: 1 }],
  [{ isRevision: true }, { isRevision: true, revisesThought: 3 }],
  [
    { revisesThought: 1, thoughtNumber: 2 },
    { revisesThought: 1, thoughtNumber: 4 },
  ],
  [{ branchId: 'new' }, { branchId: 'new', branchFromThought: 3 }],
  [
    { branchId: 'new', branchFromThought: 2 },
    { branchId: 'new', branchFromThought: 2 },
  ],
  [{ branchFromThought: 2 }, { branchId: 'another-way', branchFromThought: 2 }],
  [{ branchId: 'b' }, { branchId: 'b' }],
  [{ branchId: 'b', branchFromThought: 3 }, { branchId: 'b' }],
  [
    { branchId: 'b', revisesThought: 1 },
    { branchId: 'b', revisesThought: 1 },
  ],
];

describe.each(MAIN_ENGINES)('after a conclusion on $name', (engine) => {
  let world: ThoughtWorld;
  eachInWorkspace(engine, (given) => {
    world = given;
  });

  /** A completed session of three thoughts, with a branch that begins at the first. */
  async function conclude(by?: Caller): Promise<string> {
    const id = await world.begin({ sessionTitle: 'Slow pages' }, by);
    await world.think('One', {}, by);
    await world.think('Aside', { branchId: 'b', branchFromThought: 1 }, by);
    await world.think('Two', {}, by);
    await world.think('Three', { nextThoughtNeeded: false }, by);
    return id;
  }

  const proposed = (refusal: Shown) => {
    expect(refusal.details.next).toHaveLength(1);
    return refusal.details.next[0].args as Shown;
  };

  it('[TH58] the next thought says which session it began, and how to reopen the other', async () => {
    const closed = await conclude();
    expect(await world.ask('get_state')).toMatchObject({ sessionId: null, closedSession: closed });
    const said = await world.think('S1|H|Now the database. Or not.', { thoughtNumber: 4 });
    expect(said).toMatchObject({
      thoughtNumber: 4,
      sessionStarted: 'Now the database. Or not',
      reopen: { operation: 'load_context', sessionId: closed },
    });
    expect(JSON.stringify(said).length).toBeLessThan(350);
    expect(said.sessionId).not.toBe(closed);
    expect(await world.think('Further')).not.toHaveProperty('sessionStarted');
    expect((await world.ask(said.reopen.operation, said.reopen)).sessionId).toBe(closed);
    expect((await world.think('Four')).sessionId).toBe(closed);
  });

  it('[TH58] a title that the caller gave is not repeated; one thought may be a whole session', async () => {
    const closed = await conclude();
    const all = await world.think('All of it', { sessionTitle: 'Own', nextThoughtNeeded: false });
    expect(all).toMatchObject({ sessionStarted: true, sessionClosed: true });
    expect(all.reopen.sessionId).toBe(closed);
    expect((await world.think('Next')).reopen.sessionId).toBe(all.sessionId);
  });

  it.each(REFERRING)(
    '[TH59] %j is proposed for the completed session as %j',
    async (args, right) => {
      const closed = await conclude();
      const refusal = await world.refused('thought', { ...SAID, ...args });
      const call = proposed(refusal);
      const { workspace } = world;
      const same = { workspace, operation: 'thought', ...SAID, sessionId: closed, ...right };
      expect(call).toEqual(same);
      await world.follow(refusal);
      const { session } = await world.ask('session get', { sessionId: closed });
      expect(session.thoughtCount).toBe(5);
      expect((await world.ask('session list')).count).toBe(1);
    },
  );

  it('[TH59] so is what only the completed session has, when another one was begun', async () => {
    const closed = await conclude();
    await world.think('Anew', { thoughtNumber: 9 });
    const refusal = await world.refused('thought', { ...SAID, revisesThought: 1 });
    expect(refusal.code).toBe('THOUGHT_NOT_FOUND');
    expect(proposed(refusal)).toMatchObject({ sessionId: closed, revisesThought: 1 });
    await world.follow(refusal);
    const neither = await world.refused('thought', { ...SAID, revisesThought: 7 });
    expect(proposed(neither)).toMatchObject({ operation: 'session', subOperation: 'get' });
    await world.follow(neither);
    await world.ask('start_new');
    await world.think('Fresh');
    const own = await world.refused('thought', { ...SAID, revisesThought: 2 });
    expect(proposed(own), 'it left the other one by itself').toMatchObject({
      operation: 'session',
    });
  });

  it('[TH98] the current session is proposed to be the one that was completed', async () => {
    const closed = await conclude();
    for (const what of ['session export', 'session get', 'session analyze', 'load_context']) {
      const refusal = await world.refused(what, { sessionId: 'current' });
      expect(refusal).toMatchObject({
        code: 'SESSION_NOT_FOUND',
        details: { closedSession: closed },
      });
      expect(proposed(refusal)).toMatchObject({ operation: 'load_context', sessionId: closed });
    }
    await world.follow(await world.refused('session get', { sessionId: 'current' }));
    expect((await world.ask('session get', { sessionId: 'current' })).session.id).toBe(closed);
  });

  it('[TH59] the state is the same without a connection', async () => {
    const closed = await conclude(LONER);
    const refusal = await world.refused('thought', { ...SAID, revisesThought: 2 }, LONER);
    expect(proposed(refusal)).toMatchObject({ sessionId: closed, revisesThought: 2 });
  });

  it('[TH59] in a session that was merely started, the latest one is meant', async () => {
    const closed = await conclude();
    const cold = connected('cold');
    await world.begin({}, cold);
    const refusal = await world.refused('thought', { ...SAID, revisesThought: 2 }, cold);
    expect(proposed(refusal)).toMatchObject({ sessionId: closed, revisesThought: 2 });
    await world.follow(refusal, cold);
  });

  it('[TH59] if there are no thoughts at all, nothing else is made of it', async () => {
    await world.begin();
    for (const [args] of REFERRING) {
      const refusal = await world.refused('thought', { ...SAID, ...args });
      expect(proposed(refusal)).toEqual({ workspace: world.workspace, operation: 'get_state' });
    }
  });

  it('[TH3] several faults are corrected at once', async () => {
    await world.begin();
    await world.think('One');
    const wrong = { ...SAID, thoughtNumber: 1, isRevision: false, revisesThought: 1 };
    const refusal = await world.refused('thought', wrong);
    expect(proposed(refusal)).toEqual({
      ...{ workspace: world.workspace, operation: 'thought', ...SAID },
      ...{ thoughtNumber: 2, revisesThought: 1 },
    });
    await world.follow(refusal);
  });

  it('[TH57] a cold connection is shown the unfinished sessions, and how to go on', async () => {
    const cold = () => connected('cold');
    expect(await world.ask('get_state', {}, cold())).toMatchObject({ next: 'start_new' });
    await conclude();
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c', 'd']) {
      ids.unshift(await world.begin({ sessionTitle: title }, cold()));
      if (title !== 'd') await world.think('x', { sessionId: ids[0] }, world.caller);
    }
    const [, c, b, a] = ids;
    const found = await world.ask('get_state', {}, cold());
    expect(found.unfinished).toEqual(
      [c, b, a].map((sessionId, at) => ({
        ...{ sessionId, title: 'cba'[at], thoughts: 1, age: expect.any(String) },
      })),
    );
    expect(found).toMatchObject({ sessionId: null, next: 'load_context' });
    expect(found).not.toHaveProperty('more');
    const caller = cold();
    expect((await world.ask(found.call.operation, found.call, caller)).sessionId).toBe(c);
    expect(await world.ask('get_state', {}, caller)).not.toHaveProperty('unfinished');
    await world.think('x', { sessionId: ids[0] }, world.caller);
    const more = await world.ask('get_state', {}, cold());
    expect(more).toMatchObject({
      more: 'session list shows all sessions',
      call: { sessionId: ids[0] },
    });
    expect(more.unfinished).toHaveLength(3);
    const brief = await world.ask('get_state', { max_chars: 330 }, cold());
    expect(brief).toMatchObject({ call: { sessionId: ids[0] } });
  });

  it('[TH57] a caller that may only read is shown reads', async () => {
    expect((await world.ask('get_state', {}, READER)).next).toBe('list_sessions');
    const id = await world.begin();
    await world.think('One');
    const { next, call } = await world.ask('get_state', {}, READER);
    expect(next).toBe('session');
    expect((await world.ask('session get', call, READER)).session.id).toBe(id);
  });

  it('[TH103] who thinks on in a session that another agent has completed is told', async () => {
    const [ada, bo] = [connected('ada'), connected('bo')];
    const sessionId = await world.begin({}, ada);
    await world.think('One', {}, ada);
    await world.ask('load_context', { sessionId }, bo);
    await world.ask('cipher', {}, bo);
    expect((await world.think('Two', {}, bo)).note).toBeUndefined();
    await world.think('Done', { nextThoughtNeeded: false }, ada);
    const aside = { branchId: 'b', branchFromThought: 1 };
    expect((await world.think('Aside', aside, bo)).note).toMatch(
      /^ada completed this session .+ ago; a branch leaves it complete$/,
    );
    const on = await world.think('But', {}, bo);
    expect(on).toMatchObject({ sessionId, thoughtNumber: 4 });
    expect(on.note).toMatch(/^ada completed this session .+ ago; this thought opened it again$/);
    expect((await world.think('So', {}, bo)).note).toBeUndefined();
    await world.think('Over', { nextThoughtNeeded: false }, bo);
    await world.ask('load_context', { sessionId }, bo);
    expect((await world.think('Own', {}, bo)).note, 'it knows').toBeUndefined();
  });
});

describe.each(MAIN_ENGINES)('without automatic sessions on $name', (engine) => {
  it('[TH59] a revision is proposed for the session that was completed', async () => {
    const world = await openThoughtWorld(engine, { thoughts: { autoCreateSession: false } });
    try {
      await world.next();
      const closed = await world.begin();
      await world.think('Over', { nextThoughtNeeded: false });
      const refusal = await world.refused('thought', { ...SAID, revisesThought: 1 });
      expect(refusal.details.next[0].args).toMatchObject({ sessionId: closed, revisesThought: 1 });
      await world.follow(refusal);
      const unknown = await world.refused('thought', { ...SAID, sessionId: NOBODY });
      await world.follow(unknown);
    } finally {
      await world.close();
    }
  });
});
