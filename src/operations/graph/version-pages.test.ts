/** Pages of graph versions of which many are of one event, by the rules in docs/spec/graph.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';

interface Page {
  readonly nodes: readonly { readonly id: string; readonly last_seq: number }[];
  readonly pagination: { readonly next_cursor?: number | string; readonly has_more: boolean };
}

const STEPS = Array.from({ length: 12 }, (_, n) => ({
  title: `Step ${n} ${'x'.repeat(40)}`,
  success_criteria: ['It is done'],
}));

describe.each(MAIN_ENGINES)('the graph of a task on $name', (engine) => {
  let server: TestSurface;

  const call = async <Result>(tool: string, args: object): Promise<Result> => {
    const reply = await server.call(tool, { workspace: 'acme', ...args });
    expect(reply.isError, reply.text).toBe(false);
    return reply.structured.result as Result;
  };
  const ask = (args: object) => call<Page>('graph_query', { target: 'TASK-001', ...args });

  beforeAll(async () => {
    server = await openTestSurface({ engine });
    await call('tasks_create', { title: 'Ship the parser' });
    await call('tasks_create', { parent: 'PLAN-001', title: 'Read numbers', steps: STEPS });
    await call('think_card', { target: 'TASK-001', card: { type: 'note', title: 'Between' } });
    await call('tasks_decompose', { task: 'TASK-001', steps: STEPS.slice(0, 3) });
  });
  afterAll(() => server.close());

  it('[GR60] lists the versions of one event in their order, newest first', async () => {
    const { nodes } = await ask({ limit: 100 });
    expect(nodes).toHaveLength(1 + 12 + 1 + 3);
    expect(new Set(nodes.map((node) => node.last_seq)).size).toBe(4);
    const steps = nodes.map(({ id }) => id).filter((id) => id.startsWith('step:'));
    expect(steps).toEqual([...steps].sort().reverse());
  });

  it.each([1, 2, 5, 16])('[GR62] is read whole in pages of %i', async (limit) => {
    const whole = await ask({ limit: 100 });
    const seen: string[] = [];
    let cursor: number | string | undefined;
    do {
      const { nodes, pagination } = await ask({ limit, cursor });
      seen.push(...nodes.map(({ id }) => id));
      cursor = pagination.next_cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(whole.nodes.map(({ id }) => id));
  });

  it('[GR62] is read whole if a budget cuts the pages', async () => {
    const whole = await ask({ limit: 100 });
    const seen: string[] = [];
    let cursor: number | string | undefined;
    do {
      const { nodes, pagination } = await ask({ cursor, include_edges: false, max_chars: 1_400 });
      expect(nodes.length).toBeGreaterThan(0);
      expect(nodes.length).toBeLessThan(8);
      seen.push(...nodes.map(({ id }) => id));
      cursor = pagination.next_cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(whole.nodes.map(({ id }) => id));
  });

  it('[GR62] a number cursor means older than that event, a text cursor means after that version', async () => {
    const { nodes } = await ask({ limit: 100 });
    const [first] = nodes;
    const older = await ask({ limit: 100, cursor: first?.last_seq });
    expect(older.nodes).toEqual(nodes.slice(3));
    const behind = await ask({ limit: 100, cursor: `${first?.last_seq}.${first?.id}` });
    expect(behind.nodes).toEqual(nodes.slice(1));
    // A page that ends with its event is told by the number alone.
    expect((await ask({ limit: 3 })).pagination.next_cursor).toBe(first?.last_seq);
    expect((await ask({ limit: 2 })).pagination.next_cursor).toBe(
      `${first?.last_seq}.${nodes[1]?.id}`,
    );
  });

  it('[GR62] is compared whole, page by page', async () => {
    interface Diff {
      readonly graph_diff: {
        readonly changes: readonly { readonly to: object }[];
        readonly pagination: Page['pagination'];
      };
    }
    const changes = async (limit: number) => {
      const found: object[] = [];
      let cursor: number | string | undefined;
      do {
        const { graph_diff: page } = await call<Diff>('tasks_resume_super', {
          ...{ target: 'TASK-001', read_only: true, graph_diff: true },
          ...{ graph_diff_limit: limit, graph_diff_cursor: cursor },
        });
        found.push(...page.changes);
        cursor = page.pagination.next_cursor;
      } while (cursor !== undefined);
      return found;
    };
    expect(await changes(4)).toEqual(await changes(200));
  });

  it('[GR63] is shown as the events that changed it, once each and in pages', async () => {
    interface Shown {
      readonly entries: readonly { readonly seq: number; readonly event_type: string }[];
      readonly pagination: { readonly next_cursor?: number };
    }
    const show = (args: object) =>
      call<Shown>('show', { branch: 'task/TASK-001', doc: 'TASK-001-graph', ...args });
    const { entries } = await show({});
    expect(entries.map((entry) => entry.event_type)).toEqual([
      ...['task_created', 'steps_added', 'graph_node_upserted', 'steps_added'],
    ]);
    const newest = await show({ limit: 1 });
    expect(newest.entries).toEqual(entries.slice(-1));
    const before = await show({ limit: 2, cursor: newest.pagination.next_cursor });
    expect(before.entries).toEqual(entries.slice(1, 3));
    const { docs } = await call<{ docs: readonly { readonly doc: string }[] }>('docs_list', {
      ref: 'task/TASK-001',
    });
    expect(docs.map(({ doc }) => doc)).toEqual(['TASK-001-graph', 'TASK-001-trace']);
  });

  it('[GR61] loses the edges of a step when the step is deleted', async () => {
    const ops = [
      { op: 'node_upsert', id: 'why', type: 'note', title: 'Why' },
      { op: 'edge_upsert', from: 'why', rel: 'about', to: 'step:STEP-00000001' },
    ];
    await call('graph_apply', { target: 'TASK-001', ops });
    await call('tasks_delete', { task: 'TASK-001', path: 's:0' });
    const valid = await call('graph_validate', { target: 'TASK-001' });
    expect(valid).toMatchObject({ ok: true, errors: [] });
    const { nodes } = await ask({ ids: ['step:STEP-00000001'], include_deleted: true });
    expect(nodes).toMatchObject([{ id: 'step:STEP-00000001', deleted: true }]);
    expect(await server.surface.store.check()).toEqual([]);
  });
});
