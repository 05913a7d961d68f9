/** Keeps the work graph: nodes, edges, evidence, and who waits for whom, event by event. */

import { DEPENDS_ON, type Evidence } from '../../../domain/work/work-node.ts';
import type { Sql } from '../engine.ts';
import type { Projection } from '../projection.ts';
import { indexTexts } from '../text-index.ts';
import { dropSubtree } from './drop.ts';
import { changeProperties, placeFacets } from './facets.ts';
import { textSpace } from './filters.ts';
import { addFacets, lineTo, relink } from './lines.ts';
import { mergeNodes } from './merge.ts';
import { type NodeRow, newNodeRow, propertyColumns, summaryColumns } from './rows.ts';
import {
  addOpenChildren,
  addOpenDeps,
  changeOf,
  deepen,
  dependentsOf,
  insertEdge,
  insertEvidence,
  insertHistory,
  insertNode,
  nodeRow,
  type WorkEvent,
} from './statements.ts';
import { tallied, touchProject } from './tally.ts';

async function addNode(
  sql: Sql,
  workspace: string,
  event: WorkEvent,
  node: Omit<Parameters<typeof newNodeRow>[0], 'workspace' | 'seq' | 'tsMs' | 'agent'>,
): Promise<void> {
  const { seq, tsMs, agent } = event;
  await insertNode(sql, newNodeRow({ ...node, workspace, seq, tsMs, agent }));
  await insertHistory(sql, { workspace, node: node.id, seq });
}

async function onOpened(
  sql: Sql,
  workspace: string,
  event: WorkEvent<'work_project_opened'>,
): Promise<void> {
  const { project, id, summary } = event.payload;
  await sql
    .insertInto('work_projects')
    .values({
      workspace,
      name: project,
      root: id,
      total: 0,
      resolved: 0,
      blocked: 0,
      actionable: 0,
      updated_ms: event.tsMs,
      updated_seq: event.seq,
    })
    .execute();
  const root = { id, project, parent: null, depth: 0, summary, context_links: [], properties: {} };
  await tallied(sql, changeOf(workspace, event, [id]), () =>
    addNode(sql, workspace, event, { ...root, index: 0 }),
  );
  const node = await nodeRow(sql, workspace, id);
  await indexTexts(sql, textSpace(node), [{ item: node.created_key, after: node.search }]);
}

async function onPlanned(
  sql: Sql,
  workspace: string,
  event: WorkEvent<'work_planned'>,
): Promise<void> {
  const { project, nodes, depends_on: links } = event.payload;
  const touched = nodes.flatMap(({ id, parent }) => [id, parent]);
  const places = await tallied(sql, changeOf(workspace, event, touched), async () => {
    for (const [index, node] of nodes.entries()) {
      await addNode(sql, workspace, event, { ...node, project, index });
    }
    for (const [parent, by] of tally(nodes.map((node) => node.parent))) {
      await addOpenChildren(sql, { workspace, id: parent, by });
    }
    for (const { from, to } of links) {
      await insertEdge(sql, { workspace, from_id: from, to_id: to, type: DEPENDS_ON });
      const { resolved } = await nodeRow(sql, workspace, to);
      if (resolved === 0) await addOpenDeps(sql, { workspace, id: from, by: 1 });
    }
  });
  await addFacets(sql, { workspace, project }, nodes, places);
  const texts = nodes.map(({ id, summary }) => ({
    item: places.get(id)?.created_key ?? 0,
    after: summaryColumns(summary).search,
  }));
  await indexTexts(sql, textSpace({ workspace, project }), texts);
}

