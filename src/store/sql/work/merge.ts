/** Takes one node into another: its children, edges and evidence, and then it is gone. */

import { DEPENDS_ON } from '../../../domain/work/work-node.ts';
import { chunksOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import type { Tables } from '../tables.ts';
import { indexTexts } from '../text-index.ts';
import { type Facet, type FacetRow, facetsOfNode, removeFacets } from './facets.ts';
import { textSpace } from './filters.ts';
import { lineTo, relink } from './lines.ts';
import {
  addOpenChildren,
  changeOf,
  deepen,
  evidenceOf,
  insertEdge,
  insertHistory,
  nodeRow,
  type WorkEvent,
} from './statements.ts';
import { tallied } from './tally.ts';

type Edge = Tables['work_edges'];

export async function mergeNodes(
  sql: Sql,
  workspace: string,
  event: WorkEvent<'work_merged'>,
): Promise<void> {
  const { source, target, deeper } = event.payload;
  const { seq, tsMs } = event;
  const gone = await nodeRow(sql, workspace, source);
  const children = await childrenOf(sql, workspace, source);
  const edges = await edgesAt(sql, workspace, source);
  const waiting = edges.flatMap((edge) => (edge.to_id === source ? [edge.from_id] : []));
  const parents = gone.parent === null ? [] : [gone.parent];
  const touched = [source, target, ...parents, ...waiting, ...children];
  const line = await lineTo(sql, workspace, source, gone);
  await tallied(sql, changeOf(workspace, event, touched), async () => {
    const facets = await facetsOfNode(sql, { workspace, node: gone.created_key });
    await removeFacets(sql, gone, facets as (Facet & FacetRow)[]);
    const texts = [{ item: gone.created_key, before: gone.search }];
    await indexTexts(sql, textSpace(gone), texts);
    await deepen(sql, workspace, source, deeper, seq);
    const moved = { updated_ms: tsMs, updated_seq: seq, key_seq: seq };
    for (const some of chunksOf(children)) {
      await sql
        .updateTable('work_nodes')
        .set((e) => ({ parent: target, rev: e('rev', '+', 1), ...moved }))
        .where('workspace', '=', workspace)
        .where('id', 'in', some)
        .execute();
    }
    for (const parent of gone.resolved === 0 ? parents : []) {
      await addOpenChildren(sql, { workspace, id: parent, by: -1 });
    }
    await addOpenChildren(sql, { workspace, id: target, by: gone.open_children });
    await transferEdges(sql, workspace, edges, source, target);
    await takeAway(sql, workspace, source);
    await sql
      .updateTable('work_nodes')
      .set((e) => ({ rev: e('rev', '+', 1), ...moved }))
      .where('workspace', '=', workspace)
      .where('id', '=', target)
      .execute();
    for (const id of new Set([target, ...waiting])) {
      if (id !== source) await recountDeps(sql, workspace, id);
    }
  });
  const survivor = await nodeRow(sql, workspace, target);
  await relink(sql, survivor, {
    top: source,
    from: line,
    to: await lineTo(sql, workspace, target, survivor),
  });
  await appendEvidence(sql, workspace, source, target, seq);
  for (const node of [source, target, ...children]) {
    await insertHistory(sql, { workspace, node, seq });
  }
}

async function childrenOf(sql: Sql, workspace: string, parent: string): Promise<string[]> {
  const rows = await sql
    .selectFrom('work_nodes')
    .select('id')
    .where('workspace', '=', workspace)
    .where('parent', '=', parent)
    .execute();
  return rows.map((row) => row.id);
}

async function edgesAt(sql: Sql, workspace: string, id: string): Promise<Edge[]> {
  const at = (end: 'from_id' | 'to_id') =>
    sql
      .selectFrom('work_edges')
      .selectAll()
      .where('workspace', '=', workspace)
      .where(end, '=', id)
      .execute();
  return [...(await at('from_id')), ...(await at('to_id'))];
}

/** What would lead from the survivor to itself, or is there already, falls away. */
async function transferEdges(
  sql: Sql,
  workspace: string,
  edges: readonly Edge[],
  source: string,
  target: string,
): Promise<void> {
  for (const edge of edges) {
    await sql
      .deleteFrom('work_edges')
      .where('workspace', '=', workspace)
      .where('from_id', '=', edge.from_id)
      .where('to_id', '=', edge.to_id)
      .where('type', '=', edge.type)
      .execute();
  }
  const kept = new Set((await edgesAt(sql, workspace, target)).map((edge) => keyOf(edge)));
  for (const edge of edges) {
    const from = edge.from_id === source ? target : edge.from_id;
    const to = edge.to_id === source ? target : edge.to_id;
    const moved = { ...edge, from_id: from, to_id: to };
    if (from === to || kept.has(keyOf(moved))) continue;
    kept.add(keyOf(moved));
    await insertEdge(sql, moved);
  }
}

function keyOf({ from_id: from, to_id: to, type }: Edge): string {
  return JSON.stringify([from, to, type]);
}

/** Behind what the target has, in the order it had: as of this event. */
async function appendEvidence(
  sql: Sql,
  workspace: string,
  source: string,
  target: string,
  seq: number,
): Promise<void> {
  const rows = await evidenceOf(sql, { workspace, node: source });
  for (const [position, row] of rows.entries()) {
    await sql
      .updateTable('work_evidence')
      .set({ node: target, seq, position })
      .where('workspace', '=', workspace)
      .where('seq', '=', row.seq)
      .where('origin', '=', row.origin)
      .where('position', '=', row.position)
      .execute();
  }
}

async function takeAway(sql: Sql, workspace: string, id: string): Promise<void> {
  await sql
    .deleteFrom('work_nodes')
    .where('workspace', '=', workspace)
    .where('id', '=', id)
    .execute();
}

async function recountDeps(sql: Sql, workspace: string, id: string): Promise<void> {
  const open = sql
    .selectFrom('work_edges as e')
    .innerJoin('work_nodes as t', (join) =>
      join.onRef('t.workspace', '=', 'e.workspace').onRef('t.id', '=', 'e.to_id'),
    )
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('e.workspace', '=', workspace)
    .where('e.from_id', '=', id)
    .where('e.type', '=', DEPENDS_ON)
    .where('t.resolved', '=', 0);
  await sql
    .updateTable('work_nodes')
    .set({ open_deps: open })
    .where('workspace', '=', workspace)
    .where('id', '=', id)
    .execute();
}
