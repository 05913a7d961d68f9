/**
 * Writes the versions of graph nodes and edges: each is current until the next one on its branch.
 */

import { sql as raw } from 'kysely';
import { branchIdOf } from '../../../domain/branches/branch.ts';
import {
  type GraphChange,
  lastChanges,
  removedNodes,
  withLooseEdges,
} from '../../../domain/graph/graph-change.ts';
import type { NodeState } from '../../../domain/graph/graph-events.ts';
import { edgeEnds, versionOf } from '../../../domain/graph/version.ts';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import { chunksOf, type Listed, listed, rowsOf } from '../chunks.ts';
import { enterIntoDocument } from '../documents/documents.ts';
import type { Sql } from '../engine.ts';
import { rowsInto } from '../insert-rows.ts';
import { prepared } from '../prepared.ts';
import type { Projection } from '../projection.ts';
import type { Tables } from '../tables.ts';

type VersionRow = Tables['graph_versions'];

/** A graph document of a branch. */
export interface GraphDocument {
  readonly branch: number;
  readonly doc: string;
}

type Moment = Pick<JournalEvent, 'seq' | 'tsMs'>;

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

const insertVersions = rowsInto<VersionRow, keyof VersionRow>('graph_versions', [
  ...(['workspace', 'branch', 'doc', 'kind', 'key', 'seq', 'place', 'until_seq'] as const),
  ...(['ts_ms', 'type', 'status', 'from_id', 'to_id', 'state'] as const),
]);

type TagRow = Tables['graph_tags'];

const insertTags = rowsInto<TagRow, keyof TagRow>('graph_tags', [
  ...(['workspace', 'branch', 'doc', 'tag', 'seq', 'place'] as const),
]);

/**
 * Inserts the versions that follow from an event of another noun. The projection of that noun calls
 * this once for each event and document. A pure function of the domain decides the changes.
 */
export async function recordVersions(
  sql: Sql,
  workspace: string,
  event: Moment,
  at: GraphDocument,
  changes: readonly GraphChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const last = lastChanges(changes);
  const loose = await edgesAt(sql, workspace, at, removedNodes(last));
  await writeVersions(sql, workspace, event, at, withLooseEdges(last, loose));
  const { seq, tsMs } = event;
  const moment = { firstSeq: seq, firstMs: tsMs, seq, tsMs };
  await enterIntoDocument(sql, { workspace, ...at, kind: 'graph', ...moment });
}

