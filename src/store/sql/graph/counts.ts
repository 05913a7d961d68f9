/** Counts the live nodes of a graph by type, as a branch sees them. */

import type { EffectiveView, Stretch } from '../../../domain/branches/effective-view.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import type { NodeCounts } from '../../port.ts';
import type { Sql } from '../engine.ts';

interface GraphName {
  readonly workspace: string;
  readonly doc: string;
}

export async function countNodes(
  sql: Sql,
  place: GraphName,
  view: EffectiveView,
  types: readonly string[],
): Promise<NodeCounts> {
  const counts = new Map<string, number>();
  let left: number = LIMITS.counted;
  for (const [index, stretch] of view.entries()) {
    if (left === 0) break;
    const nearer = view.slice(0, index);
    for (const { type, nodes } of await countIn(sql, place, stretch, nearer, types, left)) {
      left -= Number(nodes);
      if (type !== null) counts.set(type, (counts.get(type) ?? 0) + Number(nodes));
    }
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A node that a nearer stretch has a version of is counted there, or deleted there. */
function countIn(
  sql: Sql,
  { workspace, doc }: GraphName,
  { branch, upTo }: Stretch,
  nearer: EffectiveView,
  types: readonly string[],
  most: number,
) {
  let query = sql
    .selectFrom('graph_versions as g')
    .select('g.type')
    .where('g.workspace', '=', workspace)
    .where('g.branch', '=', branch)
    .where('g.doc', '=', doc)
    .where('g.kind', '=', 'node')
    .where('g.type', 'in', [...types])
    .where('g.state', 'is not', null)
    .where('g.seq', '<=', upTo)
    .where((e) => e.or([e('g.until_seq', 'is', null), e('g.until_seq', '>', upTo)]))
    .orderBy('g.seq', 'desc')
    .limit(most);
  if (nearer.length > 0) {
    query = query.where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('graph_versions as n')
            .select('n.seq')
            .where('n.workspace', '=', workspace)
            .where('n.doc', '=', doc)
            .where('n.kind', '=', 'node')
            .whereRef('n.key', '=', 'g.key')
            .where((of) =>
              of.or(
                nearer.map((each) =>
                  of.and([of('n.branch', '=', each.branch), of('n.seq', '<=', each.upTo)]),
                ),
              ),
            ),
        ),
      ),
    );
  }
  return sql
    .selectFrom(query.as('newest'))
    .select(['newest.type', (e) => e.fn.countAll().as('nodes')])
    .groupBy('newest.type')
    .execute();
}
