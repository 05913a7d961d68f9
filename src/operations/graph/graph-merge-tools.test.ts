/** Merging graphs and deciding conflicts through the tools, named by docs/spec/graph.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headsOf } from '../../../test/support/journal.ts';
import { faultySuggestions } from '../../../test/support/reply.ts';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';

let server: TestSurface;
let scenes = 0;
let workspace = '';

beforeAll(async () => {
  server = await openTestSurface();
});
afterAll(() => server.close());

async function call(tool: string, args: object = {}) {
  const { result, error } = JSON.parse((await server.call(tool, { workspace, ...args })).text);
  return error ?? result;
}

const head = async () => (await headsOf(server.surface.store))[workspace] ?? 0;

const node = (id: string, title: string, more: object = {}) => ({
  ...{ op: 'node_upsert', id, type: 'idea', title, ...more },
});
const remove = (id: string) => ({ op: 'node_delete', id });
const edge = (from: string, to: string, more: object = {}) => ({
  ...{ op: 'edge_upsert', from, rel: 'supports', to, ...more },
});

const apply = (branch: string, ...ops: object[]) => call('graph_apply', { branch, ops });
const merge = (more: object = {}) => call('graph_merge', { from: 'idea', into: 'main', ...more });
const resolve = (conflict_id: string, resolution: string) =>
  call('graph_conflict_resolve', { conflict_id, resolution });
const open = async (status = 'open') =>
  (await call('graph_conflicts', { into: 'main', status })).conflicts.map(
    (each: { conflict_id: string }) => each.conflict_id,
  );

async function titleOf(id: string, branch = 'main'): Promise<string | undefined> {
  const { nodes } = await call('graph_query', { branch, ids: [id] });
  return nodes[0]?.title;
}

/** Each case in a workspace of its own: nodes on main, and a branch on top. */
async function scene(...titles: readonly string[]): Promise<void> {
  workspace = `scene-${++scenes}`;
  const ops = titles.map((title, index) => node(`n${index + 1}`, title));
  if (ops.length > 0) await apply('main', ...ops);
  await call('branch_create', { name: 'idea' });
}

/** A conflict about n1: base B, theirs T, ours O. */
async function disputed(): Promise<string> {
  await scene('B');
  await apply('idea', node('n1', 'T'));
  await apply('main', node('n1', 'O'));
  const { conflict_ids } = await merge();
  return conflict_ids[0];
}