/** The nodes of a document that live on this branch, by their ids. */
export async function currentNodes(
  sql: Sql,
  workspace: string,
  { branch, doc }: GraphDocument,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NodeState>> {
  const nodes = new Map<string, NodeState>();
  for (const some of chunksOf(ids)) {
    const rows = await sql
      .selectFrom('graph_versions')
      .select(['key', 'state'])
      .where('workspace', '=', workspace)
      .where('branch', '=', branch)
      .where('doc', '=', doc)
      .where('kind', '=', 'node')
      .where('key', 'in', some)
      .where('until_seq', 'is', null)
      .where('state', 'is not', null)
      .execute();
    for (const { key, state } of rows) nodes.set(key, JSON.parse(state ?? '') as NodeState);
  }
  return nodes;
}

/** The keys of the live edges of a document that have one of these nodes as an end. */
async function edgesAt(
  sql: Sql,
  workspace: string,
  { branch, doc }: GraphDocument,
  nodes: readonly string[],
): Promise<readonly string[]> {
  const keys = new Set<string>();
  for (const some of chunksOf(nodes)) {
    for (const end of ['from_id', 'to_id'] as const) {
      const rows = await sql
        .selectFrom('graph_versions')
        .select('key')
        .where('workspace', '=', workspace)
        .where('branch', '=', branch)
        .where('doc', '=', doc)
        .where(end, 'in', some)
        .where('until_seq', 'is', null)
        .where('state', 'is not', null)
        .orderBy('seq')
        .orderBy('place')
        .execute();
      for (const { key } of rows) keys.add(key);
    }
  }
  return [...keys];
}

/** Up to this many keys are ended one by one, by a statement that stays prepared. */
const FEW = 8;

async function writeVersions(
  sql: Sql,
  workspace: string,
  { seq, tsMs }: Moment,
  { branch, doc }: GraphDocument,
  changes: readonly GraphChange[],
): Promise<void> {
  const here = { workspace, branch, doc, seq };
  const rows = changes.map((change, place): VersionRow => {
    // Every column is written out: merging a second object in is slow, and there may be thousands.
    return {
      ...columnsOf(change),
      workspace,
      branch,
      doc,
      seq,
      place,
      until_seq: null,
      ts_ms: tsMs,
    };
  });
  if (rows.length <= FEW) for (const row of rows) await endCurrent(sql, row);
  else await endAll(sql, here, rows);
  await insertVersions(sql, rows);
  const tags = changes.flatMap(({ kind, state }, place): TagRow[] =>
    kind === 'node' ? (state?.tags ?? []).map((tag) => ({ ...here, tag, place })) : [],
  );
  await insertTags(sql, tags);
}

const endListed = prepared(
  (
    sql: Sql,
    args: Pick<VersionRow, 'workspace' | 'branch' | 'doc' | 'seq' | 'kind'> & { keys: Listed },
  ) =>
    sql
      .updateTable('graph_versions')
      .set({ until_seq: args.seq })
      .where('workspace', '=', args.workspace)
      .where('branch', '=', args.branch)
      .where('doc', '=', args.doc)
      .where('kind', '=', args.kind)
      .where(raw<boolean>`key in ${rowsOf(sql, args.keys)}`)
      .where('until_seq', 'is', null),
);

async function endAll(
  sql: Sql,
  here: Pick<VersionRow, 'workspace' | 'branch' | 'doc' | 'seq'>,
  rows: readonly VersionRow[],
): Promise<void> {
  for (const kind of ['node', 'edge']) {
    const keys = rows.filter((row) => row.kind === kind).map((row) => row.key);
    if (keys.length > 0) await endListed(sql, { ...here, kind, keys: listed(keys) });
  }
}

type Columns = Pick<VersionRow, 'kind' | 'key' | 'type' | 'status' | 'from_id' | 'to_id' | 'state'>;

function columnsOf(change: GraphChange): Columns {
  const { kind, key } = change;
  const state = change.state === undefined ? null : JSON.stringify(change.state);
  if (change.kind === 'edge') {
    const { from, to } = edgeEnds(key);
    return { kind, key, type: null, status: null, from_id: from, to_id: to, state };
  }
  const node = change.state;
  return {
    kind,
    key,
    type: node?.type ?? null,
    status: node?.status ?? null,
    from_id: null,
    to_id: null,
    state,
  };
}

/** An event of the graph itself is one version, in the document that it is an entry of. */
async function onGraphEvent(sql: Sql, workspace: string, event: JournalEvent): Promise<void> {
  const { branch, doc } = event;
  if (branch === undefined || doc === undefined) {
    throw new Error(`graph event ${event.seq} names no document`);
  }
  await writeVersions(sql, workspace, event, { branch, doc }, [versionOf(event)]);
}

export const graphProjection: Projection = {
  name: 'graph',
  tables: [
    { name: 'graph_versions', key: ['workspace', 'branch', 'doc', 'kind', 'key', 'seq'] },
    { name: 'graph_tags', key: ['workspace', 'branch', 'doc', 'tag', 'seq', 'place'] },
  ],
  on: {
    graph_node_upserted: onGraphEvent,
    graph_node_deleted: onGraphEvent,
    graph_edge_upserted: onGraphEvent,
    graph_edge_deleted: onGraphEvent,
    async branch_deleted(sql, workspace, event) {
      const branch = branchIdOf(event.entity);
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
