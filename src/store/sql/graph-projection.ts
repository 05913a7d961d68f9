/** Keeps the versions of graph nodes and edges: each lasts until the next one on its branch. */

import type { EdgeState, NodeState } from '../../domain/graph/graph-events.ts';
import { edgeEnds, edgeKey } from '../../domain/graph/version.ts';
import type { JournalEvent } from '../../domain/journal/event.ts';
import type { Sql } from './engine.ts';
import { prepared } from './prepared.ts';
import type { Projection } from './projection.ts';
import type { Tables } from './tables.ts';

type VersionRow = Tables['graph_versions'];

const endCurrent = prepared(
  (sql: Sql, args: Pick<VersionRow, 'workspace' | 'branch' | 'doc' | 'kind' | 'key' | 'seq'>) =>
    sql
      .updateTable('graph_versions')
      .set({ until_seq: args.seq })
      .where('workspace', '=', args.workspace)
      .where('branch', '=', args.branch)
      .where('doc', '=', args.doc)
      .where('kind', '=', args.kind)
      .where('key', '=', args.key)
      .where('until_seq', 'is', null),
);

const insertVersion = prepared((sql: Sql, row: VersionRow) =>
  sql.insertInto('graph_versions').values({
    workspace: row.workspace,
    branch: row.branch,
    doc: row.doc,
    kind: row.kind,
    key: row.key,
    seq: row.seq,
    until_seq: row.until_seq,
    ts_ms: row.ts_ms,
    type: row.type,
    status: row.status,
    search: row.search,
    from_id: row.from_id,
    to_id: row.to_id,
    state: row.state,
  }),
);

type VersionOf = Pick<VersionRow, 'kind' | 'key'> & Partial<VersionRow>;

async function enter(
  sql: Sql,
  workspace: string,
  event: JournalEvent,
  version: VersionOf,
): Promise<VersionRow> {
  if (event.branch === undefined || event.doc === undefined) {
    throw new Error(`graph event ${event.seq} names no document`);
  }
  const row: VersionRow = {
    workspace,
    branch: event.branch,
    doc: event.doc,
    seq: event.seq,
    until_seq: null,
    ts_ms: event.tsMs,
    type: null,
    status: null,
    search: null,
    from_id: null,
    to_id: null,
    state: null,
    ...version,
  };
  await endCurrent(sql, row);
  await insertVersion(sql, row);
  return row;
}

const insertTag = prepared((sql: Sql, row: Tables['graph_tags']) =>
  sql.insertInto('graph_tags').values({
    workspace: row.workspace,
    branch: row.branch,
    doc: row.doc,
    tag: row.tag,
    seq: row.seq,
  }),
);

function nodeColumns(node: NodeState): VersionOf {
  return {
    kind: 'node',
    key: node.id,
    type: node.type,
    status: node.status ?? null,
    search: `${node.title ?? ''}\n${node.text ?? ''}`.toLowerCase(),
    state: JSON.stringify(node),
  };
}

function edgeColumns(edge: EdgeState): VersionOf {
  const key = edgeKey(edge);
  return { kind: 'edge', key, from_id: edge.from, to_id: edge.to, state: JSON.stringify(edge) };
}

export const graphProjection: Projection = {
  tables: [
    { name: 'graph_versions', key: ['workspace', 'branch', 'doc', 'kind', 'key', 'seq'] },
    { name: 'graph_tags', key: ['workspace', 'branch', 'doc', 'tag', 'seq'] },
  ],
  on: {
    async graph_node_upserted(sql, workspace, event) {
      const { node } = event.payload;
      const row = await enter(sql, workspace, event, nodeColumns(node));
      const { branch, doc, seq } = row;
      for (const tag of node.tags) await insertTag(sql, { workspace, branch, doc, tag, seq });
    },
    async graph_node_deleted(sql, workspace, event) {
      await enter(sql, workspace, event, { kind: 'node', key: event.payload.id });
    },
    async graph_edge_upserted(sql, workspace, event) {
      await enter(sql, workspace, event, edgeColumns(event.payload.edge));
    },
    async graph_edge_deleted(sql, workspace, event) {
      const key = edgeKey(event.payload);
      const { from, to } = edgeEnds(key);
      await enter(sql, workspace, event, { kind: 'edge', key, from_id: from, to_id: to });
    },
    async branch_deleted(sql, workspace, event) {
      const branch = Number(event.entity.split(':')[1]);
      for (const table of ['graph_versions', 'graph_tags'] as const) {
        await sql
          .deleteFrom(table)
          .where('workspace', '=', workspace)
          .where('branch', '=', branch)
          .execute();
      }
    },
  },
};
