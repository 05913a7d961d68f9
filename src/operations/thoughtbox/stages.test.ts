/** The stages that routes require, and how callers reach them; docs/spec/thoughts.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { filled } from '../../../test/support/filled.ts';
import {
  connected,
  LONER,
  NOBODY,
  openThoughtWorld,
  READER,
  spoken,
  type ThoughtWorld,
} from '../../../test/support/thought-world.ts';
import { GATEWAY, STAGE_NAMES } from '../../domain/thoughts/gateway-state.ts';
import { Connection } from '../../surface/connection.ts';
import { ROUTES } from './router/routes.ts';

/** From the routing table of the contract; `knowledge` is our addition. */
const MINIMUM: Readonly<Record<string, number>> = {
  get_state: 0,
  start_new: 0,
  load_context: 0,
  list_sessions: 0,
  navigate: 0,
  list_roots: 0,
  bind_root: 0,
  cipher: 1,
  session: 1,
  knowledge: 1,
  thought: 2,
  notebook: 2,
  mental_models: 2,
};

const CALLS = ROUTES.map(({ operation, subOperation, runs }) => ({
  what: [operation, subOperation].filter((part) => part !== undefined).join(' '),
  operation,
  args: filled({ ...runs.minimal, ...spoken(operation) }),
}));

