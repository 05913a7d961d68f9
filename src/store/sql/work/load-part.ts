/** Loads the part of the work graph that an event concerns. */

import { sql as raw } from 'kysely';
import type { Concern, WorkPart } from '../../../domain/work/evolve-work.ts';
import type { Sql } from '../engine.ts';
import type { Tables } from '../tables.ts';
import { edgesFrom } from './edges.ts';
import { type NodeRow, nodeFrom } from './rows.ts';
import { edgesAt, edgesToward, nodeRows, subtree } from './statements.ts';

interface LoadedPart {
  readonly part: WorkPart;
  readonly rows: ReadonlyMap<string, NodeRow>;
}

export async function loadPart(sql: Sql, workspace: string, concern: Concern): Promise<LoadedPart> {
  const rows = new Map<string, NodeRow>();
  const keep = (found: readonly NodeRow[]) => {
    for (const row of found) rows.set(row.id, row);
    return found;
  };
  const load = (ids: readonly (string | null)[]) =>
    nodeRows(
      sql,
      workspace,
      [...new Set(ids)].filter((id): id is string => id !== null && !rows.has(id)),
    );
  const { openBelow, childrenOf } = concern;
  const open = openBelow === undefined ? [] : keep(await openRows(sql, workspace, openBelow));
  const own = [...keep(await load(concern.nodes)), ...open];
  const ids = own.map((row) => row.id);
  const edges = await edgeRows(sql, workspace, ids, concern);
  if (concern.waiting || concern.edges) {
    const ends = edges.flatMap((edge) => [edge.from_id, edge.to_id]);
    keep(await load([...own.map((row) => row.parent), ...ends]));
  }
  if (childrenOf !== undefined) keep(await childRows(sql, workspace, childrenOf));
  return {
    rows,
    part: {
      nodes: new Map([...rows].map(([id, row]) => [id, nodeFrom(row)])),
      edges: edgesFrom(edges),
      openBelow: open.map((row) => row.id),
    },
  };
}

async function edgeRows(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
  { waiting = false, edges = false }: Concern,
): Promise<readonly Tables['work_edges'][]> {
  if (edges) return edgesAt(sql, workspace, ids);
  return waiting ? edgesToward(sql, workspace, ids) : [];
}

/** What is written follows the order of what is loaded, and a replay must write the same. */
function inOrder(rows: NodeRow[]): readonly NodeRow[] {
  return rows.sort((a, b) => a.created_key - b.created_key);
}

/** One statement, however large the subtree. */
async function openRows(sql: Sql, workspace: string, id: string): Promise<readonly NodeRow[]> {
  const rows = await sql
    .selectFrom('work_nodes')
    .selectAll()
    .where('workspace', '=', workspace)
    .where('resolved', '=', 0)
    .where(raw<boolean>`id in (${subtree(workspace, id)})`)
    .execute();
  return inOrder(rows);
}

async function childRows(sql: Sql, workspace: string, parent: string): Promise<readonly NodeRow[]> {
  const rows = await sql
    .selectFrom('work_nodes')
    .selectAll()
    .where('workspace', '=', workspace)
    .where('parent', '=', parent)
    .execute();
  return inOrder(rows);
}
