/** When the nodes of a graph were first written, as a branch sees them. */

import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import { chunksOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';

export async function beginnings(
  sql: Sql,
  { workspace, doc }: { readonly workspace: string; readonly doc: string },
  view: EffectiveView,
  nodes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const first = new Map<string, number>();
  // From the oldest stretch on: what a nearer one has of the same key came later.
  for (const { branch, upTo } of [...view].reverse()) {
    for (const some of chunksOf([...new Set(nodes)])) {
      const rows = await sql
        .selectFrom('graph_versions')
        .select(['key', (e) => e.fn.min('seq').as('first')])
        .where('workspace', '=', workspace)
        .where('branch', '=', branch)
        .where('doc', '=', doc)
        .where('kind', '=', 'node')
        .where('key', 'in', some)
        .where('seq', '<=', upTo)
        .groupBy('key')
        .execute();
      for (const row of rows) if (!first.has(row.key)) first.set(row.key, Number(row.first));
    }
  }
  return first;
}
