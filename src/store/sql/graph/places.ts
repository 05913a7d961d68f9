/** The graphs of a workspace that have a node, in SQL. */

import { sql as raw } from 'kysely';
import type { GraphPlace } from '../../port.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';

const withNode = prepared((sql: Sql, args: { workspace: string; node: string }) =>
  sql
    .selectFrom('graph_versions as g')
    .innerJoin('documents as d', (join) =>
      join
        .onRef('d.workspace', '=', 'g.workspace')
        .onRef('d.branch', '=', 'g.branch')
        .onRef('d.doc', '=', 'g.doc'),
    )
    .select(['d.branch', 'd.doc'])
    .where('g.workspace', '=', args.workspace)
    // As the index has it.
    .where('g.kind', '=', raw.lit('node'))
    .where('g.key', '=', args.node)
    .where('g.until_seq', 'is', null)
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
