/** Critiques of a thought by the client’s model; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import {
  connected,
  dispatchReply,
  eachInSession,
  NOBODY,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { dispatch } from '../../../surface/dispatch.ts';
import type { ClientReply } from '../../declaration/define-operation.ts';

const CRITICISED = {
  operation: 'thought',
  thought: 'It is the cache',
  nextThoughtNeeded: true,
  critique: true,
};

describe.each(MAIN_ENGINES)('critiques on $name', (engine) => {
  let world: ThoughtWorld;
  let session: string;
  eachInSession(engine, (given, begun) => {
    world = given;
    session = begun;
  });

  const call = (args: object, reply?: ClientReply) => dispatchReply(world, args, reply);
  const thoughts = async (): Promise<Shown[]> =>
    (await world.ask('session get', { sessionId: session })).thoughts;

  it('[TH50] the question for a critique has the words of the contract', async () => {
    for (let n = 1; n <= 7; n++) await world.think(`Earlier ${n}`);
    const { view, ask } = await call(CRITICISED);
    expect(view).toMatchObject({ thoughtNumber: 8, critique: { code: 'SAMPLING_NOT_SUPPORTED' } });
    expect(ask).toMatchObject({
      kind: 'sampling',
      prompt: {
        maxTokens: 1000,
        modelHint: 'claude-sonnet-4-5-20250929',
        intelligencePriority: 0.9,
        costPriority: 0.3,
      },
    });
    expect(ask.prompt.systemPrompt).toBe(
      'You are a critical thinking partner reviewing reasoning steps.\n' +
        'Identify logical gaps, unstated assumptions, and alternative perspectives.\n' +
        'Be concise but thorough.',
    );
    const named = ask.prompt.message.split('\n\n').slice(0, 6);
    expect(named).toEqual([
      ...[3, 4, 5, 6, 7].map((n) => `Thought ${n}: Earlier ${n}`),
      'Thought 8: It is the cache',
    ]);
    expect((await call({ ...CRITICISED, critique: false })).ask).toBeUndefined();
  });

  it('[TH50] on a branch the question includes the main chain before it', async () => {
    for (const said of ['One', 'Two', 'Three']) await world.think(said);
    await world.think('Other', { branchId: 'b', branchFromThought: 2 });
    const { ask } = await call({ ...CRITICISED, branchId: 'b' });
    expect(ask.prompt.message).toMatch(
      /^Thought 1: One\n\nThought 2: Two\n\nThought b:1: Other\n\nThought b:2: It is the cache/,
    );
  });

  it('[TH6] the question contains no secret', async () => {
    await world.think('The key is ghp_A1b2C3d4E5f6G7h8');
    const { ask } = await call({ ...CRITICISED, thought: 'Use ghp_A1b2C3d4E5f6G7h8' });
    expect(JSON.stringify(ask)).not.toContain('A1b2C3d4');
    expect(ask.prompt.message).toContain('Thought 1: The key is');
  });

  it('[TH50] [TH92] the critique is stored once, with the name of the model and its time', async () => {
    const { ask } = await call(CRITICISED);
    const reply = { kind: 'sampling', text: 'Is it?', model: 'm-1', state: ask.state } as const;
    const { view } = await call(CRITICISED, reply);
    expect(view).toEqual({
      thoughtNumber: 1,
      totalThoughts: 1,
      nextThoughtNeeded: true,
      sessionId: session,
      critique: { text: 'Is it?', model: 'm-1', timestamp: expect.stringMatching(/^2026-/) },
    });
    await call(CRITICISED, { ...reply, text: 'Again?' });
    const [thought, ...others] = await thoughts();
    expect(others, 'recorded twice').toEqual([]);
    expect(thought.critique).toEqual({
      text: 'Is it?',
      model: 'm-1',
      timestamp: expect.stringMatching(/^2026-/),
    });
    const exported = await world.ask('session export', { sessionId: session, format: 'markdown' });
    expect(exported.content).toContain('Critique (m-1):\n\n> Is it?');
    const { quality } = await world.ask('session analyze', { sessionId: session });
    expect(quality.critiqueRequests).toBe(1);
  });

  it('[TH50] a critique is stored too for the last thought of a session and on a branch', async () => {
    await world.think('One');
    const branch = { ...CRITICISED, branchId: 'b', branchFromThought: 1 };
    const ended = { ...CRITICISED, nextThoughtNeeded: false };
    for (const [args, more] of [
      [branch, { branchId: 'b' }],
      [ended, { sessionClosed: true }],
    ] as const) {
      const { ask } = await call(args);
      const said = { kind: 'sampling', text: 'Why?', model: 'm', state: ask.state } as const;
      const { view } = await call(args, said);
      expect(view).toMatchObject({ ...more, sessionId: session, critique: { text: 'Why?' } });
    }
    const { branches } = await world.ask('session get', { sessionId: session });
    expect(branches.b[0].critique.text).toBe('Why?');
    expect((await thoughts())[1].critique.text).toBe('Why?');
  });

  it('[TH58] the answer with the critique says too that the thought began a session', async () => {
    await world.think('Over', { nextThoughtNeeded: false });
    const { view, ask } = await call(CRITICISED);
    const begun = { sessionStarted: 'It is the cache', reopen: { sessionId: session } };
    expect(view).toMatchObject(begun);
    const reply = { kind: 'sampling', text: 'Why?', model: 'm', state: ask.state } as const;
    expect((await call(CRITICISED, reply)).view).toMatchObject({
      ...begun,
      critique: { text: 'Why?' },
    });
    const next = await call(CRITICISED);
    const again = { ...reply, state: next.ask.state };
    expect((await call(CRITICISED, again)).view).not.toHaveProperty('sessionStarted');
  });

  it('[TH51] a caller that has resumed another session meanwhile still gets it', async () => {
    const { ask } = await call(CRITICISED);
    const other = (await world.ask('start_new')).sessionId;
    await world.ask('session resume', { sessionId: session });
    await world.ask('session resume', { sessionId: other });
    expect(await world.stage()).toBe(1);
    const reply = { kind: 'sampling', text: 'Is it?', model: 'm', state: ask.state } as const;
    const { view } = await call(CRITICISED, reply);
    expect(view).toMatchObject({ sessionId: session, critique: { text: 'Is it?' } });
    expect(await thoughts()).toHaveLength(1);
    expect(await world.stage()).toBe(1);
  });

  it('[TH51] [TH92] if the client fails, the thought is kept, and the reason is told', async () => {
    const { ask } = await call(CRITICISED);
    const message = 'the model is asleep '.repeat(20);
    const { view } = await call(CRITICISED, { kind: 'failed', message, state: ask.state });
    expect(view).toMatchObject({ thoughtNumber: 1, critique: { code: 'SAMPLING_FAILED' } });
    expect(view.critique.message).toMatch(/^(the model is asleep ){10}/);
    expect(Buffer.byteLength(JSON.stringify(view))).toBeLessThanOrEqual(500);
    const [thought] = await thoughts();
    expect(thought).not.toHaveProperty('critique');
    expect(await thoughts()).toHaveLength(1);
  });

  it('[TH51] a ticket that the server did not create is refused, and records nothing', async () => {
    await call(CRITICISED);
    const tickets = [
      '',
      'null',
      '{}',
      '{"session":1}',
      JSON.stringify({ session, chain: '', number: 0 }),
      JSON.stringify({ session, chain: '', number: 9 }),
      JSON.stringify({ session, chain: 'b', number: 1 }),
      JSON.stringify({ session: NOBODY, chain: '', number: 1 }),
      JSON.stringify({ session, chain: '', number: 1, more: 1 }),
    ];
    for (const state of tickets) {
      for (const kind of ['sampling', 'failed'] as const) {
        const said = { kind, text: 'x', model: 'm', message: 'x', state };
        const { view, isError } = await call(CRITICISED, said as ClientReply);
        expect(isError, state).toBe(true);
        expect(['INVALID_PAYLOAD', 'SESSION_NOT_FOUND', 'THOUGHT_NOT_FOUND']).toContain(view.code);
      }
    }
    const [thought, ...others] = await thoughts();
    expect(others).toEqual([]);
    expect(thought).not.toHaveProperty('critique');
  });

  it('[TH51] a ticket is good only for a thought whose critique the same agent asked for', async () => {
    const forged = (number: number) => {
      const state = JSON.stringify({ session, chain: '', number });
      return { kind: 'sampling', text: 'x', model: 'm', state } as const;
    };
    const plain = { ...CRITICISED, critique: false };
    await call(plain);
    expect((await call(plain, forged(1))).view.code).toBe('INVALID_PAYLOAD');
    await call(CRITICISED);
    const asked = { tool: GATEWAY, args: { workspace: world.workspace, ...CRITICISED } };
    const view = await dispatch(world.server.surface, asked, connected('eve'), {
      reply: forged(2),
    });
    expect(JSON.parse(view.text).code).toBe('INVALID_PAYLOAD');
    for (const thought of await thoughts()) expect(thought).not.toHaveProperty('critique');
    expect((await call(CRITICISED, forged(2))).isError).toBe(false);
  });

  it('[TH21] [TH51] a ticket gives no access to another project', async () => {
    const { ask } = await call(CRITICISED);
    const { surface } = world.server;
    const thoughtFacts = { ...surface.facts.thoughts, project: 'other' };
    const facts = { ...surface.facts, thoughts: thoughtFacts };
    const asked = { tool: GATEWAY, args: { workspace: world.workspace, ...CRITICISED } };
    const reply = { kind: 'sampling', text: 'x', model: 'm', state: ask.state } as const;
    const view = await dispatch({ ...surface, facts }, asked, world.caller, { reply });
    expect(JSON.parse(view.text).code).toBe('SESSION_NOT_FOUND');
  });
});
