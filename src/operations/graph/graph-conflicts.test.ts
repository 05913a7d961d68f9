/** The list of conflicts of the reasoning graph, by the rules in docs/spec/graph.md. */

import { describe, expect, it } from 'vitest';
import { mergeScenes, titled } from '../../../test/support/graph-world.ts';

describe('graph_conflicts', () => {
  const { applyTo, call, listConflicts, merge, resolve, startBranch } = mergeScenes();

  it('[GR26] is listed by destination, document and status, and loses none over pages', async () => {
    await startBranch('B', 'B', 'B', 'B', 'B');
    const names = ['n1', 'n2', 'n3', 'n4', 'n5'];
    await applyTo('idea', ...names.map((id) => titled(id, 'T')));
    await applyTo('main', ...names.map((id) => titled(id, 'O')));
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
    expect(await listConflicts()).toEqual(seen.slice(1));
    expect(await listConflicts('resolved')).toEqual(seen.slice(0, 1));
    expect((await call('graph_conflicts', { into: 'idea' })).conflicts).toEqual([]);
    expect((await call('graph_conflicts', { into: 'main', doc: 'x' })).conflicts).toEqual([]);
  });
});
