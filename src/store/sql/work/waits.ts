/**
 * What waits for what in SQL. An open node waits for what it depends on and for its open parts.
 *
 * A popular node may have many thousands that wait for it, and a large part many nodes below it. So
 * a way is looked for from both ends, and the end that is known completely first decides: the cost
 * is that of the smaller side.
 */

import { sql as raw } from 'kysely';
import type { Wait } from '../../../domain/work/waits.ts';
import { DEPENDS_ON } from '../../../domain/work/work-node.ts';
import { type Listed, listed, rowsOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { prepared, rawStatement } from '../prepared.ts';
import { edgesAway, edgesToward } from './statements.ts';

interface Reach {
  readonly workspace: string;
  readonly ids: Listed;
  /** So many nodes at most: then there may be more. */
  readonly most: number;
}

interface Reached {
  readonly id: string;
  readonly parent: string | null;
  readonly resolved: number;
}

/**
 * Goes from each node to its parent and to those that depend on it, and no further from one that is
 * resolved. One step of the recursion does both, since PostgreSQL allows the recursion to be named
 * only once. Both engines stop the recursion at the limit.
 */
const waitersOf = prepared((sql: Sql, args: Reach) =>
  rawStatement<Reached>(
    sql,
    raw`with recursive reached(id) as (
      select value from ${rowsOf(sql, args.ids)} as given
      union
      select case when way.up = 1 then n.parent else e.from_id end
      from reached as r
      cross join work_nodes as n
      cross join (select 1 as up union all select 0) as way
      left join work_edges as e on way.up = 0 and e.workspace = ${args.workspace}
        and e.to_id = n.id and e.type = ${DEPENDS_ON}
      where n.workspace = ${args.workspace} and n.id = r.id
        and (n.resolved = 0 or n.id in ${rowsOf(sql, args.ids)})
        and case when way.up = 1 then n.parent else e.from_id end is not null
    ) select w.id, w.parent, w.resolved
      from (select id from reached limit ${args.most}) as r cross join work_nodes as w
      where w.workspace = ${args.workspace} and w.id = r.id`,
  ),
);

/** Goes the other way: from each node to its open parts and to what it depends on. */
const awaitedBy = prepared((sql: Sql, args: Reach) =>
  rawStatement<Reached>(
    sql,
    raw`with recursive reached(id) as (
      select value from ${rowsOf(sql, args.ids)} as given
      union
      select case when way.down = 1 then c.id else e.to_id end
      from reached as r
      cross join work_nodes as n
      cross join (select 1 as down union all select 0) as way
      left join work_nodes as c on way.down = 1 and c.workspace = ${args.workspace}
        and c.parent = n.id and c.resolved = 0
      left join work_edges as e on way.down = 0 and e.workspace = ${args.workspace}
        and e.from_id = n.id and e.type = ${DEPENDS_ON}
      where n.workspace = ${args.workspace} and n.id = r.id
        and (n.resolved = 0 or n.id in ${rowsOf(sql, args.ids)})
        and case when way.down = 1 then c.id else e.to_id end is not null
    ) select w.id, w.parent, w.resolved
      from (select id from reached limit ${args.most}) as r cross join work_nodes as w
      where w.workspace = ${args.workspace} and w.id = r.id`,
  ),
);

const FIRST = 64;
/** Each round reads so many times more, so that all rounds together cost little more than the last. */
const GROWTH = 8;

/** The waits on every way from one of the first nodes to one of the last; both count as open. */
export async function waitsBetween(
  sql: Sql,
  workspace: string,
  from: readonly string[],
  to: readonly string[],
): Promise<readonly Wait[]> {
  if (from.length === 0 || to.length === 0) return [];
  const given = new Set([...from, ...to]);
  for (let most = FIRST; ; most *= GROWTH) {
    const back = await waitersOf(sql, { workspace, ids: listed(to), most });
    if (back.length < most) return among(back, given, (ids) => edgesToward(sql, workspace, ids));
    const ahead = await awaitedBy(sql, { workspace, ids: listed(from), most });
    if (ahead.length < most) return among(ahead, given, (ids) => edgesAway(sql, workspace, ids));
  }
}

type Edges = (ids: readonly string[]) => Promise<readonly { from_id: string; to_id: string }[]>;

/** The waits between the nodes that were reached and are open. */
async function among(
  reached: readonly Reached[],
  given: ReadonlySet<string>,
  edgesOf: Edges,
): Promise<readonly Wait[]> {
  const open = reached.filter(({ id, resolved }) => resolved === 0 || given.has(id));
  const isOpen = new Set(open.map(({ id }) => id));
  const edges = await edgesOf([...isOpen]);
  return [
    ...open.map(({ id, parent }) => ({ from: parent ?? '', to: id, isPart: true })),
    ...edges.map((edge) => ({ from: edge.from_id, to: edge.to_id, isPart: false })),
  ].filter(({ from, to }) => isOpen.has(from) && isOpen.has(to));
}
