/**
 * Writes the change that `evolveWork` decided: nodes, edges, evidence, and the indexes over them.
 */

import { sql as raw } from 'kysely';
import type { WorkEvent } from '../../../domain/work/evolve-work.ts';
import {
  type Deepened,
  growthBy,
  type Inherited,
  type WorkChange,
} from '../../../domain/work/work-change.ts';
import type { WorkEdge, WorkNode } from '../../../domain/work/work-node.ts';
import { indexTexts } from '../../../recall/index/substrings.ts';
import { chunksOf, listed } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import {
  changeProperties,
  countTurns,
  dropFacets,
  type Moved,
  moveFacets,
  placeAfter,
} from './facets.ts';
import { textSpace } from './filters.ts';
import { addFacets, lineTo, relink } from './lines.ts';
import { changedColumns, type NodeRow, newRow, soughtIn } from './rows.ts';
import {
  deleteEdge,
  deleteNode,
  evidenceRows,
  growProject,
  insertEdges,
  insertEvidence,
  insertHistory,
  insertNode,
  insertProject,
  strictlyBelow,
  updateNode,
  updateNodes,
} from './statements.ts';

/** One event that is being applied. */
interface Applying {
  readonly sql: Sql;
  readonly workspace: string;
  readonly event: WorkEvent;
  readonly change: WorkChange;
  /** The rows as they were before, and the new ones. */
  readonly rows: Map<string, NodeRow>;
}

export async function applyChange(
  sql: Sql,
  workspace: string,
  event: WorkEvent,
  change: WorkChange,
  before: ReadonlyMap<string, NodeRow>,
): Promise<void> {
  const work: Applying = { sql, workspace, event, change, rows: new Map(before) };
  await countProject(work);
  // Before the tree changes: descendants of a node are found by their parents.
  if (change.deepened) await deepenBelow(work, change.deepened);
  await changeNodes(work);
  await addNodes(work);
  await moveLines(work);
  await removeNodes(work);
  await changeEdges(work);
  await addEvidence(work);
  if (change.inherited) await inheritEvidence(work, change.inherited);
  await insertHistory(sql, { workspace, seq: event.seq, nodes: listed(change.history) });
}

async function countProject({ sql, workspace, event, change }: Applying): Promise<void> {
  const { project: name, opened } = change;
  const { tsMs, seq } = event;
  const growth = growthBy(change);
  if (opened === undefined) await growProject(sql, { workspace, name, tsMs, seq, ...growth });
  else {
    const updated = { updated_ms: tsMs, updated_seq: seq };
    await insertProject(sql, { workspace, name, root: opened, ...growth, ...updated });
  }
}

/** Changes a whole subtree by one statement, however large it is. */
async function deepenBelow(
  { sql, workspace, event }: Applying,
  { below, by }: Deepened,
): Promise<void> {
  if (by === 0) return;
  for (const some of chunksOf(below)) {
    const ids = strictlyBelow(workspace, some);
    await raw`update work_nodes set depth = depth + ${raw.lit(by)},
      depth_key = depth_key - ${raw.lit(by)}, key_seq = ${event.seq}
      where workspace = ${workspace} and id in (${ids})`.execute(sql);
    await raw`update work_facets set depth = depth + ${raw.lit(by)},
      depth_key = depth_key - ${raw.lit(by)}
      where workspace = ${workspace} and node in (select n.created_key from work_nodes as n
      where n.workspace = ${workspace} and n.id in (${ids}))`.execute(sql);
  }
}

function rowOf({ rows }: Applying, id: string): NodeRow {
  const row = rows.get(id);
  if (!row) throw new Error(`work node ${id} does not exist`);
  return row;
}

