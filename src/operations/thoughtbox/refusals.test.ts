/** Every refusal of the gateway proposes calls that work; docs/spec/thoughts.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  LONER,
  NOBODY,
  openThoughtWorld,
  READER,
  spoken,
  type ThoughtWorld,
} from '../../../test/support/thought-world.ts';
import { GATEWAY } from '../../domain/thoughts/gateway-state.ts';
import { StoreUnavailable } from '../../store/unavailable.ts';
import { dispatch } from '../../surface/dispatch.ts';
import { renderBug } from '../../surface/render.ts';

const SAID = { thought: 'x', nextThoughtNeeded: true };

/** One row per refusal, in a session with one thought and a branch `b`. */
const REFUSALS: readonly (readonly [string, string, object])[] = [
  ['INVALID_OPERATION', 'think', {}],
  ['INVALID_OPERATION', 'session', {}],
  ['INVALID_OPERATION', 'session gets', {}],
  ['INVALID_PAYLOAD', 'notebook run_cell', { notebookId: 'nothing', cellId: 'a.js' }],
  ['INVALID_OPERATION', 'notebook crate', {}],
  ['INVALID_PAYLOAD', 'notebook create', {}],
  ['INVALID_PAYLOAD', 'notebook get', { notebookId: 'nothing' }],
  ['INVALID_PAYLOAD', 'notebook load', { content: '# no first line' }],
  ['INVALID_OPERATION', 'call', { tool: 'no_such_tool' }],
  ['INVALID_PAYLOAD', 'call', { tool: GATEWAY }],
  ['INVALID_PAYLOAD', 'call', { args: {} }],
  ['INVALID_PAYLOAD', 'thought', {}],
  ['INVALID_PAYLOAD', 'thought', { ...SAID, thoughtNumber: 1 }],
  ['INVALID_PAYLOAD', 'thought', { ...SAID, thoughtNumber: 1, branchId: 'b' }],
  ['INVALID_PAYLOAD', 'thought', { ...SAID, thoughtNumber: 0 }],
  ['INVALID_PAYLOAD', 'thought', { ...SAID, branchId: 'NO', branchFromThought: 1 }],
  ['INVALID_PAYLOAD', 'thought', { ...SAID, branchId: 'new' }],
  ['INVALID_PAYLOAD', 'thought', { ...SAID, branchFromThought: 1 }],
  ['INVALID_PAYLOAD', 'thought', { ...SAID, branchId: 'b', branchFromThought: 2 }],
  ['INVALID_PAYLOAD', 'thought', { ...SAID, isRevision: true }],
  ['INVALID_PAYLOAD', 'thought', { ...SAID, isRevision: false, revisesThought: 1 }],
  ['THOUGHT_NOT_FOUND', 'thought', { ...SAID, revisesThought: 9 }],
  ['THOUGHT_NOT_FOUND', 'thought', { ...SAID, branchId: 'new', branchFromThought: 9 }],
  ['THOUGHT_NOT_FOUND', 'session get', { sessionId: 'current', thoughtNumber: 9 }],
  ['THOUGHT_NOT_FOUND', 'session get', { sessionId: 'current', branchId: 'none' }],
  ['SESSION_NOT_FOUND', 'thought', { ...SAID, sessionId: NOBODY }],
  ['SESSION_NOT_FOUND', 'load_context', { sessionId: NOBODY }],
  ['SESSION_NOT_FOUND', 'session export', { sessionId: NOBODY }],
  ['INVALID_PAYLOAD', 'session search', {}],
  ['INVALID_PAYLOAD', 'list_sessions', { limit: 0 }],
  ['INVALID_PAYLOAD', 'navigate', {}],
  ['INVALID_PAYLOAD', 'navigate', { project: '../x' }],
  ['INVALID_PAYLOAD', 'load_context', {}],
  ['INVALID_PAYLOAD', 'knowledge get', { id: 'none' }],
  ['INVALID_PAYLOAD', 'knowledge create', { title: 't' }],
  ['INVALID_PAYLOAD', 'knowledge save_note', { content: 'x' }],
  ['INVALID_PAYLOAD', 'knowledge create', { ...note('b'), id: 'taken' }],
  ['INVALID_PAYLOAD', 'knowledge create', { ...note('b'), id: 'No Slug' }],
  ['INVALID_PAYLOAD', 'mental_models get_model', {}],
  ['INVALID_PAYLOAD', 'mental_models list_models', { tag: 'none' }],
];

function note(title: string) {
  return { title, description: 'd', content: 'c' };
}

