/** The statements by which the work graph is kept. */

import { sql as raw } from 'kysely';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { WorkEventType } from '../../../domain/work/work-events.ts';
import { DEPENDS_ON } from '../../../domain/work/work-node.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import type { NodeRow } from './rows.ts';
import type { Change } from './tally.ts';

export type WorkEvent<Type extends WorkEventType = WorkEventType> = JournalEvent<Type>;

export const insertNode = prepared((sql: Sql, row: NodeRow) =>
  sql.insertInto('work_nodes').values({
    workspace: row.workspace,
    id: row.id,
    project: row.project,
    parent: row.parent,
    depth: row.depth,
    rev: row.rev,
    summary: row.summary,
    search: row.search,
    resolved: row.resolved,
    state: row.state,
    properties: row.properties,
    context_links: row.context_links,
    created_ms: row.created_ms,
    created_by: row.created_by,
    created_key: row.created_key,
    updated_ms: row.updated_ms,
    updated_seq: row.updated_seq,
    open_children: row.open_children,
    open_deps: row.open_deps,
    readiness: row.readiness,
    priority_key: row.priority_key,
    depth_key: row.depth_key,
    claimed_by: row.claimed_by,
    claimed_ms: row.claimed_ms,
    claim_of_process: row.claim_of_process,
    key_seq: row.key_seq,
  }),
);

export const insertHistory = prepared((sql: Sql, row: Tables['work_history']) =>
  sql.insertInto('work_history').values({
    workspace: row.workspace,
    node: row.node,
    seq: row.seq,
  }),
);

export const insertEdge = prepared((sql: Sql, row: Tables['work_edges']) =>
  sql.insertInto('work_edges').values({
    workspace: row.workspace,
    from_id: row.from_id,
    to_id: row.to_id,
    type: row.type,
  }),
);

export const insertEvidence = prepared((sql: Sql, row: Tables['work_evidence']) =>
  sql.insertInto('work_evidence').values({
    workspace: row.workspace,
    node: row.node,
    seq: row.seq,
    origin: row.origin,
    position: row.position,
    type: row.type,
    ref: row.ref,
    agent: row.agent,
    ts_ms: row.ts_ms,
  }),
);

const rowOf = prepared((sql: Sql, args: { workspace: string; id: string }) =>
  sql
    .selectFrom('work_nodes')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('id', '=', args.id),
);

/** Oldest first. */
export const evidenceOf = prepared((sql: Sql, args: { workspace: string; node: string }) =>
  sql
    .selectFrom('work_evidence')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('node', '=', args.node)
    .orderBy('seq')
    .orderBy('position'),
);

export const dependentsOf = prepared((sql: Sql, args: { workspace: string; id: string }) =>
  sql
    .selectFrom('work_edges')
    .select('from_id')
    .where('workspace', '=', args.workspace)
    .where('to_id', '=', args.id)
    .where('type', '=', DEPENDS_ON),
);

export const addOpenChildren = prepared(
  (sql: Sql, args: { workspace: string; id: string; by: number }) =>
    sql
      .updateTable('work_nodes')
      .set((e) => ({ open_children: e('open_children', '+', args.by) }))
      .where('workspace', '=', args.workspace)
      .where('id', '=', args.id),
);

export const addOpenDeps = prepared(
  (sql: Sql, args: { workspace: string; id: string; by: number }) =>
    sql
      .updateTable('work_nodes')
      .set((e) => ({ open_deps: e('open_deps', '+', args.by) }))
      .where('workspace', '=', args.workspace)
      .where('id', '=', args.id),
);

export async function nodeRow(sql: Sql, workspace: string, id: string): Promise<NodeRow> {
  const [row] = await rowOf(sql, { workspace, id });
  if (!row) throw new Error(`there is no work node ${id}`);
  return row;
}

export function changeOf(
  workspace: string,
  { seq, tsMs, payload }: WorkEvent,
  touched: readonly string[],
): Change {
  return { workspace, project: payload.project, seq, tsMs, touched };
}

/** The ids of a node and of everything below it. */
export function subtree(workspace: string, id: string) {
  return raw<{ id: string }>`with recursive below as (
    select id from work_nodes where workspace = ${workspace} and id = ${id} union all
    select n.id from below as b cross join work_nodes as n
    where n.workspace = ${workspace} and n.parent = b.id) select id from below`;
}

/** A whole subtree at once, however large. */
export async function deepen(
  sql: Sql,
  workspace: string,
  id: string,
  by: number,
  seq: number,
): Promise<void> {
  if (by === 0) return;
  await sql
    .updateTable('work_nodes')
    .set((e) => ({
      depth: e('depth', '+', by),
      depth_key: e('depth_key', '-', by),
      key_seq: seq,
    }))
    .where('workspace', '=', workspace)
    .where(raw<boolean>`id in (${subtree(workspace, id)})`)
    .execute();
  await sql
    .updateTable('work_facets')
    .set((e) => ({ depth: e('depth', '+', by), depth_key: e('depth_key', '-', by) }))
    .where('workspace', '=', workspace)
    .where(
      raw<boolean>`node in (select n.created_key from work_nodes as n
        where n.workspace = ${workspace} and n.id in (${subtree(workspace, id)}))`,
    )
    .execute();
}
