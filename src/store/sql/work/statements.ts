/** The statements that read and write the tables of the work graph. */

import { type RawBuilder, sql as raw } from 'kysely';
import type { Growth } from '../../../domain/work/work-change.ts';
import { DEPENDS_ON } from '../../../domain/work/work-node.ts';
import { type Listed, listed, rowsOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { rowsInto } from '../insert-rows.ts';
import { prepared, rawStatement } from '../prepared.ts';
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

/** Sets the same columns for many nodes. */
export const updateNodes = prepared(
  (sql: Sql, { workspace, ids, ...columns }: InWorkspace & { ids: Listed } & Partial<NodeRow>) =>
    sql
      .updateTable('work_nodes')
      .set(columns)
      .where('workspace', '=', workspace)
      .where(raw<boolean>`id in ${rowsOf(sql, ids)}`),
);

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

const nodesListed = prepared((sql: Sql, args: InWorkspace & { ids: Listed }) =>
  sql
    .selectFrom('work_nodes')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where(raw<boolean>`id in ${rowsOf(sql, args.ids)}`),
);

/** In no order. */
export async function nodeRows(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
): Promise<readonly NodeRow[]> {
  const [id, ...others] = ids;
  if (id === undefined) return [];
  if (others.length === 0) return nodeById(sql, { workspace, id });
  return nodesListed(sql, { workspace, ids: listed(ids) });
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

const dependentsOf = prepared((sql: Sql, args: InWorkspace & { ids: Listed }) =>
  sql
    .selectFrom('work_edges')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where(raw<boolean>`to_id in ${rowsOf(sql, args.ids)}`)
    .where('type', '=', DEPENDS_ON),
);

/** The dependencies on these nodes, which lead to the nodes that wait for them. */
export function edgesToward(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
): Promise<readonly EdgeRow[]> {
  return dependentsOf(sql, { workspace, ids: listed(ids) });
}

const dependenciesOf = prepared((sql: Sql, args: InWorkspace & { ids: Listed }) =>
  sql
    .selectFrom('work_edges')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where(raw<boolean>`from_id in ${rowsOf(sql, args.ids)}`)
    .where('type', '=', DEPENDS_ON),
);

/** The dependencies of these nodes, which lead to the nodes that they wait for. */
export function edgesAway(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
): Promise<readonly EdgeRow[]> {
  return dependenciesOf(sql, { workspace, ids: listed(ids) });
}

/** Of every kind; an edge between two of the nodes comes twice. */
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

/** The same evidence for each of these nodes. */
export const insertEvidence = prepared(
  (sql: Sql, row: Omit<EvidenceRow, 'node' | 'origin'> & { nodes: Listed }) =>
    rawStatement(
      sql,
      raw`
    insert into work_evidence
      (workspace, node, seq, origin, position, type, ref, agent, ts_ms)
    select cast(${row.workspace} as text), n.value, cast(${row.seq} as bigint), n.value,
      cast(${row.position} as bigint), cast(${row.type} as text), cast(${row.ref} as text),
      cast(${row.agent} as text), cast(${row.ts_ms} as bigint)
    from ${rowsOf(sql, row.nodes)} as n`,
    ),
);

const evidenceOf = prepared((sql: Sql, args: InWorkspace & { node: string }) =>
  sql
    .selectFrom('work_evidence')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('node', '=', args.node)
    .orderBy('seq')
    .orderBy('position'),
);

const evidenceListed = prepared((sql: Sql, args: InWorkspace & { nodes: Listed }) =>
  sql
    .selectFrom('work_evidence')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where(raw<boolean>`node in ${rowsOf(sql, args.nodes)}`)
    .orderBy('seq')
    .orderBy('position'),
);

/** Oldest first. */
export async function evidenceRows(
  sql: Sql,
  workspace: string,
  nodes: readonly string[],
): Promise<readonly EvidenceRow[]> {
  const [node, ...others] = nodes;
  if (node === undefined) return [];
  if (others.length === 0) return evidenceOf(sql, { workspace, node });
  return evidenceListed(sql, { workspace, nodes: listed(nodes) });
}

export const insertHistory = prepared(
  (sql: Sql, row: InWorkspace & { seq: number; nodes: Listed }) =>
    rawStatement(
      sql,
      raw`
    insert into work_history (workspace, node, seq)
    select cast(${row.workspace} as text), n.value, cast(${row.seq} as bigint)
    from ${rowsOf(sql, row.nodes)} as n`,
    ),
);

/** The ids of a node and of its descendants. */
export function subtree(workspace: string, id: string): RawBuilder<{ id: string }> {
  return raw<{ id: string }>`with recursive below as (
    select id from work_nodes where workspace = ${workspace} and id = ${id} union all
    select n.id from below as b cross join work_nodes as n
    where n.workspace = ${workspace} and n.parent = b.id) select id from below`;
}

/** The ids of the descendants of these nodes, without the nodes. */
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
