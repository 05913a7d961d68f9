/** The way of a call through a real store, named by the rules in docs/spec/calls.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headsOf } from '../../test/support/journal.ts';
import { openTestSurface, type TestSurface } from '../../test/support/surface.ts';
import type { EventDraft } from '../domain/journal/event.ts';
import { refuse } from '../kernel/refusal.ts';
import { CATALOGUE } from '../operations/catalogue.ts';
import {
  type Answer,
  answer,
  defineOperation,
  type Operation,
} from '../operations/declaration/define-operation.ts';
import { pure, writes } from '../operations/declaration/facets.ts';
import type { Store } from '../store/port.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { dispatch } from './dispatch.ts';
import { wroteNothing } from './perform.ts';
import type { Reply } from './render.ts';

const words = { title: 'A tool of the test', description: 'It does one thing.', input: {} };
const example = { title: 'Call it', args: {} };

const change: EventDraft = {
  type: 'focus_changed',
  entity: 'workspace',
  payload: { from: null, to: 'TASK-001' },
};

const faulty = defineOperation({
  ...words,
  name: 'faulty',
  toolset: 'reasoning',
  does: writes(),
  example,
  async run(_input, { tx }) {
    await tx.append([change]);
    return refuse('CONFLICT', 'this was not declared');
  },
});

const crashing = defineOperation({
  ...words,
  name: 'crashing',
  toolset: 'reasoning',
  does: writes(),
  example,
  async run(_input, { tx }) {
    await tx.append([change]);
    throw new Error('a bug');
  },
});

const plain = defineOperation({
  ...words,
  name: 'plain',
  toolset: 'graph',
  does: pure(),
  example,
  plain: true,
  run: async () => answer({ nodes: [] }),
});

let server: TestSurface;
let loose: TestSurface;

beforeAll(async () => {
  const catalogue = [...CATALOGUE, faulty, crashing, plain];
  server = await openTestSurface({ defaultWorkspace: 'home', catalogue });
  loose = await openTestSurface({ catalogue });
});
afterAll(async () => {
  await server.close();
  await loose.close();
});

const heads = () => headsOf(server.surface.store);
const errorOf = (reply: Reply) => JSON.parse(reply.text).error;

/** Runs a call and expects that no journal grew. */
async function withoutTrace(call: () => Promise<Reply>): Promise<Reply> {
  const before = await heads();
  const reply = await call();
  expect(await heads()).toEqual(before);
  return reply;
}

describe('the workspace of a call', () => {
  it('[CA9] is the explicit one, else the server’s own', async () => {
    await server.call('notes_commit', { workspace: 'w-explicit', content: 'x' });
    const { result } = JSON.parse((await server.call('notes_commit', { content: 'x' })).text);
    expect(result.workspace).toBe('home');
    expect(await heads()).toMatchObject({ 'w-explicit': 2, home: 2 });
  });

  it('[CA9] must be named if the server has none, unless the tool uses no memory', async () => {
    const reply = await loose.call('notes_commit', { content: 'x' });
    expect(errorOf(reply)).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'workspace: required, since neither the server nor the connection has one',
    });
    expect((await loose.call('help')).isError).toBe(false);
    expect(await loose.surface.store.workspaces()).toEqual([]);
    const calls = reply.suggestions.flatMap((each) => (each.action === 'call_tool' ? each : []));
    expect(calls.map(({ target }) => target)).toEqual(['init', 'notes_commit']);
    for (const { target, params } of calls) {
      const named = { ...params, workspace: 'mine' };
      expect(params.workspace).toMatch(/^<fill: /);
      expect((await loose.call(target, named)).isError).toBe(false);
    }
  });

  it.each(['notes_commit', 'macro_branch_note'])(
    '[CA10] %s creates it with its first write',
    async (tool) => {
      const made = `first-${tool}`;
      expect((await server.call(tool, { workspace: made, content: 'x' })).isError).toBe(false);
      const events = await server.surface.store.read(made, (tx) => tx.journal.after(0, 9));
      expect(events.map((event) => [event.seq, event.type])).toEqual([
        [1, 'workspace_initialized'],
        [2, 'note_committed'],
      ]);
      expect(new Set(events.map((event) => event.tsMs)).size).toBe(1);
    },
  );

  it('[CA11] a read of the server’s own creates it too', async () => {
    const fresh = await openTestSurface({ defaultWorkspace: 'mine' });
    try {
      expect(await fresh.surface.store.workspaces()).toEqual([]);
      const reply = await fresh.call('branch_list');
      expect(JSON.parse(reply.text).result.branches).toMatchObject([{ name: 'main' }]);
      expect(await headsOf(fresh.surface.store)).toEqual({ mine: 1 });
    } finally {
      await fresh.close();
    }
  });

  it.each(['show', 'branch_list', 'diff'])(
    '[CA12] %s of an unknown one creates nothing',
    async (tool) => {
      await server.call('init', { workspace: 'acme-web' });
      const args = tool === 'diff' ? { from: 'main', to: 'main' } : {};
      const reply = await withoutTrace(() => server.call(tool, { ...args, workspace: 'acme-wbe' }));
      expect(errorOf(reply)).toMatchObject({
        code: 'UNKNOWN_WORKSPACE',
        message: 'workspace: no workspace acme-wbe',
        recovery: 'Did you mean acme-web?',
      });
      expect(reply.suggestions).toMatchObject([
        { target: 'init', params: { workspace: 'acme-wbe' } },
      ]);
    },
  );

  it('[CA12] without a similar name, the recovery says how to create it', async () => {
    const reply = await withoutTrace(() => server.call('show', { workspace: 'zzzzzzzz' }));
    expect(errorOf(reply).recovery).toMatch(/first write creates it/);
  });

  it.each(['status', 'tasks_storage'])('[CA13] %s answers about a missing one', async (tool) => {
    const reply = await withoutTrace(() => server.call(tool, { workspace: 'not-there' }));
    expect(reply.isError).toBe(false);
    expect(reply.text).toContain('not-there');
  });
});