function tally(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

async function addEvidence(
  sql: Sql,
  workspace: string,
  node: string,
  { seq, tsMs }: WorkEvent,
  evidence: readonly Evidence[],
): Promise<void> {
  for (const [position, { type, ref, agent }] of evidence.entries()) {
    const place = { workspace, node, seq, position, origin: node };
    await insertEvidence(sql, { ...place, type, ref, agent, ts_ms: tsMs });
  }
}

async function onUpdated(
  sql: Sql,
  workspace: string,
  event: WorkEvent<'work_updated'>,
): Promise<void> {
  const { id, set, evidence } = event.payload;
  const row = await nodeRow(sql, workspace, id);
  if (set.properties !== undefined) {
    await changeProperties(sql, row, JSON.parse(row.properties), set.properties);
  }
  if (set.summary !== undefined) {
    const { search: after } = summaryColumns(set.summary);
    const texts = [{ item: row.created_key, before: row.search, after }];
    await indexTexts(sql, textSpace(row), texts);
  }
  const isTurned = set.resolved !== undefined && set.resolved !== (row.resolved === 1);
  if (isTurned) await turn(sql, workspace, event, row);
  else {
    const now = await setFields(sql, workspace, event, row);
    await placeFacets(sql, row, [{ was: row, now }]);
    await touchProject(sql, changeOf(workspace, event, []));
  }
  await addEvidence(sql, workspace, id, event, evidence);
  await insertHistory(sql, { workspace, node: id, seq: event.seq });
}

/** Its own fields; answers its place with the readiness that it had. */
async function setFields(
  sql: Sql,
  workspace: string,
  { seq, tsMs, payload: { id, set } }: WorkEvent<'work_updated'>,
  row: NodeRow,
): Promise<NodeRow> {
  const moved = { updated_ms: tsMs, updated_seq: seq, key_seq: seq };
  const properties =
    set.properties === undefined ? {} : propertyColumns(set.properties, set.claim_of_process);
  await sql
    .updateTable('work_nodes')
    .set((e) => ({
      rev: e('rev', '+', 1),
      ...moved,
      ...(set.summary === undefined ? {} : summaryColumns(set.summary)),
      ...(set.resolved === undefined ? {} : { resolved: set.resolved ? 1 : 0 }),
      ...(set.state === undefined ? {} : { state: JSON.stringify(set.state) }),
      ...properties,
      ...(set.context_links ? { context_links: JSON.stringify(set.context_links) } : {}),
    }))
    .where('workspace', '=', workspace)
    .where('id', '=', id)
    .execute();
  return { ...row, ...moved, ...properties };
}

/** Resolved or opened again: who waits for it, and what it is part of, may be ready or not. */
async function turn(
  sql: Sql,
  workspace: string,
  event: WorkEvent<'work_updated'>,
  row: NodeRow,
): Promise<void> {
  const { id, set } = event.payload;
  const dependents = (await dependentsOf(sql, { workspace, id })).map((edge) => edge.from_id);
  const parents = row.parent === null ? [] : [row.parent];
  await tallied(sql, changeOf(workspace, event, [id, ...parents, ...dependents]), async () => {
    await setFields(sql, workspace, event, row);
    const by = set.resolved ? -1 : 1;
    for (const parent of parents) await addOpenChildren(sql, { workspace, id: parent, by });
    for (const dependent of dependents) await addOpenDeps(sql, { workspace, id: dependent, by });
  });
}

/** An edge is no field of a node: only what waits is touched. */
async function onConnected(
  sql: Sql,
  workspace: string,
  event: WorkEvent<'work_connected' | 'work_disconnected'>,
): Promise<void> {
  const { from, to, type } = event.payload.edge;
  const { resolved } = await nodeRow(sql, workspace, to);
  const waits = type === DEPENDS_ON && resolved === 0;
  await tallied(sql, changeOf(workspace, event, waits ? [from] : []), async () => {
    if (event.type === 'work_connected') {
      await insertEdge(sql, { workspace, from_id: from, to_id: to, type });
    } else {
      await sql
        .deleteFrom('work_edges')
        .where('workspace', '=', workspace)
        .where('from_id', '=', from)
        .where('to_id', '=', to)
        .where('type', '=', type)
        .execute();
    }
    const by = event.type === 'work_connected' ? 1 : -1;
    if (waits) await addOpenDeps(sql, { workspace, id: from, by });
  });
  await insertHistory(sql, { workspace, node: from, seq: event.seq });
}

async function onMoved(sql: Sql, workspace: string, event: WorkEvent<'work_moved'>): Promise<void> {
  const { id, from, to, deeper } = event.payload;
  const row = await nodeRow(sql, workspace, id);
  const line = await lineTo(sql, workspace, id, row);
  const places = await tallied(sql, changeOf(workspace, event, [id, from, to]), async () => {
    await sql
      .updateTable('work_nodes')
      .set((e) => ({
        parent: to,
        rev: e('rev', '+', 1),
        updated_ms: event.tsMs,
        updated_seq: event.seq,
        key_seq: event.seq,
      }))
      .where('workspace', '=', workspace)
      .where('id', '=', id)
      .execute();
    if (row.resolved === 0) {
      await addOpenChildren(sql, { workspace, id: from, by: -1 });
      await addOpenChildren(sql, { workspace, id: to, by: 1 });
    }
    await deepen(sql, workspace, id, deeper, event.seq);
  });
  const parent = places.get(to);
  if (!parent) throw new Error(`there is no work node ${to}`);
  await relink(sql, row, {
    top: id,
    own: places.get(id),
    from: line.slice(0, -1),
    to: await lineTo(sql, workspace, to, parent),
  });
  await insertHistory(sql, { workspace, node: id, seq: event.seq });
}

export const workProjection: Projection = {
  name: 'work',
  tables: [
    { name: 'work_projects', key: ['workspace', 'name'] },
    { name: 'work_nodes', key: ['workspace', 'id'] },
    { name: 'work_edges', key: ['workspace', 'from_id', 'type', 'to_id'] },
    { name: 'work_evidence', key: ['workspace', 'seq', 'origin', 'position'] },
    { name: 'work_history', key: ['workspace', 'node', 'seq'] },
    { name: 'work_facets', key: ['workspace', 'node', 'kind', 'path', 'value'] },
    { name: 'work_facet_counts', key: ['workspace', 'project', 'kind', 'path', 'value'] },
  ],
  on: {
    work_project_opened: onOpened,
    work_planned: onPlanned,
    work_updated: onUpdated,
    work_connected: onConnected,
    work_disconnected: onConnected,
    work_moved: onMoved,
    work_merged: mergeNodes,
    work_dropped: dropSubtree,
  },
};
