/** The graphs of a workspace that have a node, in SQL. */

import type { GraphPlace } from '../../port.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';

/** One look into the key of each graph: no index has the nodes of all graphs by their names. */
const withNode = prepared((sql: Sql, args: { workspace: string; node: string }) =>
  sql
    .selectFrom('documents as d')
    .select(['d.branch', 'd.doc'])
    .where('d.workspace', '=', args.workspace)
    .where((e) =>
      e.exists(
        e
          .selectFrom('graph_versions as g')
          .select('g.seq')
          .whereRef('g.workspace', '=', 'd.workspace')
          .whereRef('g.branch', '=', 'd.branch')
          .whereRef('g.doc', '=', 'd.doc')
          .where('g.kind', '=', 'node')
          .where('g.key', '=', args.node),
      ),
    )
    .orderBy('d.last_seq', 'desc')
    .orderBy('d.branch')
    .orderBy('d.doc'),
);

export function placesOf(
  sql: Sql,
  place: { readonly workspace: string; readonly node: string },
): Promise<readonly GraphPlace[]> {
  return withNode(sql, place);
}