describe('the transaction of a call', () => {
  it.each([
    ['INVALID_INPUT', 'notes_commit', { content: '  ' }],
    ['INVALID_INPUT', 'notes_commit', { content: 'x', nope: 1 }],
    ['UNKNOWN_ID', 'notes_commit', { content: 'x', branch: 'nowhere' }],
    ['UNKNOWN_ID', 'notes_commit', { content: 'x', target: 'TASK-404' }],
    ['UNKNOWN_ID', 'checkout', { ref: 'nowhere' }],
    ['INVALID_NAME', 'branch_create', { name: 'task/TASK-001' }],
    ['CONFLICT', 'branch_create', { name: 'main' }],
  ])('[CA24] %s by %s %j leaves no event', async (code, tool, args) => {
    const reply = await withoutTrace(() => server.call(tool, args));
    expect(errorOf(reply).code).toBe(code);
  });

  it('[CA24] not even that of a workspace created for the call', async () => {
    const reply = await withoutTrace(() =>
      server.call('checkout', { workspace: 'brand-new', ref: 'nowhere' }),
    );
    expect(errorOf(reply).code).toBe('UNKNOWN_ID');
    expect(await server.surface.store.workspaces()).not.toContain('brand-new');
  });

  it('[CA6] bad input changes nothing, and help for the tool is the next call', async () => {
    const reply = await withoutTrace(() => server.call('notes_commit', { contnt: 'x' }));
    expect(reply.suggestions).toMatchObject([{ target: 'help', params: { tool: 'notes_commit' } }]);
    expect((await server.call('help', reply.suggestions[0]?.params)).isError).toBe(false);
  });

  it('[CA6] so it is if the tool itself finds the fault, and has no better advice', async () => {
    const ops = [{ op: 'node_upsert', id: ' ', type: 'x' }];
    const blank = await withoutTrace(() => server.call('graph_apply', { ops }));
    expect(JSON.parse(blank.text).error.recovery).toContain('help tool=graph_apply');
    expect(blank.suggestions).toMatchObject([{ target: 'help', params: { tool: 'graph_apply' } }]);
    const empty = await withoutTrace(() => server.call('think_card', { card: { type: 'note' } }));
    expect(JSON.stringify(empty.suggestions)).toContain('think_template');
  });

  it('[CA25] a refusal that was not declared is thrown, and nothing was written', async () => {
    const before = await heads();
    await expect(server.call('faulty')).rejects.toThrow('undeclared refusal CONFLICT');
    expect(await heads()).toEqual(before);
  });

  it('[CA26] a bug passes through, and nothing was written', async () => {
    const before = await heads();
    await expect(server.call('crashing')).rejects.toThrow('a bug');
    await expect(server.call('crashing', { workspace: 'never' })).rejects.toThrow('a bug');
    expect(await heads()).toEqual(before);
    const state = await server.surface.store.read('home', (tx) => tx.state());
    expect(state).not.toHaveProperty('focus');
  });

  it('[CA75] a bug before the commit wrote nothing, and one after it is not reported so', async () => {
    const before = await server.call('crashing').catch((bug: unknown) => bug);
    expect(wroteNothing(before)).toBe(true);
    const operation = CATALOGUE.find((each) => each.name === 'macro_branch_note') as Operation;
    const portal = () => {
      throw new Error('a bug in telling');
    };
    const prepare = (args: object) => {
      const prepared = operation.prepare(args);
      if ('issues' in prepared) throw new Error('it fits');
      const run = async (...given: Parameters<typeof prepared.run>) => ({
        ...((await prepared.run(...given)) as Answer),
        portal,
      });
      return { ...prepared, run };
    };
    const broken = await openTestSurface({
      defaultWorkspace: 'home',
      catalogue: [{ ...operation, prepare }],
    });
    try {
      const args = { name: 'idea', from: 'main', content: 'written' };
      const after = await broken.call(operation.name, args).catch((bug: unknown) => bug);
      expect(after).toMatchObject({ message: 'a bug in telling' });
      expect(wroteNothing(after)).toBe(false);
    } finally {
      await broken.close();
    }
  });

  it('[CA23] an unknown branch is not created by a write to it', async () => {
    await server.call('notes_commit', { branch: 'idea/never', content: 'x' });
    const { result } = JSON.parse((await server.call('branch_list')).text);
    expect(result.branches.map((each: { name: string }) => each.name)).not.toContain('idea/never');
  });
});

