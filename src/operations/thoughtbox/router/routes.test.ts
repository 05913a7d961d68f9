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
});