describe.each(MAIN_ENGINES)('stages on $name', (engine) => {
  let world: ThoughtWorld;
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
  });
  beforeEach(() => world.next());
  afterAll(() => world.close());

  /** The code of a reply, or `ok`. */
  const said = async (args: object, caller = world.caller) => {
    const reply = await world.server.call(GATEWAY, { workspace: world.workspace, ...args }, caller);
    return reply.isError ? String(reply.refusal) : 'ok';
  };

  /** A caller at this stage. */
  const callerAt = async (stage: number) => {
    const caller = connected('tester');
    if (stage > 0) await world.ask('start_new', stage > 2 ? { domain: 'debugging' } : {}, caller);
    if (stage > 1) await world.ask('cipher', {}, caller);
    expect(await world.stage(caller)).toBe(stage);
    return caller;
  };

  it('[TH8] every operation has the stage of the contract', () => {
    expect([...new Set(CALLS.map(({ operation }) => operation))].sort()).toEqual(
      Object.keys(MINIMUM).sort(),
    );
    for (const { operation, stage } of ROUTES) expect(stage, operation).toBe(MINIMUM[operation]);
  });

  it.each([0, 1, 2, 3])('[TH8] [TH9] [TH10] every operation, called at stage %i', async (stage) => {
    for (const { what, operation, args } of CALLS) {
      const caller = await callerAt(stage);
      const code = await said(args, caller);
      const needed = MINIMUM[operation] ?? 0;
      if (stage >= needed) expect(code, what).not.toBe('STAGE_REQUIREMENT_NOT_MET');
      else {
        const refusal = await world.refused(what, args, caller);
        expect(refusal, what).toMatchObject({
          code: 'STAGE_REQUIREMENT_NOT_MET',
          details: { currentStage: stage, requiredStage: needed },
        });
        await world.follow(refusal, caller);
        expect(await said(args, caller), what).not.toBe('STAGE_REQUIREMENT_NOT_MET');
      }
    }
  });

  it('[TH9] [TH15] a caller gets from stage 0 to the first thought', async () => {
    expect(await world.ask('get_state')).toEqual({
      currentStage: 0,
      stageName: 'entry',
      sessionId: null,
      activeDomain: null,
      boundRoot: null,
      navigationContext: {},
      next: 'start_new',
    });
    const begun = await world.ask('start_new', { sessionTitle: 'Slow', project: 'p', task: 't' });
    expect(begun).toMatchObject({ stage: 1, next: 'cipher' });
    expect(await world.ask('get_state')).toMatchObject({
      currentStage: 1,
      sessionId: begun.sessionId,
      title: 'Slow',
      thoughtCount: 0,
      navigationContext: { project: 'p', task: 't' },
      next: 'cipher',
    });
    await world.ask('cipher');
    expect((await world.ask('get_state')).next).toBe('thought');
    await world.think('It is slow');
    expect((await world.ask('get_state')).thoughtCount).toBe(1);
  });

  it('[TH9] starting, loading and reading the cipher again never lower the stage', async () => {
    const first = await world.begin();
    await world.ask('start_new');
    expect(await world.stage()).toBe(2);
    const loaded = await world.ask('load_context', { sessionId: first });
    expect(loaded).toMatchObject({ stage: 2, stageName: 'cipher_loaded', next: 'thought' });
    await world.ask('cipher', { guide: true });
    expect(await world.stage()).toBe(2);
    await world.ask('navigate', { domain: 'debugging' });
    await world.ask('start_new', { domain: null });
    expect(await world.ask('get_state')).toMatchObject({
      currentStage: 3,
      activeDomain: 'debugging',
    });
  });

  it('[TH9] a refused call does not change the stage', async () => {
    await world.refused('start_new', { sessionTitle: 'x'.repeat(201) });
    await world.refused('load_context', { sessionId: 'nobody' });
    await world.refused('navigate', { domain: '' });
    expect(await world.stage()).toBe(0);
  });

  it('[TH11] resuming another session returns to stage 1, the same one does not', async () => {
    const first = await world.begin();
    const second = await world.begin({ domain: 'debugging' });
    expect(await world.stage()).toBe(3);
    const same = await world.ask('session resume', { sessionId: second });
    expect(same.stage).toBe(3);
    const other = await world.ask('session resume', { sessionId: first });
    expect(other).toMatchObject({ stage: 1, stageName: 'init_complete', next: 'cipher' });
    const words = { operation: 'thought', thought: 'x', nextThoughtNeeded: true };
    const early = await world.refused('thought', words);
    expect(early.details.next).toMatchObject([{ args: { operation: 'cipher' } }, { args: words }]);
    const cold = await world.refused('thought', words, connected('newcomer'));
    expect(cold.details.next).toMatchObject([
      { args: { operation: 'start_new' } },
      { args: { operation: 'cipher' } },
      { args: words },
    ]);
    await world.follow(early);
    expect(await world.stage(), 'the domain is kept').toBe(3);
    expect((await world.think('Here')).sessionId).toBe(first);
    const loaded = await world.ask('load_context', { sessionId: second });
    expect(loaded.stage).toBe(3);
  });

  it('[TH11] resuming while no session is active keeps the stage', async () => {
    const session = await world.begin();
    await world.think('Done', { nextThoughtNeeded: false });
    expect(await world.ask('session resume', { sessionId: session })).toMatchObject({ stage: 2 });
  });

  it('[TH12] a domain leads to stage 3 once the cipher is loaded', async () => {
    expect(await world.ask('start_new', { domain: 'planning' })).toMatchObject({ stage: 1 });
    await world.ask('cipher');
    expect(await world.ask('get_state')).toMatchObject({
      currentStage: 3,
      stageName: 'domain_active',
      activeDomain: 'planning',
    });
    expect(await world.ask('navigate', { domain: null })).toMatchObject({
      stage: 2,
      activeDomain: null,
    });
    expect(await world.ask('navigate', { domain: 'debugging' })).toMatchObject({
      stage: 3,
      stageName: STAGE_NAMES[3],
      activeDomain: 'debugging',
    });
    expect(await world.ask('start_new', { domain: 'analysis' })).toMatchObject({ stage: 3 });
  });

  it('[TH104] a caller without a name is at no domain, and is told that nothing is kept', async () => {
    const nameless = { agent: 'client~1', role: 'write', isAnonymous: true } as const;
    const { sessionId } = await world.ask('start_new', { domain: 'debugging' }, nameless);
    expect(await world.ask('get_state', {}, nameless)).toMatchObject({
      ...{ currentStage: 2, stageName: 'cipher_loaded', stages: 'off', activeDomain: null },
      note: expect.stringContaining('Waymark-Agent'),
    });
    for (const [what, args] of [
      ['navigate', { domain: 'debugging' }],
      ['navigate', { project: 'p' }],
      ['bind_root', { rootUri: 'file:///p' }],
    ] as const) {
      const refusal = await world.refused(what, args, nameless);
      expect(refusal).toMatchObject({ code: 'INVALID_OPERATION' });
      await world.follow(refusal, nameless);
    }
    const said = { thought: 'x', nextThoughtNeeded: true, sessionId };
    expect(await world.ask('thought', said, nameless)).toMatchObject({ thoughtNumber: 1 });
  });

  it('[TH13] each connection has its own stage in each workspace', async () => {
    const [one, other] = [connected('same'), connected('same')];
    await world.begin({}, one);
    expect(await world.stage(other)).toBe(0);
    const elsewhere = { workspace: `${world.workspace}-b` };
    await world.server.call('init', elsewhere);
    const state = await world.ask('get_state', elsewhere, one);
    expect(state).toMatchObject({ currentStage: 0, sessionId: null });
    expect(await world.stage(one)).toBe(2);
  });

  it('[TH13] without a connection the stage belongs to the agent, per workspace', async () => {
    const session = await world.begin({ sessionTitle: 'Alone' }, LONER);
    const [same, stranger] = [{ ...LONER }, { ...LONER, agent: 'stranger' }];
    expect(await world.ask('get_state', {}, same)).toMatchObject({
      currentStage: 2,
      sessionId: session,
    });
    expect(await world.stage(stranger)).toBe(0);
    expect(await world.stage({ ...LONER, connection: new Connection() })).toBe(0);
    await world.think('Over', { nextThoughtNeeded: false }, LONER);
    expect((await world.ask('get_state', {}, LONER)).sessionId).toBeNull();
    const elsewhere = { workspace: `${world.workspace}-b` };
    await world.server.call('init', elsewhere);
    expect((await world.ask('get_state', elsewhere, LONER)).currentStage).toBe(0);
  });

  it('[TH13] reading appends no event, with a connection or without', async () => {
    await world.begin({}, LONER);
    const before = await world.head();
    await world.ask('get_state', {}, LONER);
    await world.ask('session list', {}, LONER);
    expect(await world.head()).toBe(before);
  });

  it('[TH14] a caller that may only read needs no stage, and cannot write', async () => {
    const session = await world.begin({ sessionTitle: 'Theirs' });
    await world.think('It is slow');
    for (const what of ['get_state', 'list_sessions', 'session list', 'list_roots']) {
      await world.ask(what, {}, READER);
    }
    for (const what of ['session get', 'session export', 'session analyze']) {
      await world.ask(what, { sessionId: session }, READER);
    }
    await world.ask('mental_models list_models', {}, READER);
    await world.ask('knowledge list', {}, READER);
    const writes: readonly (readonly [string, object])[] = [
      ['start_new', {}],
      ['cipher', {}],
      ['load_context', { sessionId: session }],
      ['session resume', { sessionId: session }],
      ['navigate', { project: 'p' }],
      ['thought', { thought: 'x', nextThoughtNeeded: true }],
      ['knowledge save_note', { title: 't', content: 'c' }],
    ];
    for (const [what, args] of writes) {
      const refusal = await world.refused(what, args, READER);
      expect(refusal.code, what).toBe('INVALID_OPERATION');
      expect(refusal.message).toContain('may only read');
    }
  });
});