describe('a store that cannot serve', () => {
  const fail = async () => {
    throw new StoreUnavailable('full', 'The disk that holds token=abc123 is full.');
  };
  const broken = (): Store => ({ ...server.surface.store, read: fail, write: fail });

  it.each([
    ['show', {}],
    ['notes_commit', { content: 'x' }],
    ['status', {}],
  ])('[CA27] %s is refused with the sentence of the store', async (tool, args) => {
    const surface = { ...server.surface, store: broken() };
    const reply = await dispatch(surface, { tool, args }, { agent: 'a', role: 'write' });
    expect(reply.isError).toBe(true);
    expect(reply.text).toContain('STORE_UNAVAILABLE');
    expect(reply.text).toContain('is full.');
    expect(reply.text).not.toContain('abc123');
  });

  it('[CA27] a tool that uses no memory still answers', async () => {
    const surface = { ...server.surface, store: broken() };
    const reply = await dispatch(
      surface,
      { tool: 'help', args: {} },
      { agent: 'a', role: 'write' },
    );
    expect(reply.isError).toBe(false);
  });
});

describe('the tool of a call', () => {
  it('[CA28] that is unknown is refused with the nearest one', async () => {
    const reply = await server.call('notes_comit', { anything: 1 });
    expect(errorOf(reply)).toEqual({
      code: 'UNKNOWN_TOOL',
      message: 'no tool "notes_comit"',
      recovery: 'Did you mean notes_commit?',
    });
    expect(reply.suggestions).toMatchObject([{ target: 'help', params: { tool: 'notes_commit' } }]);
  });

  it.each([
    'branchmind_status',
    'zzzzzzzzz',
    '',
    'x'.repeat(5000),
    `${'z'.repeat(79)}🧭🧭`,
    'a\u0000',
  ])(
    '[CA28] [CA30] without a similar one, the next call is a search that runs: %j',
    async (name) => {
      const reply = await server.call(name);
      expect(errorOf(reply).code).toBe('UNKNOWN_TOOL');
      const [next] = reply.suggestions;
      if (next?.action !== 'call_tool') throw new Error('no next call');
      expect((await server.call(next.target, next.params)).isError).toBe(false);
    },
  );

  it('[RP3] that is unknown is not repeated at length', async () => {
    const reply = await server.call('tool_'.repeat(20_000));
    expect(reply.text.length).toBeLessThan(2000);
  });

  it('[CA34] can be called whether it is listed or not', async () => {
    expect((await server.call('tasks_storage')).isError).toBe(false);
  });

  it('[RP14] [RP15] decides the form of the reply', async () => {
    const reply = await server.call('plain');
    expect(reply.text).toBe('{"nodes":[]}');
    const refused = await server.call('plain', { a: 1 });
    expect(JSON.parse(refused.text)).toMatchObject({
      code: 'validation_error',
      field: 'a',
      error: 'unknown argument "a"',
    });
  });

  it('[RP4] the reply and the event have the time of the call', async () => {
    const reply = JSON.parse((await server.call('notes_commit', { content: 'x' })).text);
    expect(reply.timestamp).toBe(reply.result.entry.ts);
    expect(reply.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});
