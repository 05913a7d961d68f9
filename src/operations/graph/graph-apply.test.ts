/** Operations on the reasoning graph, by the rules in docs/spec/graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  edge,
  graphScenes,
  idsIn,
  mixed,
  node,
  remove,
  unlink,
} from '../../../test/support/graph-world.ts';

describe.each(MAIN_ENGINES)('graph_apply on $name', (engine) => {
  const world = graphScenes(engine);
  const { apply, call, head, ids, query } = world;

  it('[GR4] reports what it did, and later operations see the earlier ones', async () => {
    const ops = [node('a'), node('b'), edge('a', 'b'), remove('a'), node('a'), edge('a', 'a')];
    expect(await apply(ops)).toEqual({
      branch: 'main',
      doc: 'graph',
      applied: { nodes_upserted: 3, nodes_deleted: 1, edges_upserted: 2, edges_deleted: 1 },
      last_seq: 8,
      last_ts_ms: expect.any(Number),
    });
    const { nodes, edges } = await query();
    expect([nodes.length, edges.length]).toEqual([2, 1]);
  });

  it.each([
    ['an unknown end', [node('a'), edge('a', 'x')], 'ops.1.to'],
    ['an end deleted before', [node('a'), node('b'), remove('b'), edge('a', 'b')], 'ops.3.to'],
    ['a node that does not exist', [node('a'), remove('x')], 'ops.1.id'],
    ['a node deleted twice', [node('a'), remove('a'), remove('a')], 'ops.2.id'],
    ['an edge that does not exist', [node('a'), node('b'), unlink('a', 'b')], 'ops.2'],
  ])('[GR4] [GR7] [GR8] %s refuses the whole batch', async (_what, ops, field) => {
    await call('init');
    const before = await head();
    const error = await apply(ops);
    expect(error).toMatchObject({ code: 'INVALID_INPUT' });
    expect(error.message).toMatch(new RegExp(`^${field}: `));
    expect(await head()).toBe(before);
    expect((await query({ include_deleted: true })).nodes).toEqual([]);
  });

  it('[GR8] a refusal proposes to look into the same graph', async () => {
    await call('branch_create', { name: 'idea' });
    const reply = await world.server.call('graph_apply', {
      ...{ workspace: world.workspace, branch: 'idea', doc: 'risks', ops: [remove('x')] },
    });
    expect(JSON.stringify(reply.suggestions)).toContain('"branch":"idea","doc":"risks"');
  });

  it('[GR5] [GR6] replaces the whole state, and creates a version for a repeat too', async () => {
    const full = { title: 'T', text: 'X', status: 'open', tags: ['t'], meta: { a: 1 } };
    await apply([node('a', full), node('b'), edge('a', 'b', { meta: { w: 1 } })]);
    await apply([node('a'), edge('a', 'b')]);
    const place = { deleted: false, last_ts_ms: expect.any(Number) };
    const shown = await query({ ids: ['a', 'b'] });
    expect(shown.nodes[0]).toEqual({ id: 'a', type: 'idea', tags: [], last_seq: 5, ...place });
    const bare = { from: 'a', rel: 'supports', to: 'b', last_seq: 6, ...place };
    expect(shown.edges).toEqual([bare]);
    expect((await apply([node('a')])).last_seq).toBe(7);
    expect((await query({ ids: ['a'] })).nodes[0].last_seq).toBe(7);
  });

  it('[GR7] deleting a node deletes its edges, inherited ones too', async () => {
    const ring = [edge('a', 'b'), edge('b', 'c'), edge('c', 'a'), edge('a', 'a')];
    await apply([node('a'), node('b'), node('c'), ...ring]);
    await call('branch_create', { name: 'idea' });
    const { applied } = await apply([remove('a')], 'idea');
    expect(applied).toMatchObject({ nodes_deleted: 1, edges_deleted: 3 });
    const pairs = (found: { edges: { from: string; to: string }[] }) =>
      found.edges.map((each) => each.from + each.to).sort();
    expect(pairs(await query({ branch: 'idea' }))).toEqual(['bc']);
    expect(pairs(await query())).toEqual(['aa', 'ab', 'bc', 'ca']);
  });

  it.each(['task:TASK-001', 'step:STEP-1', 'work:x', '  task:y'])(
    '[GR3] %j is reserved for its own tools',
    async (id) => {
      await call('init');
      for (const op of [node(id), remove(id), edge(id, 'step:x'), unlink('task:x', id)]) {
        expect(await apply([op]), JSON.stringify(op)).toMatchObject({ code: 'INVALID_INPUT' });
      }
      expect(await apply([node('my task:1'), node('Task:2'), node('tasks')])).toMatchObject({
        applied: { nodes_upserted: 3 },
      });
    },
  );

  it('[GR3] any caller may link to a reserved node', async () => {
    await call('init');
    const task = { id: 'task:TASK-001', type: 'task', tags: [] };
    const { workspace } = world;
    await world.server.surface.store.write({ workspace, agent: 'a', nowMs: 0 }, (tx) =>
      tx.append([
        ...[{ entity: 'branch:1', branch: 1, doc: 'graph' }].map((place) => ({
          ...{ type: 'graph_node_upserted' as const, ...place, payload: { node: task } },
        })),
      ]),
    );
    const links = [edge('a', task.id), edge(task.id, 'a'), unlink('a', task.id)];
    expect(await apply([node('a'), ...links])).toMatchObject({
      applied: { edges_upserted: 2, edges_deleted: 1 },
    });
    expect(await apply([edge(task.id, task.id)])).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it.each([
    [{ op: 'node_upsert', id: 'a' }, 'ops.0.type'],
    [{ op: 'node_upsert', type: 'idea' }, 'ops.0.id'],
    [{ ...node('a'), rel: 'x' }, 'ops.0.rel'],
    [{ ...remove('a'), title: 'x' }, 'ops.0.title'],
    [{ op: 'edge_upsert', from: 'a', to: 'b' }, 'ops.0.rel'],
    [{ ...unlink('a', 'b'), meta: {} }, 'ops.0.meta'],
    [node(' '), 'ops.0.id'],
    [node('a|b'), 'ops.0.id'],
    [node('a\nb'), 'ops.0.id'],
    [node('x'.repeat(257)), 'ops.0.id'],
    [node('a', { type: 'x'.repeat(129) }), 'ops.0.type'],
    [edge('a', 'b', { rel: 'r|s' }), 'ops.0.rel'],
    [node('a', { tags: ['a|b'] }), 'ops.0.tags'],
  ])('[GR1] [GR2] [GR9] %j is refused by name', async (op, field) => {
    const error = await apply([op]);
    expect(error.code).toBe('INVALID_INPUT');
    expect(error.message).toMatch(new RegExp(`^${field}: `));
  });

  it('[GR10] the longest names are stored and found', async () => {
    const [a, b] = [mixed(256), `${mixed(255)}b`];
    const doc = mixed(128);
    const long = { type: mixed(128), tags: [mixed(128)] };
    const link = { op: 'edge_upsert', from: a, rel: mixed(128), to: b };
    const args = { branch: 'main', doc };
    const ops = [node(a, { ...long, title: mixed(5_000) }), node(b, long), link];
    expect(await call('graph_apply', { ...args, ops })).toHaveProperty('applied');
    const found = await query({ ...args, types: [mixed(128)], tags_all: [mixed(128)] });
    expect([idsIn(found), found.edges.length]).toEqual([[b, a], 1]);
  });

  it('[GR1] [GR10] a status of any length is stored or refused, never a failure', async () => {
    expect(await apply([node('a', { status: mixed(128) })])).toHaveProperty('applied');
    expect(await ids({ status: mixed(128) })).toEqual(['a']);
    const long = await apply([node('b', { status: mixed(5_000) })]);
    expect(long).toMatchObject({ code: 'INVALID_INPUT' });
  });
});