describe('graph_merge', () => {
  it('[GR19] goes into the base only', async () => {
    await scene('B');
    await call('branch_create', { name: 'deep', from: 'idea' });
    await call('branch_create', { name: 'side' });
    const refused: [object, string][] = [
      [{ from: 'idea', into: 'side' }, 'MERGE_NOT_SUPPORTED'],
      [{ from: 'deep', into: 'main' }, 'MERGE_NOT_SUPPORTED'],
      [{ from: 'main', into: 'idea' }, 'MERGE_NOT_SUPPORTED'],
      [{ from: 'main', merge_to_base: true }, 'MERGE_NOT_SUPPORTED'],
      [{ from: 'main', into: 'main' }, 'MERGE_NOT_SUPPORTED'],
      [{ from: 'idea' }, 'INVALID_INPUT'],
      [{ from: 'idea', into: 'side', merge_to_base: true }, 'INVALID_INPUT'],
      [{ from: 'nowhere', into: 'main' }, 'UNKNOWN_ID'],
    ];
    for (const [args, code] of refused) {
      expect(await call('graph_merge', args), JSON.stringify(args)).toMatchObject({ code });
    }
    for (const args of [{ into: 'main', merge_to_base: true }, { merge_to_base: true }]) {
      expect(await call('graph_merge', { from: 'idea', ...args })).toMatchObject({ into: 'main' });
    }
  });

  it('[GR20] [GR24] writes, skips and disputes, and counts it', async () => {
    await scene('same', 'theirs', 'ours', 'both', 'alike', 'gone');
    await apply(
      'idea',
      node('n1', 'same'),
      node('n2', 'T', { status: 'open', tags: ['x'] }),
      node('n4', 'T'),
      node('n5', 'A'),
      remove('n6'),
      node('new', 'N'),
      edge('new', 'n2', { meta: { w: 1 } }),
    );
    await apply('main', node('n3', 'O'), node('n4', 'O'), node('n5', 'A'));
    const told = await merge();
    expect(told).toMatchObject({
      ...{ from: 'idea', into: 'main', doc: 'graph', merged: 4, skipped: 2, conflicts_created: 1 },
      diff_summary: { nodes_changed: 4, edges_changed: 1, node_fields_changed: 12 },
      pagination: { cursor: null, has_more: false, limit: 200, count: 7 },
    });
    expect(told.diff_summary.edge_fields_changed).toBe(2);
    expect(told.conflicts).toMatchObject([
      { kind: 'node', key: 'n4', status: 'open', from: 'idea', into: 'main', doc: 'graph' },
    ]);
    const now = await Promise.all(
      ['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'new'].map((id) => titleOf(id)),
    );
    expect(now).toEqual(['same', 'T', 'O', 'O', 'A', undefined, 'N']);
    const { nodes, edges } = await call('graph_query', { branch: 'main', ids: ['new', 'n2'] });
    expect(edges).toMatchObject([{ from: 'new', to: 'n2', meta: { w: 1 } }]);
    expect(nodes.map((each: object) => Object.keys(each))).not.toContain('merged_from');
    const left = await call('graph_diff', { from: 'main', to: 'idea' });
    expect(left.changes.map((each: { id: string }) => each.id)).toEqual(['n4', 'n3']);
  });

  it('[GR20] a deletion meets a change, and two deletions agree', async () => {
    await scene('B', 'B', 'B');
    await apply('idea', remove('n1'), node('n2', 'T'), remove('n3'));
    await apply('main', node('n1', 'O'), remove('n2'), remove('n3'));
    const { merged, skipped, conflicts } = await merge();
    expect([merged, skipped]).toEqual([0, 1]);
    expect(conflicts).toMatchObject([
      { key: 'n2', base: { title: 'B' }, theirs: { title: 'T' }, ours: { deleted: true } },
      { key: 'n1', base: { title: 'B' }, theirs: { deleted: true }, ours: { title: 'O' } },
    ]);
    await apply('idea', node('both', 'T'));
    await apply('main', node('both', 'O'));
    const [met] = (await merge()).conflicts;
    expect(met).toMatchObject({ key: 'both', base: null, theirs: { deleted: false } });
  });

  it('[GR21] pages do together what one page would', async () => {
    await scene();
    const names = ['a', 'b', 'c', 'd', 'e'];
    await apply('idea', ...names.map((id) => node(id, id)));
    const first = await merge({ limit: 2 });
    expect(first).toMatchObject({ merged: 2, pagination: { has_more: true, count: 2 } });
    expect(await titleOf('d')).toBe('d');
    expect(await titleOf('c')).toBeUndefined();
    const second = await merge({ limit: 2, cursor: first.pagination.next_cursor });
    const third = await merge({ limit: 2, cursor: second.pagination.next_cursor });
    expect(third).toMatchObject({ merged: 1, pagination: { has_more: false, count: 1 } });
    expect(await merge()).toMatchObject({ merged: 0, skipped: 5 });
  });

  it('[GR22] a repeat writes nothing', async () => {
    await disputed();
    await apply('idea', node('new', 'N'));
    expect(await merge()).toMatchObject({ merged: 1, conflicts_created: 0 });
    const before = await head();
    const again = await merge();
    expect(again).toMatchObject({ merged: 0, skipped: 1, conflicts_created: 0 });
    expect(again.conflict_ids).toHaveLength(1);
    expect(await head()).toBe(before);
  });

  it('[GR22] what was merged is no conflict when the destination moves on', async () => {
    await scene('B');
    await apply('idea', node('n1', 'T'));
    await merge();
    await apply('main', node('n1', 'later on main'));
    expect(await merge()).toMatchObject({ merged: 0, skipped: 1, conflict_ids: [] });
    expect(await titleOf('n1')).toBe('later on main');
  });

  it('[GR22] a branch that goes on after its merge is merged again', async () => {
    await scene('B');
    for (const title of ['T1', 'T2', 'B', 'T1']) {
      await apply('idea', node('n1', title));
      expect(await merge(), title).toMatchObject({ merged: 1, conflict_ids: [] });
      expect(await titleOf('n1')).toBe(title);
    }
    await apply('idea', remove('n1'));
    expect(await merge()).toMatchObject({ merged: 1, conflict_ids: [] });
    expect(await titleOf('n1')).toBeUndefined();
  });

  it('[GR22] after a merge both may disagree anew', async () => {
    await scene('B');
    await apply('idea', node('n1', 'T1'));
    await merge();
    await apply('idea', node('n1', 'T2'));
    await apply('main', node('n1', 'O2'));
    expect((await merge()).conflicts).toMatchObject([
      { base: { title: 'T1' }, theirs: { title: 'T2' }, ours: { title: 'O2' } },
    ]);
  });

  it('[GR23] a preview writes nothing and tells what the run will', async () => {
    await scene('B', 'B');
    await apply('idea', node('n1', 'T'), node('n2', 'T'));
    await apply('main', node('n1', 'O'));
    const before = await head();
    const preview = await merge({ dry_run: true });
    expect(await head()).toBe(before);
    expect(preview.conflicts).toMatchObject([{ status: 'preview' }]);
    expect(preview.conflicts_created).toBe(0);
    expect(await open()).toEqual([]);
    const real = await merge();
    expect(real.conflict_ids).toEqual(preview.conflict_ids);
    const { merged, skipped, diff_summary, pagination } = real;
    expect(preview).toMatchObject({ merged, skipped, diff_summary, pagination });
    expect(await open()).toEqual(real.conflict_ids);
  });

  it('proposes a next call that runs', async () => {
    await scene('B');
    await apply('idea', node('n1', 'T'));
    await apply('main', node('n1', 'O'));
    const reply = await server.call('graph_merge', { workspace, from: 'idea', into: 'main' });
    expect(reply.suggestions).toHaveLength(1);
    expect(faultySuggestions(reply.suggestions)).toEqual([]);
    const [next] = reply.suggestions;
    if (next?.action !== 'call_tool') throw new Error('no next call');
    expect((await server.call(next.target, { workspace, ...next.params })).isError).toBe(false);
  });
});

describe('a conflict', () => {
  it('[GR25] keeps its id where a side is written again as it was', async () => {
    const id = await disputed();
    expect(id).toMatch(/^CONFLICT-[0-9a-f]{32}$/);
    await apply('idea', node('n1', 'T'));
    await apply('main', node('n1', 'O'));
    expect(await merge()).toMatchObject({ conflict_ids: [id], conflicts_created: 0 });
    await apply('main', node('n1', 'O2'));
    const { conflict_ids } = await merge();
    expect(conflict_ids).not.toEqual([id]);
    expect(await open()).toEqual([...conflict_ids, id]);
  });

  it('[GR26] is listed by destination, document and status, and loses none over pages', async () => {
    await scene('B', 'B', 'B', 'B', 'B');
    const names = ['n1', 'n2', 'n3', 'n4', 'n5'];
    await apply('idea', ...names.map((id) => node(id, 'T')));
    await apply('main', ...names.map((id) => node(id, 'O')));
    const { conflict_ids } = await merge();
    const seen: string[] = [];
    let cursor: number | null = null;
    do {
      const page = await call('graph_conflicts', { into: 'main', limit: 2, cursor });
      seen.push(...page.conflicts.map((each: { conflict_id: string }) => each.conflict_id));
      cursor = page.pagination.next_cursor ?? null;
    } while (cursor !== null);
    expect(seen).toEqual([...conflict_ids].reverse());
    await resolve(seen[0] ?? '', 'use_into');
    expect(await open()).toEqual(seen.slice(1));
    expect(await open('resolved')).toEqual(seen.slice(0, 1));
    expect((await call('graph_conflicts', { into: 'idea' })).conflicts).toEqual([]);
    expect((await call('graph_conflicts', { into: 'main', doc: 'x' })).conflicts).toEqual([]);
  });

  it('[GR26] shows all its sides', async () => {
    const conflict_id = await disputed();
    const side = (title: string, last_seq: number) => ({
      ...{ id: 'n1', type: 'idea', title, tags: [], deleted: false, last_seq },
    });
    const expected = {
      ...{ conflict_id, kind: 'node', key: 'n1', from: 'idea', into: 'main', doc: 'graph' },
      ...{ status: 'open', created_at_ms: expect.any(Number) },
      ...{ base: side('B', 2), theirs: side('T', 4), ours: side('O', 5) },
    };
    expect(await call('graph_conflict_show', { conflict_id })).toEqual({ conflict: expected });
    await resolve(conflict_id, 'use_into');
    expect(await call('graph_conflict_show', { conflict_id })).toEqual({
      conflict: { ...expected, status: 'resolved', resolved_at_ms: expect.any(Number) },
    });
    for (const [id, code] of [
      ['CONFLICT-1', 'INVALID_INPUT'],
      [conflict_id.toUpperCase(), 'INVALID_INPUT'],
      [`CONFLICT-${'f'.repeat(32)}`, 'UNKNOWN_ID'],
    ]) {
      expect(await call('graph_conflict_show', { conflict_id: id })).toMatchObject({ code });
      expect(await resolve(id ?? '', 'use_into')).toMatchObject({ code });
    }
  });

  it('[GR27] use_from writes what they had, whatever happened since', async () => {
    const id = await disputed();
    await apply('main', node('n1', 'O2'));
    await apply('idea', node('n1', 'T2'));
    expect(await resolve(id, 'use_from')).toEqual({
      ...{ conflict_id: id, status: 'resolved', applied: true },
    });
    expect(await titleOf('n1')).toBe('T');
    expect(await resolve(id, 'use_into')).toMatchObject({ code: 'CONFLICT' });
    expect(await merge()).toMatchObject({ merged: 1, conflict_ids: [] });
    expect(await titleOf('n1')).toBe('T2');
  });

  it('[GR27] use_into writes no version; other words are refused', async () => {
    const id = await disputed();
    expect(await resolve(id, 'ours')).toMatchObject({ code: 'INVALID_INPUT' });
    const before = await head();
    expect(await resolve(id, 'use_into')).toMatchObject({ applied: false });
    expect([await titleOf('n1'), await head()]).toEqual(['O', before + 1]);
  });

  it('[GR27] use_from may leave an edge without its end, which graph_validate tells', async () => {
    await scene('B', 'B');
    await apply('main', edge('n1', 'n2'));
    await call('branch_create', { name: 'late' });
    await apply('late', edge('n1', 'n2', { meta: { w: 1 } }));
    await apply('main', remove('n2'));
    const { conflict_ids } = await call('graph_merge', { from: 'late', into: 'main' });
    await resolve(conflict_ids[0], 'use_from');
    expect(await call('graph_validate', { branch: 'main' })).toMatchObject({ ok: false });
  });

  it.each(['use_from', 'use_into'])(
    '[GR28] stays decided by %s, whatever main does',
    async (how) => {
      const id = await disputed();
      await resolve(id, how);
      for (const title of ['O', 'O2', 'O']) {
        expect(await merge(), title).toMatchObject({ merged: 0, skipped: 1, conflict_ids: [] });
        await apply('main', node('n1', title));
        await apply('idea', node('n1', 'T'));
      }
      await apply('idea', node('n1', 'T2'));
      expect(await merge()).toMatchObject({ merged: 0, conflicts_created: 1 });
    },
  );

  it('[GR28] what was decided against is not written when main goes back', async () => {
    const id = await disputed();
    await resolve(id, 'use_into');
    await apply('main', node('n1', 'B'));
    expect(await merge()).toMatchObject({ merged: 0, skipped: 1, conflict_ids: [] });
    expect(await titleOf('n1')).toBe('B');
    await apply('idea', node('n1', 'T2'));
    expect(await merge()).toMatchObject({ merged: 1, conflict_ids: [] });
    expect(await titleOf('n1')).toBe('T2');
  });

  it('[GR29] outlives a rename and goes with its branch', async () => {
    const conflict_id = await disputed();
    await call('branch_rename', { old: 'idea', new: 'better' });
    const renamed = await call('graph_merge', { from: 'better', into: 'main' });
    expect(renamed).toMatchObject({ conflict_ids: [conflict_id], conflicts_created: 0 });
    const { conflict } = await call('graph_conflict_show', { conflict_id });
    expect(conflict).toMatchObject({ from: 'better' });
    await call('branch_delete', { name: 'better' });
    expect(await open()).toEqual([]);
    expect(await call('graph_conflict_show', { conflict_id })).toMatchObject({
      code: 'UNKNOWN_ID',
    });
    expect(await server.surface.store.check()).toEqual([]);
  });
});
