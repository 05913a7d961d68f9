/** Loads the part of the work graph that an event concerns. */

import { sql as raw } from 'kysely';
import type { Concern, WorkPart } from '../../../domain/work/evolve-work.ts';
import type { Sql } from '../engine.ts';
import type { Tables } from '../tables.ts';
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
      edges: edges.map((row) => ({ from: row.from_id, to: row.to_id, type: row.type })),
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
  const rows = edges
    ? await edgesAt(sql, workspace, ids)
    : waiting
      ? await edgesToward(sql, workspace, ids)
      : [];
  const keyOf = (row: Tables['work_edges']) => `${row.from_id} ${row.type} ${row.to_id}`;
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
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
