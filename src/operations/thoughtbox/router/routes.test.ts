/** How a call of the gateway finds its route or tool; docs/spec/thoughts.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { openThoughtWorld, type ThoughtWorld } from '../../../../test/support/thought-world.ts';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';

describe.each(MAIN_ENGINES)('calls of the gateway on $name', (engine) => {
  let world: ThoughtWorld;
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
  });
  beforeEach(() => world.next());
  afterAll(() => world.close());

  const call = (args: object) =>
    world.server.call(GATEWAY, { workspace: world.workspace, ...args }, world.caller);
  const view = async (args: object) => {
    const reply = await call(args);
    expect(reply.isError, reply.text).toBe(false);
    return JSON.parse(reply.text);
  };

  it('[TH1] [TH2] a call means the same in every shape', async () => {
    const sessionId = await world.begin({ sessionTitle: 'Shapes' });
    await world.think('One');
    const flat = await view({ operation: 'session', subOperation: 'get', sessionId });
    for (const shape of [
      { operation: 'session', args: { subOperation: 'get', sessionId } },
      { operation: 'session', args: { operation: 'get', args: { sessionId } } },
      { operation: 'session', args: { operation: 'get', sessionId } },
      { operation: 'session', subOperation: 'get', args: { sessionId } },
      { operation: 'session', subOperation: 'get', sessionId, args: { sessionId: 'other' } },
    ]) {
      expect(await view(shape), JSON.stringify(shape)).toEqual(flat);
    }
  });

  it('[TH2] a wrapper of null counts as omitted; anything but an object is refused', async () => {
    for (const name of ['args', 'newWork', 'filters', 'target']) {
      await view({ operation: 'start_new', [name]: null });
      for (const wrong of [[], 'x', 7]) {
        const refusal = await world.refused('start_new', { sessionTitle: 'Kept', [name]: wrong });
        expect(refusal.message).toBe(`${name}: expected an object with the parameters`);
        const [{ args }] = refusal.details.next;
        expect(args).toMatchObject({ operation: 'start_new', sessionTitle: 'Kept' });
      }
    }
  });

  it('[TH2] newWork, filters and target are wrappers too', async () => {
    const newWork = { project: 'web', task: 'login', aspect: 'speed', domain: 'debugging' };
    await view({ operation: 'start_new', args: { newWork } });
    expect(await view({ operation: 'get_state' })).toMatchObject({
      activeDomain: 'debugging',
      navigationContext: { project: 'web', task: 'login', aspect: 'speed' },
    });
    const listed = async (filters: object) =>
      (await view({ operation: 'list_sessions', args: { filters } })).count;
    expect(await listed({ project: 'web', task: 'login', limit: 5 })).toBe(1);
    expect(await listed({ project: 'web', task: 'other' })).toBe(0);
    const target = { project: 'shop', task: 'cart' };
    const moved = await view({ operation: 'navigate', args: { target } });
    expect(moved.navigationContext).toEqual(target);
    await view({ operation: 'start_new', newWork: { project: 'flat' } });
    expect((await view({ operation: 'get_state' })).navigationContext.project).toBe('flat');
    await view({ operation: 'cipher' });
    const thought = { thought: 'Nested', nextThoughtNeeded: true };
    expect(await view({ operation: 'thought', args: thought })).toMatchObject({ thoughtNumber: 1 });
    const models = { operation: 'list_models', args: { tag: 'planning' } };
    expect(await view({ operation: 'mental_models', args: models })).toMatchObject({
      filter: 'planning',
    });
  });

  it('[TH1] each operation accepts only its own parameters', async () => {
    await world.begin();
    const wrong: readonly (readonly [string, object, string])[] = [
      ['start_new', { thought: 'x' }, 'thought'],
      ['get_state', { sessionId: 'current' }, 'sessionId'],
      ['cipher', { max_chars: 5 }, 'max_chars'],
      ['thought', { thought: 'x', nextThoughtNeeded: true, thougtNumber: 1 }, 'thougtNumber'],
      ['session get', { sessionId: 'current', branch: 'b' }, 'branch'],
      ['session list', { subOp: 1 }, 'subOp'],
      ['get_state', { args: 'text' }, 'args'],
      ['get_state', { args: [1] }, 'args'],
      ['mental_models get_model', { modelID: 'five-whys' }, 'modelID'],
    ];
    for (const [what, args, field] of wrong) {
      const refusal = await world.refused(what, args);
      expect(refusal).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field } });
      expect(refusal.message).toContain(field);
    }
    const near = await world.refused('thought', { thougt: 'x', nextThoughtNeeded: true });
    expect(near.message).toContain('thought');
  });

  it('[TH3] answers and refusals are compact JSON, in text and structure', async () => {
    const good = await call({ operation: 'get_state' });
    expect(good.text).toBe(JSON.stringify(JSON.parse(good.text)));
    expect(good.structured).toEqual(JSON.parse(good.text));
    const bad = await call({ operation: 'thinking' });
    expect(bad.text).toBe(JSON.stringify(JSON.parse(bad.text)));
    expect(Object.keys(JSON.parse(bad.text))).toEqual(['code', 'message', 'details']);
  });

  it('[TH3] an unknown operation or sub-operation is refused with a known one', async () => {
    await world.begin();
    for (const args of [
      {},
      { operation: 7 },
      { operation: null },
      { operation: '' },
      { operation: 'thoughts' },
      { operation: 'deep_analysis' },
      { operation: 'session' },
      { operation: 'session', subOperation: 'gett' },
      { operation: 'session', subOperation: 7 },
      { operation: 'session', args: { operation: 'discovery' } },
      { operation: 'knowledge', subOperation: 'toString' },
      { operation: '__proto__' },
      { operation: 'x'.repeat(5_000) },
    ]) {
      const reply = await call(args);
      const refusal = JSON.parse(reply.text);
      expect(refusal.code, JSON.stringify(args).slice(0, 80)).toBe('INVALID_OPERATION');
      expect(reply.text.length).toBeLessThan(2_000);
      expect(refusal.details.next).toHaveLength(1);
      await world.follow(refusal);
    }
    const meant = JSON.parse((await call({ operation: 'session', subOperation: 'serch' })).text);
    expect(meant.details.next[0].args).toMatchObject({ subOperation: 'search' });
  });

  it('[TH5] call gives the same answer as the tool itself', async () => {
    const { workspace } = world;
    const tools: readonly (readonly [string, object])[] = [
      ['status', { workspace }],
      ['notes_commit', { workspace, content: 'A note' }],
      ['graph_open', { workspace, project: 'p' }],
      ['tasks_create', { workspace, title: 'Plan' }],
      ['help', { tool: 'status' }],
      ['show', { workspace, doc: 'notes', max_chars: 300 }],
      // Refusals have the form of the tool's own.
      ['notes_commit', { workspace, contents: 'x' }],
      ['graph_next', { workspace, project: 'nowhere' }],
      ['tasks_snapshot', { workspace, task: 'TASK-999' }],
      ['show', { workspace, max_chars: -1 }],
    ];
    const frozen = { ...world.server.surface, now: () => 1 };
    for (const [tool, args] of tools) {
      const [one, other] = await Promise.all(
        [
          [tool, args],
          [GATEWAY, { operation: 'call', tool, args }],
        ].map(async ([name, given], n) => {
          // A workspace for each, so that both calls start from the same state.
          const moved = JSON.parse(
            JSON.stringify(given).replaceAll(workspace, `${workspace}-${n}`),
          );
          await world.server.call('init', { workspace: `${workspace}-${n}` });
          const { dispatch } = await import('../../../surface/dispatch.ts');
          const asked = { tool: name as string, args: moved };
          const reply = await dispatch(frozen, asked, { agent: 'a', role: 'write' });
          return JSON.parse(JSON.stringify(reply).replaceAll(`${workspace}-${n}`, workspace));
        }),
      );
      const settled = ({ text, isError, refusal }: Record<string, unknown>) => ({
        text: String(text).replace(/[a-z][a-z0-9]{11}(?=")/g, 'node'),
        isError,
        refusal,
      });
      expect(settled(other), tool).toEqual(settled(one));
    }
  });

  it('[TH5] call accepts the tool inside args too, and the workspace beside it', async () => {
    const nested = { operation: 'call', args: { tool: 'notes_commit', args: { content: 'In' } } };
    const beside = { operation: 'call', tool: 'notes_commit', args: { content: 'Beside' } };
    for (const shape of [nested, beside]) {
      const reply = await call(shape);
      expect(reply.isError, reply.text).toBe(false);
    }
    const { entries } = await world.tool('show', { doc: 'notes' });
    expect(entries.map(({ content }: { content: string }) => content).sort()).toEqual([
      'Beside',
      'In',
    ]);
    const inside = { workspace: world.workspace, content: 'Named' };
    const named = await world.server.call(
      GATEWAY,
      { operation: 'call', workspace: 'elsewhere', tool: 'notes_commit', args: inside },
      world.caller,
    );
    expect(named.isError, named.text).toBe(true);
    const pure = await call({ operation: 'call', tool: 'help', args: { tool: 'status' } });
    expect(pure.isError, pure.text).toBe(false);
  });

  it('[TH5] call refuses the gateway, unknown tools, and arguments outside args', async () => {
    const own = await world.refused('call', { tool: GATEWAY, args: { operation: 'get_state' } });
    expect(own).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'tool' } });
    await world.follow(own);
    for (const tool of [undefined, 7, null]) {
      expect((await world.refused('call', { tool, args: {} })).code).toBe('INVALID_PAYLOAD');
    }
    const unknown = await world.refused('call', { tool: 'tasks_crate', args: {} });
    expect(unknown.code).toBe('INVALID_OPERATION');
    expect(unknown.details.recovery).toContain('tasks_create');
    await world.follow(unknown);
    const beside = await world.refused('call', { tool: 'status', thought: 'x', args: {} });
    expect(beside).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'thought' } });
  });
});