async function changeNodes(work: Applying): Promise<void> {
  const { sql, workspace, event, change } = work;
  const moved: Moved[] = [];
  const alike = new Map<string, { columns: Partial<NodeRow>; ids: string[] }>();
  for (const each of change.changed) {
    const was = rowOf(work, each.after.id);
    const columns = changedColumns(each, event.seq);
    if (columns.summary !== undefined) await changeText(sql, was, { ...was, ...columns });
    if (each.before.properties !== each.after.properties) {
      await changeProperties(sql, was, each.before.properties, each.after.properties);
    }
    if (columns.key_seq !== undefined) moved.push({ was, now: placeAfter(was, columns) });
    const key = JSON.stringify(columns);
    const group = alike.get(key);
    if (group) group.ids.push(was.id);
    else alike.set(key, { columns, ids: [was.id] });
  }
  for (const { columns, ids } of alike.values()) {
    const [id, ...others] = ids;
    if (others.length > 0) await updateNodes(sql, { ...columns, workspace, ids: listed(ids) });
    else if (id !== undefined) await updateNode(sql, { ...columns, workspace, id });
  }
  const place = { workspace, project: change.project };
  await countTurns(sql, place, moved);
  await moveFacets(sql, place, moved);
}

async function changeText(sql: Sql, was: NodeRow, now: NodeRow): Promise<void> {
  const text = { item: was.created_key, before: soughtIn(was), after: soughtIn(now) };
  await indexTexts(sql, textSpace(was), [text]);
}

async function addNodes(work: Applying): Promise<void> {
  const { sql, workspace, change, rows } = work;
  if (change.added.length === 0) return;
  for (const [index, node] of change.added.entries()) {
    const row = newRow(workspace, node, index);
    await insertNode(sql, row);
    rows.set(row.id, row);
  }
  const place = { workspace, project: change.project };
  await addFacets(sql, place, change.added.filter(hasParent), rows);
  const texts = change.added.map(({ id }) => {
    const row = rowOf(work, id);
    return { item: row.created_key, after: soughtIn(row) };
  });
  await indexTexts(sql, textSpace(place), texts);
}

function hasParent(node: WorkNode): node is WorkNode & { readonly parent: string } {
  return node.parent !== null;
}

/** Updates the ancestor facets of nodes that got other ancestors. */
async function moveLines(work: Applying): Promise<void> {
  const { sql, workspace, change } = work;
  const place = { workspace, project: change.project };
  const line = (id: string) => lineTo(sql, workspace, id, rowOf(work, id));
  if (change.inherited) {
    const { from, to } = change.inherited;
    await relink(sql, place, { top: from, from: await line(from), to: await line(to) });
    return;
  }
  for (const { before, after } of change.changed) {
    if (before.parent === after.parent || after.parent === null) continue;
    const from = (await line(after.id)).slice(0, -1);
    const row = rowOf(work, after.id);
    const own = placeAfter(row, changedColumns({ before, after }, work.event.seq));
    await relink(sql, place, { top: after.id, own, from, to: await line(after.parent) });
  }
}

async function removeNodes(work: Applying): Promise<void> {
  const { sql, workspace, change } = work;
  for (const { id } of change.removed) {
    const row = rowOf(work, id);
    await dropFacets(sql, row);
    const text = { item: row.created_key, before: soughtIn(row) };
    await indexTexts(sql, textSpace(row), [text]);
    await deleteNode(sql, { workspace, id });
  }
}

async function changeEdges({ sql, workspace, change }: Applying): Promise<void> {
  const row = ({ from, to, type }: WorkEdge) => ({ workspace, from_id: from, to_id: to, type });
  for (const edge of change.removedEdges) await deleteEdge(sql, row(edge));
  await insertEdges(sql, change.addedEdges.map(row));
}

async function addEvidence({ sql, workspace, event, change }: Applying): Promise<void> {
  for (const [position, { nodes, evidence }] of change.evidence.entries()) {
    const { type, ref, agent } = evidence;
    const row = { workspace, seq: event.seq, position, type, ref, agent, ts_ms: event.tsMs };
    await insertEvidence(sql, { ...row, nodes: listed(nodes) });
  }
}

/** Appended after the evidence of the heir, in its own order, with the seq of this event. */
async function inheritEvidence(
  { sql, workspace, event: { seq } }: Applying,
  { from, to }: Inherited,
): Promise<void> {
  const rows = await evidenceRows(sql, workspace, [from]);
  for (const [position, row] of rows.entries()) {
    await sql
      .updateTable('work_evidence')
      .set({ node: to, seq, position })
      .where('workspace', '=', workspace)
      .where('seq', '=', row.seq)
      .where('origin', '=', row.origin)
      .where('position', '=', row.position)
      .execute();
  }
}
