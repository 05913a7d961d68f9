/** The edges of the work graph in SQL: neighbours, ways, and dependencies within a family. */

import { sql as raw } from 'kysely';
import { DEPENDS_ON } from '../../../domain/work/work-node.ts';
import type { WorkQueries } from '../../work-port.ts';
import { chunksOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import { nodeFrom } from './rows.ts';
import { subtree } from './statements.ts';

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

const edgesBelow = prepared((sql: Sql, args: InWorkspace & { from: string }) =>
  sql
    .withRecursive('reached', (cte) =>
      cte
        .selectFrom('work_edges as own')
        .select(['own.from_id', 'own.to_id'])
        .where('own.workspace', '=', args.workspace)
        .where('own.from_id', '=', args.from)
        .where('own.type', '=', DEPENDS_ON)
        .union(
          cte
            .selectFrom('work_edges as more')
            .innerJoin('reached', 'reached.to_id', 'more.from_id')
            .select(['more.from_id', 'more.to_id'])
            .where('more.workspace', '=', args.workspace)
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
  | 'dependencyPath'
  | 'dependencyBetween'
  | 'dependencyWithin'
  | 'otherEdges'
> {
  return {
    async neighbours(id, way, limit) {
      const query = way === 'depends_on' ? targetsOf : dependentsOf;
      return (await query(sql, { workspace, id, limit })).map(nodeFrom);
    },
    hasEdge: async (from, to, type) =>
      (await edgeBetween(sql, { workspace, from, to, type })).length > 0,
    async dependencyPath(from, to) {
      if (from === to) return [from];
      return wayThrough(await edgesBelow(sql, { workspace, from }), from, to);
    },
    dependencyBetween: (id, ancestors) => dependencyBetween(sql, workspace, id, ancestors),
    dependencyWithin: (id) => dependencyBetween(sql, workspace, id, [id]),
    otherEdges: (id, limit) => otherEdges(sql, workspace, id, limit),
  };
}

/** The shortest way along edges, or undefined. */
function wayThrough(
  edges: readonly { from_id: string; to_id: string }[],
  from: string,
  to: string,
): readonly string[] | undefined {
  const next = new Map<string, string[]>();
  for (const edge of edges) next.set(edge.from_id, [...(next.get(edge.from_id) ?? []), edge.to_id]);
  const cameFrom = new Map<string, string>();
  const open = [from];
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    for (const each of next.get(at) ?? []) {
      if (cameFrom.has(each)) continue;
      cameFrom.set(each, at);
      if (each === to) return trail(from, to, cameFrom);
      open.push(each);
    }
  }
  return undefined;
}

function trail(from: string, to: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [to];
  for (let at = cameFrom.get(to); at !== undefined && at !== from; at = cameFrom.get(at)) {
    path.unshift(at);
  }
  return [from, ...path];
}

async function dependencyBetween(
  sql: Sql,
  workspace: string,
  id: string,
  ancestors: readonly string[],
) {
  const below = subtree(workspace, id);
  for (const some of chunksOf(ancestors)) {
    for (const [near, far] of [
      ['from_id', 'to_id'],
      ['to_id', 'from_id'],
    ] as const) {
      const found = await sql
        .selectFrom('work_edges')
        .select(['from_id', 'to_id'])
        .where('workspace', '=', workspace)
        .where('type', '=', DEPENDS_ON)
        .where(far, 'in', some)
        .where(raw<boolean>`${raw.ref(near)} in (${below})`)
        .limit(1)
        .executeTakeFirst();
      if (found) return { from: found.from_id, to: found.to_id };
    }
  }
  return undefined;
}

/** From one end and from the other: a search for either would go through all there are. */
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
