/** Counts the live nodes of a graph by type, as a branch sees them. */

import type { EffectiveView, Stretch } from '../../../domain/branches/effective-view.ts';
import type { NodeCounts } from '../../port.ts';
import type { Sql } from '../engine.ts';

interface Place {
  readonly workspace: string;
  readonly doc: string;
}

export async function countNodes(
  sql: Sql,
  place: Place,
  view: EffectiveView,
  filter: { readonly types?: readonly string[]; readonly tag?: string },
): Promise<NodeCounts> {
  const counts = new Map<string, number>();
  if (filter.types?.length === 0) return {};
  for (const [index, stretch] of view.entries()) {
    const nearer = view.slice(0, index);
    for (const { type, nodes } of await countIn(sql, place, stretch, nearer, filter)) {
      if (type !== null) counts.set(type, (counts.get(type) ?? 0) + Number(nodes));
    }
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A node that a nearer stretch has a version of is counted there, or deleted there. */
function countIn(
  sql: Sql,
  { workspace, doc }: Place,
  { branch, upTo }: Stretch,
  nearer: EffectiveView,
  { types, tag }: { readonly types?: readonly string[]; readonly tag?: string },
) {
  let query = sql
    .selectFrom('graph_versions as g')
    .select(['g.type', (e) => e.fn.countAll().as('nodes')])
    .where('g.workspace', '=', workspace)
    .where('g.branch', '=', branch)
    .where('g.doc', '=', doc)
    .where('g.kind', '=', 'node')
    .where('g.state', 'is not', null)
    .where('g.seq', '<=', upTo)
    .where((e) => e.or([e('g.until_seq', 'is', null), e('g.until_seq', '>', upTo)]))
    .groupBy('g.type');
  if (types) query = query.where('g.type', 'in', [...types]);
  if (tag !== undefined) {
    query = query.where((e) =>
      e.exists(
        e
          .selectFrom('graph_tags as t')
          .select('t.seq')
          .where('t.workspace', '=', workspace)
          .where('t.branch', '=', branch)
          .where('t.doc', '=', doc)
          .where('t.tag', '=', tag)
          .whereRef('t.seq', '=', 'g.seq')
          .whereRef('t.place', '=', 'g.place'),
      ),
    );
  }
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
  return query.execute();
}
