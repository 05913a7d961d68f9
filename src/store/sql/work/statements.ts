/** The statements by which the work graph is kept. */

import { type RawBuilder, sql as raw } from 'kysely';
import type { Growth } from '../../../domain/work/work-change.ts';
import { DEPENDS_ON } from '../../../domain/work/work-node.ts';
import { chunksOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { rowsInto } from '../insert-rows.ts';
import { prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import type { NodeRow } from './rows.ts';

interface InWorkspace {
  readonly workspace: string;
}

export const insertProject = prepared((sql: Sql, row: Tables['work_projects']) =>
  sql.insertInto('work_projects').values(row),
);

export const growProject = prepared(
  (sql: Sql, args: InWorkspace & Growth & { name: string; tsMs: number; seq: number }) =>
    sql
      .updateTable('work_projects')
      .set((e) => ({
        total: e('total', '+', args.total),
        resolved: e('resolved', '+', args.resolved),
        blocked: e('blocked', '+', args.blocked),
        actionable: e('actionable', '+', args.actionable),
        updated_ms: args.tsMs,
        updated_seq: args.seq,
      }))
      .where('workspace', '=', args.workspace)
      .where('name', '=', args.name),
);

export const insertNode = prepared((sql: Sql, row: NodeRow) =>
  sql.insertInto('work_nodes').values(row),
);

export const updateNode = prepared(
  (sql: Sql, { workspace, id, ...columns }: InWorkspace & { id: string } & Partial<NodeRow>) =>
    sql
      .updateTable('work_nodes')
      .set(columns)
      .where('workspace', '=', workspace)
      .where('id', '=', id),
);

/** The same columns for many nodes. */
export async function updateNodes(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
  columns: Partial<NodeRow>,
): Promise<void> {
  for (const some of chunksOf(ids)) {
    await sql
      .updateTable('work_nodes')
      .set(columns)
      .where('workspace', '=', workspace)
      .where('id', 'in', some)
      .execute();
  }
}

export const deleteNode = prepared((sql: Sql, args: InWorkspace & { id: string }) =>
  sql.deleteFrom('work_nodes').where('workspace', '=', args.workspace).where('id', '=', args.id),
);

const nodeById = prepared((sql: Sql, args: InWorkspace & { id: string }) =>
  sql
    .selectFrom('work_nodes')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('id', '=', args.id),
);

const FEW = 4;

/** In no order; few are read one by one, since that query is ready. */
export async function nodeRows(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
): Promise<readonly NodeRow[]> {
  const rows: NodeRow[] = [];
  if (ids.length <= FEW) {
    for (const id of ids) rows.push(...(await nodeById(sql, { workspace, id })));
    return rows;
  }
  for (const some of chunksOf(ids)) {
    const found = await sql
      .selectFrom('work_nodes')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('id', 'in', some)
      .execute();
    rows.push(...found);
  }
  return rows;
}

type EdgeRow = Tables['work_edges'];

export const insertEdges = rowsInto<EdgeRow, keyof EdgeRow>('work_edges', [
  ...(['workspace', 'from_id', 'to_id', 'type'] as const),
]);

export const deleteEdge = prepared((sql: Sql, row: EdgeRow) =>
  sql
    .deleteFrom('work_edges')
    .where('workspace', '=', row.workspace)
    .where('from_id', '=', row.from_id)
    .where('to_id', '=', row.to_id)
    .where('type', '=', row.type),
);

const dependentsOf = prepared((sql: Sql, args: InWorkspace & { id: string }) =>
  sql
    .selectFrom('work_edges')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('to_id', '=', args.id)
    .where('type', '=', DEPENDS_ON),
);

/** The dependencies on these nodes: who waits for them. */
export async function edgesToward(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
): Promise<readonly EdgeRow[]> {
  const rows: EdgeRow[] = [];
  if (ids.length <= FEW) {
    for (const id of ids) rows.push(...(await dependentsOf(sql, { workspace, id })));
    return rows;
  }
  for (const some of chunksOf(ids)) {
    const found = await sql
      .selectFrom('work_edges')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('to_id', 'in', some)
      .where('type', '=', DEPENDS_ON)
      .execute();
    rows.push(...found);
  }
  return rows;
}

/** Of every kind; one between two of the nodes comes twice. */
export async function edgesAt(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
): Promise<readonly EdgeRow[]> {
  const at = (end: 'from_id' | 'to_id') =>
    sql
      .selectFrom('work_edges')
      .selectAll()
      .where('workspace', '=', workspace)
      .where(end, 'in', ids)
      .execute();
  return [...(await at('from_id')), ...(await at('to_id'))];
}

type EvidenceRow = Tables['work_evidence'];

export const insertEvidence = rowsInto<EvidenceRow, keyof EvidenceRow>('work_evidence', [
  ...(['workspace', 'node', 'seq', 'origin', 'position'] as const),
  ...(['type', 'ref', 'agent', 'ts_ms'] as const),
]);

/** Oldest first. */
export const evidenceOf = prepared((sql: Sql, args: InWorkspace & { node: string }) =>
  sql
    .selectFrom('work_evidence')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('node', '=', args.node)
    .orderBy('seq')
    .orderBy('position'),
);

type HistoryRow = Tables['work_history'];

export const insertHistory = rowsInto<HistoryRow, keyof HistoryRow>('work_history', [
  ...(['workspace', 'node', 'seq'] as const),
]);

/** The ids of a node and of everything below it. */
export function subtree(workspace: string, id: string): RawBuilder<{ id: string }> {
  return raw<{ id: string }>`with recursive below as (
    select id from work_nodes where workspace = ${workspace} and id = ${id} union all
    select n.id from below as b cross join work_nodes as n
    where n.workspace = ${workspace} and n.parent = b.id) select id from below`;
}

/** The ids of everything below these nodes, without them. */
export function strictlyBelow(
  workspace: string,
  ids: readonly string[],
): RawBuilder<{ id: string }> {
  return raw<{ id: string }>`with recursive below as (
    select id from work_nodes where workspace = ${workspace} and parent in (${raw.join(ids)})
    union all
    select n.id from below as b cross join work_nodes as n
    where n.workspace = ${workspace} and n.parent = b.id) select id from below`;
}