describe.each(MAIN_ENGINES)('without stages on $name', (engine) => {
  let world: ThoughtWorld;
  beforeAll(async () => {
    world = await openThoughtWorld(engine, { thoughts: { stages: false } });
    await world.next();
  });
  afterAll(() => world.close());

  it('[TH14] [TH95] the first call may be a thought, and get_state says that stages are off', async () => {
    const { sessionId } = await world.think('At once');
    const state = await world.ask('get_state');
    expect(state).toMatchObject({ sessionId, currentStage: 1, stages: 'off', next: 'thought' });
    await world.ask('mental_models list_models');
    await world.ask('session list');
    expect((await world.think('And again')).sessionId).toBe(sessionId);
    expect((await world.think('Alone', {}, LONER)).sessionId).not.toBe(sessionId);
  });
});

describe.each(MAIN_ENGINES)('a server that was started for a session on $name', (engine) => {
  it('[TH22] [TH95] has it loaded at stage 1, and get_state says if it does not exist', async () => {
    const first = await openThoughtWorld(engine);
    try {
      await first.next();
      const session = await first.begin({ sessionTitle: 'Given' });
      const thoughts = { ...first.server.surface.facts.thoughts, sessionId: session };
      Object.assign(first.server.surface.facts, { thoughts });
      const caller = connected('late');
      expect(await first.ask('get_state', {}, caller)).toMatchObject({
        currentStage: 1,
        sessionId: session,
        title: 'Given',
      });
      await first.ask('cipher', {}, caller);
      expect((await first.think('Here', {}, caller)).sessionId).toBe(session);
      const unknown = { ...thoughts, sessionId: NOBODY };
      Object.assign(first.server.surface.facts, { thoughts: unknown });
      const lost = connected('lost');
      expect(await first.ask('get_state', {}, lost)).toMatchObject({
        currentStage: 0,
        sessionId: null,
        note: expect.stringContaining(NOBODY),
      });
      const request = { thought: 'x', nextThoughtNeeded: true };
      const refusal = await first.refused('thought', request, lost);
      expect(refusal.code).toBe('STAGE_REQUIREMENT_NOT_MET');
      await first.follow(refusal, lost);
    } finally {
      await first.close();
    }
  });
});
