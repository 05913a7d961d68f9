/** A value that is read redacted and sent back is not lost; docs/spec/redaction.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../test/support/engines.ts';
import { openTestSurface, type TestSurface } from '../../test/support/surface.ts';
import { GATEWAY } from '../domain/thoughts/gateway-state.ts';
import type { JsonObject } from '../kernel/json.ts';

/** Assembled here, so that no secret scanner reports this file. */
const KEY = `ghp_${'A1b2C3d4E5f6G7h8I9j0K1l2'}`;

describe.each(MAIN_ENGINES)('a value that comes back redacted on $name', (engine) => {
  let server: TestSurface;
  beforeAll(async () => {
    server = await openTestSurface({ engine, defaultWorkspace: 'home' });
  });
  afterAll(() => server.close());

  async function ask(tool: string, args: JsonObject = {}): Promise<JsonObject> {
    const reply = await server.call(tool, args);
    expect(reply.isError, reply.text).toBe(false);
    const sent = JSON.parse(reply.text) as JsonObject;
    return (sent.result ?? sent) as JsonObject;
  }

  /** The payload of the newest event of a type. */
  async function newest(type: string): Promise<JsonObject> {
    return server.surface.store.read('home', async (tx) => {
      for (let seq = tx.head; seq > 0; seq--) {
        const event = await tx.journal.at(seq);
        if (event?.type === type) return event.payload as unknown as JsonObject;
      }
      throw new Error(`no event ${type}`);
    });
  }

  it('[RD27] stays in the state and the properties of work', async () => {
    const properties = { db: { password: 'hunter2', host: 'a' }, note: `use ${KEY}` };
    await ask('graph_open', { project: 'p', goal: 'All of it' });
    const nodes = [{ ref: 'a', summary: `Rotate ${KEY}`, properties }];
    const { created } = await ask('graph_plan', { project: 'p', nodes });
    const [{ id }] = created as unknown as readonly [{ id: string }];
    await ask('graph_update', { node_id: id, state: { token: 'x1y2', at: 1 } });
    const { node } = (await ask('graph_context', { node_id: id })) as unknown as {
      node: { summary: string; properties: { db: JsonObject; note: string }; state: JsonObject };
    };
    expect(node.properties.db.password).toBe('<redacted>');
    const same = { state: node.state, properties: node.properties, summary: node.summary };
    const head = await server.surface.store.read('home', async (tx) => tx.head);
    await ask('graph_update', { node_id: id, ...same });
    expect(await server.surface.store.read('home', async (tx) => tx.head)).toBe(head);
    const db = { ...node.properties.db, host: 'b' };
    await ask('graph_update', {
      node_id: id,
      properties: { ...node.properties, db },
      state: { ...node.state, at: 2 },
    });
    expect(await newest('work_updated')).toMatchObject({
      set: {
        properties: { db: { password: 'hunter2', host: 'b' }, note: `use ${KEY}` },
        state: { token: 'x1y2', at: 2 },
      },
    });
  });

  it('[RD27] stays in the meta of nodes, edges and cards', async () => {
    const node = { id: 'n1', type: 'note', title: `See ${KEY}`, meta: { token: 'x1', n: 1 } };
    const edge = { from: 'n1', rel: 'supports', to: 'n2', meta: { secret: 'y2', n: 1 } };
    await ask('graph_apply', {
      ops: [
        { op: 'node_upsert', ...node },
        { op: 'node_upsert', id: 'n2', type: 'note' },
        { op: 'edge_upsert', ...edge },
      ],
    });
    const shown = { title: 'See <redacted>', meta: { token: '<redacted>', n: 2 } };
    await ask('graph_apply', { ops: [{ op: 'node_upsert', id: 'n1', type: 'note', ...shown }] });
    expect(await newest('graph_node_upserted')).toMatchObject({
      node: { title: `See ${KEY}`, meta: { token: 'x1', n: 2 } },
    });
    await ask('graph_apply', {
      ops: [{ op: 'edge_upsert', ...edge, meta: { secret: '<redacted>', n: 2 } }],
    });
    expect(await newest('graph_edge_upserted')).toMatchObject({
      edge: { meta: { secret: 'y2', n: 2 } },
    });
    const card = { id: 'c1', type: 'note', title: 'Key', text: KEY, meta: { token: 'z3' } };
    await ask('think_card', { card });
    const again = { ...card, text: '<redacted>', meta: { token: '<redacted>' } };
    expect(await ask('think_card', { card: again })).toMatchObject({ inserted: false });
  });

  it('[RD27] stays in plans, tasks and steps', async () => {
    await ask('tasks_create', { kind: 'plan', title: 'Ship' });
    await ask('tasks_edit', {
      plan: 'PLAN-001',
      description: `Log in with ${KEY}`,
      contract_data: { api_key: 'k1', n: 1 },
    });
    await ask('tasks_edit', {
      plan: 'PLAN-001',
      description: 'Log in with <redacted>, then out',
      contract_data: { api_key: '<redacted>', n: 2 },
    });
    const read = (id: string) => server.surface.store.read('home', (tx) => tx.targets.byId(id));
    expect((await read('PLAN-001'))?.root).toMatchObject({
      description: `Log in with ${KEY}, then out`,
      contract_data: { api_key: 'k1', n: 2 },
    });
    const steps = [{ title: 'One', success_criteria: ['It works', `It takes ${KEY}`] }];
    await ask('tasks_create', { kind: 'task', parent: 'PLAN-001', title: 'Do', steps });
    await ask('tasks_patch', {
      task: 'TASK-001',
      kind: 'step',
      path: 's:0',
      ops: [{ op: 'set', field: 'success_criteria', value: ['It takes <redacted>', 'New'] }],
    });
    expect((await read('TASK-001'))?.steps[0]).toMatchObject({
      success_criteria: [`It takes ${KEY}`, 'New'],
    });
  });

  it('[RD27] stays in patterns, notes and cells', async () => {
    const act = (operation: string, args: JsonObject) => ask(GATEWAY, { operation, args });
    await act('start_new', { title: 'T' });
    await act('knowledge', { operation: 'save_note', id: 'n', content: `a ${KEY}` });
    await act('knowledge', { operation: 'save_note', id: 'n', content: 'b <redacted>' });
    expect(await newest('scratchpad_saved')).toMatchObject({ note: { content: `b ${KEY}` } });
    await act('knowledge', { operation: 'create', title: 'P', description: 'D', content: KEY });
    await act('knowledge', { operation: 'update', id: 'p', content: '<redacted> twice' });
    expect(await newest('pattern_saved')).toMatchObject({ pattern: { content: `${KEY} twice` } });
  });
});