describe.each(MAIN_ENGINES)('refusals of the gateway on $name', (engine) => {
  let world: ThoughtWorld;
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
  });
  beforeEach(async () => {
    await world.next();
    await world.begin();
    await world.think('One');
    await world.think('B', { branchId: 'b', branchFromThought: 1 });
    await world.ask('knowledge create', { ...note('Taken'), id: 'taken' });
  });
  afterAll(() => world.close());

  it.each(REFUSALS)('[TH3] %s by %s %j proposes calls that work', async (code, what, args) => {
    const refusal = await world.refused(what, args);
    expect(refusal.code).toBe(code);
    expect(refusal.message).toEqual(expect.any(String));
    expect(refusal.details.next.length).toBeGreaterThan(0);
    // A placeholder that only the caller can fill in, such as an id, cannot be run.
    const [first] = refusal.details.next;
    if (/<fill: (an id|words|a uri)/.test(JSON.stringify(first.args))) return;
    await world.follow(refusal);
  });

  it('[TH3] a caller that may only read is refused writes', async () => {
    const refusal = await world.refused('start_new', {}, READER);
    expect(refusal).toMatchObject({ code: 'INVALID_OPERATION' });
    const only = { ...LONER, workspaces: ['other'] };
    const reply = await world.server.call(
      GATEWAY,
      { workspace: world.workspace, operation: 'get_state' },
      only,
    );
    expect(JSON.parse(reply.text)).toMatchObject({ code: 'INVALID_OPERATION' });
  });

  it('[TH3] a caller that may only read is proposed only reads', async () => {
    await world.begin();
    const refusal = await world.refused('session get', { sessionId: NOBODY }, READER);
    expect(refusal.details.next).toMatchObject([{ args: { operation: 'list_sessions' } }]);
    await world.follow(refusal, READER);
    const early = await world.refused('thought', SAID, READER);
    expect(early.details.next).toMatchObject([{ args: { operation: 'get_state' } }]);
    await world.follow(early, READER);
  });

  it('[TH3] an unknown workspace is refused with the call that creates it', async () => {
    const args = { workspace: 'nowhere', operation: 'list_sessions' };
    const reply = await world.server.call(GATEWAY, args, world.caller);
    const refusal = JSON.parse(reply.text);
    expect(refusal.code).toBe('INVALID_PAYLOAD');
    await world.follow(refusal);
    expect((await world.server.call(GATEWAY, args, world.caller)).isError).toBe(false);
  });

  it('[TH3] a store that fails is STORAGE_ERROR, a bug INTERNAL_ERROR', async () => {
    const store = {
      ...world.server.surface.store,
      read: () => Promise.reject(new StoreUnavailable('full', 'the disk is gone')),
    };
    const asked = { tool: GATEWAY, args: { workspace: 'w1', operation: 'list_sessions' } };
    const surface = { ...world.server.surface, store: store as never };
    const reply = await dispatch(surface, asked, world.caller);
    expect(JSON.parse(reply.text)).toMatchObject({
      code: 'STORAGE_ERROR',
      message: 'the disk is gone',
    });
    expect(JSON.parse(renderBug(GATEWAY, 'it broke')?.text ?? '')).toMatchObject({
      code: 'INTERNAL_ERROR',
      message: 'it broke',
    });
  });

  const FIXED: readonly (readonly [string, object, object])[] = [
    ['thought', { ...SAID, totalThoughts: '5' }, { ...SAID, totalThoughts: 5 }],
    [
      'thought',
      { thought: 'x', next_thought_needed: false },
      { thought: 'x', nextThoughtNeeded: false },
    ],
    [
      'thought',
      { ...SAID, branchId: 'Other Way', branchFromThought: 1 },
      { branchId: 'other-way', branchFromThought: 1 },
    ],
    [
      'thought',
      { ...SAID, nextThoughtNeeded: false, thoughtNumber: 1, revisesThought: 1 },
      { nextThoughtNeeded: false, thoughtNumber: 2, revisesThought: 1 },
    ],
    [
      'thought',
      { ...SAID, critique: true, branchId: 'new' },
      { critique: true, branchId: 'new', branchFromThought: 1 },
    ],
    [
      'start_new',
      { sessionTitle: 'Kept', project: 'web', tags: ['a', ''] },
      { sessionTitle: 'Kept', project: 'web' },
    ],
    ['start_new', { sessionTags: 'a' }, { sessionTags: ['a'] }],
    ['session list', { limit: 0, tags: ['a'], search: 'b' }, { tags: ['a'], search: 'b' }],
    ['session list', { sortOrder: 'DESC' }, { sortOrder: 'desc' }],
    ['thought', { ...SAID, nextThoughtNeeded: 'False' }, { ...SAID, nextThoughtNeeded: false }],
    ['thought', { ...SAID, nextThoughtNeeded: 'no' }, { ...SAID, nextThoughtNeeded: false }],
    ['thought', { ...SAID, critique: 'yes' }, { ...SAID, critique: true }],
    ['thought', { ...SAID, brachId: 'b' }, { ...SAID, branchId: 'b' }],
    ['knowledge create', { ...note('Kept'), id: 'My Way' }, { ...note('Kept'), id: 'my-way' }],
    ['knowledge list', { limit: '7' }, { limit: 7 }],
  ];

  it.each(FIXED)('[TH3] %s %j is proposed as %j', async (what, wrong, right) => {
    const refusal = await world.refused(what, wrong);
    expect(refusal.details.next[0].args).toMatchObject({ ...spoken(what), ...right });
    await world.follow(refusal);
  });

  it('[TH3] if an argument that places the thought is lost, the text is left to the caller', async () => {
    for (const lost of [
      ...[{ revisesThought: 0 }, { branchId: '!!!' }, { nextThoughtNeeded: 'so' }, { reviseOf: 1 }],
      ...[{ branch_of: 1 }, { parent_thought: 3 }],
    ]) {
      const { details } = await world.refused('thought', { ...SAID, ...lost });
      expect(details.next[0].args).toEqual({
        ...{ workspace: world.workspace, operation: 'thought', nextThoughtNeeded: true },
        thought: expect.stringMatching(/^<fill/),
      });
    }
    for (const thoughtNumber of [-1, 'two']) {
      const { details } = await world.refused('thought', { ...SAID, branchId: 'b', thoughtNumber });
      expect(details.next[0].args, 'the server numbers').toMatchObject({ ...SAID, branchId: 'b' });
    }
    const long = await world.refused('thought', {
      ...SAID,
      thought: 'x'.repeat(300),
      isRevision: 1,
    });
    expect(long.details.next[0].args.thought).toMatch(/^<fill/);
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const { details } = await world.refused('thought', {
      ...SAID,
      thought: secret,
      thoughtNumber: 1,
    });
    expect(details.next).toEqual([
      { tool: GATEWAY, args: { workspace: world.workspace, operation: 'get_state' } },
    ]);
  });

  it('[TH3] without a sub-operation, a read that fits the rest is proposed', async () => {
    for (const [operation, args, subOperation] of [
      ['session', {}, 'list'],
      ['session', { sessionId: 'latest' }, 'get'],
      ['session', { query: 'One' }, 'search'],
      ['knowledge', { id: 'taken' }, 'get'],
      ['knowledge', {}, 'list'],
      ['mental_models', { tag: 'planning' }, 'list_models'],
      ['notebook', {}, 'list'],
    ] as const) {
      const refusal = await world.refused(operation, args);
      const { workspace } = world;
      expect(refusal.details.next[0].args).toEqual({ workspace, operation, subOperation, ...args });
      await world.follow(refusal);
    }
    const write = await world.refused('notebook', { title: 'New' });
    expect(write.details.next[0].args.operation).toBe('get_state');
  });

  it('[TH3] the words are kept if an argument was wrong that decides nothing', async () => {
    const right = { workspace: world.workspace, operation: 'thought', ...SAID, revisesThought: 1 };
    for (const wrong of [
      ...[{ totalThoughts: 'x' }, { foo: 1 }, { critique: 'perhaps' }, { sessionTags: ['a|b'] }],
      ...[{ needsMoreThoughts: 7, includeGuide: [], confidence: 0.7 }],
    ]) {
      const refusal = await world.refused('thought', { ...SAID, revisesThought: 1, ...wrong });
      expect(refusal.details.next[0].args).toEqual(right);
      await world.follow(refusal);
    }
  });

  it('[TH3] proposals contain nothing that the caller did not send', async () => {
    const next = async (what: string, args: object) =>
      (await world.refused(what, args)).details.next[0].args;
    const base = { workspace: world.workspace };
    const update = { ...base, ...spoken('knowledge update'), id: 'taken' };
    expect(await next('knowledge update', { id: 'taken', tags: 'b' })).toEqual({
      ...update,
      tags: ['b'],
    });
    const long = 'Words that matter. '.repeat(14_000);
    expect(await next('knowledge update', { id: 'taken', content: long })).toEqual({
      ...update,
      content: '<fill: content>',
    });
    expect((await next('thought', { ...SAID, thought: long })).thought).toMatch(/^<fill/);
    expect(await next('navigate', { project: 'My Shop' })).toEqual({
      ...base,
      operation: 'navigate',
      project: 'my-shop',
    });
    const { id } = (await world.ask('session list')).sessions[0];
    const load = { ...base, operation: 'load_context' };
    expect(await next('load_context', { session: id })).toEqual({ ...load, sessionId: id });
    expect(await next('load_context', { it: id })).toEqual({
      ...load,
      sessionId: '<fill: sessionId>',
    });
    expect(await next('session resumee', { sessionId: id })).toMatchObject({
      subOperation: 'resume',
      sessionId: id,
    });
    const both = { ...SAID, session_id: NOBODY, sessionId: id };
    expect(await next('thought', both)).toMatchObject({
      sessionId: id,
      thought: expect.stringMatching(/^<fill/),
    });
    expect((await next('knowledge delete', { id: 'p'.repeat(65) })).id).toMatch(/^<fill/);
    const args = JSON.stringify({ ...SAID, branchId: 'b' });
    expect(await next('thought', { args })).toMatchObject({ ...SAID, branchId: 'b' });
  });

  it('[TH3] a proposal for a named session names that session', async () => {
    const other = await world.begin({ sessionTitle: 'Other' });
    const first = (await world.ask('session list', { sortBy: 'createdAt', sortOrder: 'asc' }))
      .sessions[0].id;
    expect(first).not.toBe(other);
    const refusal = await world.refused('thought', { ...SAID, thoughtNumber: 1, sessionId: first });
    await world.follow(refusal);
    const { session } = await world.ask('session get', { sessionId: first });
    expect(session.thoughtCount).toBe(3);
  });
});
