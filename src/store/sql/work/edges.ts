/** The edges of the work graph in SQL: neighbours, paths, and dependencies between subtrees. */

import { sql as raw } from 'kysely';
import { DEPENDS_ON, type Link, type WorkEdge } from '../../../domain/work/work-node.ts';
import type { WorkQueries } from '../../work-port.ts';
import { chunksOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import { nodeFrom } from './rows.ts';
import { edgesAt, edgesToward, subtree } from './statements.ts';
import { waitsBetween } from './waits.ts';

interface InWorkspace {
  readonly workspace: string;
}

function neighbourQuery(near: 'from_id' | 'to_id', far: 'from_id' | 'to_id') {
  return prepared((sql: Sql, args: InWorkspace & { id: string; limit: number }) =>
    sql
      .selectFrom('work_edges as e')
      .innerJoin('work_nodes as n', (join) =>
        join.onRef('n.workspace', '=', 'e.workspace').onRef('n.id', '=', `e.${far}`),
      )
      .selectAll('n')
      .where('e.workspace', '=', args.workspace)
      .where(`e.${near}`, '=', args.id)
      .where('e.type', '=', DEPENDS_ON)
      .orderBy('n.created_key')
      .limit(args.limit),
  );
}

const targetsOf = neighbourQuery('from_id', 'to_id');
const dependentsOf = neighbourQuery('to_id', 'from_id');

const edgeBetween = prepared(
  (sql: Sql, args: InWorkspace & { from: string; to: string; type: string }) =>
    sql
      .selectFrom('work_edges')
      .select('type')
      .where('workspace', '=', args.workspace)
      .where('from_id', '=', args.from)
      .where('to_id', '=', args.to)
      .where('type', '=', args.type),
);

const dependenciesBelow = prepared((sql: Sql, args: InWorkspace & { from: string }) =>
  sql
    .withRecursive('reached', (cte) =>
      cte
        .selectFrom('work_edges as own')
        .select(['own.from_id', 'own.to_id'])
        .where('own.workspace', '=', args.workspace)
        .where('own.from_id', '=', args.from)
        .where('own.type', '=', DEPENDS_ON)
        .union(
          // SQLite does not reorder a cross join. It would walk all edges for each that is reached.
          cte
            .selectFrom('reached')
            .crossJoin('work_edges as more')
            .select(['more.from_id', 'more.to_id'])
            .where('more.workspace', '=', args.workspace)
            .whereRef('more.from_id', '=', 'reached.to_id')
            .where('more.type', '=', DEPENDS_ON),
        ),
    )
    .selectFrom('reached')
    .selectAll(),
);

export function readEdges(
  sql: Sql,
  workspace: string,
): Pick<
  WorkQueries,
  | 'neighbours'
  | 'hasEdge'
  | 'waitingFor'
  | 'waitsBetween'
  | 'dependenciesFrom'
  | 'dependenciesBetween'
  | 'otherEdges'
  | 'edgesAt'
> {
  return {
    async neighbours(id, way, limit) {
      const query = way === 'depends_on' ? targetsOf : dependentsOf;
      return (await query(sql, { workspace, id, limit })).map(nodeFrom);
    },
    hasEdge: async (from, to, type) =>
      (await edgeBetween(sql, { workspace, from, to, type })).length > 0,
    async waitingFor(ids) {
      const edges = await edgesToward(sql, workspace, ids);
      return [...new Set(edges.map((edge) => edge.from_id))];
    },
    waitsBetween: (from, to) => waitsBetween(sql, workspace, from, to),
    async dependenciesFrom(ids) {
      const found: Link[] = [];
      for (const from of ids) {
        const rows = await dependenciesBelow(sql, { workspace, from });
        found.push(...rows.map(linkFrom));
      }
      return found;
    },
    dependenciesBetween: (tops, others) => dependenciesBetween(sql, workspace, tops, others),
    otherEdges: (id, limit) => otherEdges(sql, workspace, id, limit),
    edgesAt: async (ids) => edgesFrom(await edgesAt(sql, workspace, ids)),
  };
}

/** Each once, in an order that does not depend on how they were found. */
export function edgesFrom(rows: readonly Tables['work_edges'][]): readonly WorkEdge[] {
  const edges = rows.map((row) => ({ from: row.from_id, to: row.to_id, type: row.type }));
  const byKey = new Map(edges.map((edge) => [`${edge.from} ${edge.type} ${edge.to}`, edge]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, edge]) => edge);
}

function linkFrom(row: { from_id: string; to_id: string }): Link {
  return { from: row.from_id, to: row.to_id };
}

/** Two of each kind, since an edge between two nodes that are merged does not count. */
const SOME = 2;

async function dependenciesBetween(
  sql: Sql,
  workspace: string,
  tops: readonly string[],
  others: readonly string[],
): Promise<readonly Link[]> {
  const found: Link[] = [];
  const ways = [['from_id', 'to_id'] as const, ['to_id', 'from_id'] as const];
  for (const top of tops) {
    for (const some of chunksOf(others)) {
      for (const [near, far] of ways) {
        const rows = await sql
          .selectFrom('work_edges')
          .select(['from_id', 'to_id'])
          .where('workspace', '=', workspace)
          .where('type', '=', DEPENDS_ON)
          .where(far, 'in', some)
          .where(raw<boolean>`${raw.ref(near)} in (${subtree(workspace, top)})`)
          .limit(SOME)
          .execute();
        found.push(...rows.map(linkFrom));
      }
    }
  }
  return found;
}

/** One query per end: a search for either end would scan all edges. */
async function otherEdges(sql: Sql, workspace: string, id: string, limit: number) {
  const at = (end: 'from_id' | 'to_id') =>
    sql
      .selectFrom('work_edges')
      .selectAll()
      .where('workspace', '=', workspace)
      .where(end, '=', id)
      .where('type', '<>', DEPENDS_ON)
      .orderBy('type')
      .orderBy(end === 'from_id' ? 'to_id' : 'from_id')
      .limit(limit)
      .execute();
  const [out, back] = [await at('from_id'), await at('to_id')];
  const rows = [...out, ...back.filter((row) => row.from_id !== id)].slice(0, limit);
  return rows.map((row) => ({ from: row.from_id, to: row.to_id, type: row.type }));
}
