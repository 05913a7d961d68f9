/**
 * Projects the work graph: loads what an event concerns, applies `evolveWork`, writes its change.
 */

import { concernOf, evolveWork, type WorkEvent } from '../../../domain/work/evolve-work.ts';
import type { WorkChange } from '../../../domain/work/work-change.ts';
import { graphChangesBy, WORK_GRAPH } from '../../../domain/work/work-graph.ts';
import type { TextChanges } from '../../../recall/index/text-changes.ts';
import {
  type NamedText,
  nameOf,
  textOfWork,
  textOfWorkEvidence,
} from '../../../recall/terms/artifact-texts.ts';
import { isSameText } from '../../../recall/terms/recall-text.ts';
import type { Sql } from '../engine.ts';
import { recordVersions } from '../graph/projection.ts';
import type { Projection } from '../projection.ts';
import { applyChange } from './apply-change.ts';
import { loadPart } from './load-part.ts';

async function applyWorkEvent(
  sql: Sql,
  workspace: string,
  event: WorkEvent,
  texts: TextChanges,
): Promise<void> {
  const { part, rows } = await loadPart(sql, workspace, concernOf(event));
  const change = evolveWork(event, part);
  await applyChange(sql, workspace, event, change, rows);
  collectTexts(event, change, texts);
  if (event.payload.mirrored) return;
  await recordVersions(sql, workspace, event, WORK_GRAPH, graphChangesBy(change));
}

function collectTexts(event: WorkEvent, change: WorkChange, texts: TextChanges): void {
  const { added, changed, removed, evidence } = change;
  const put = added.map(textOfWork);
  const marked: NamedText[] = [];
  for (const { before, after } of changed) {
    const [had, has] = [textOfWork(before), textOfWork(after)];
    if (!isSameText(had, has)) put.push(has);
    if (had.state !== has.state) marked.push(has);
  }
  // A node does not know that it was dropped: its mark does, whatever its words become.
  for (const [at, text] of put.entries()) texts.reword(event, at, text);
  for (const { name, state } of marked) texts.mark(name, { state });
  const survivor = event.type === 'work_merged' ? nameOf.work(event.payload.target) : undefined;
  for (const { id } of removed) {
    texts.mark(nameOf.work(id), { state: 'merged', successor: survivor });
  }
  const dropped = event.type === 'work_dropped' ? change.history : [];
  for (const id of dropped) texts.mark(nameOf.work(id), { state: 'dropped' });
  for (const [at, { evidence: piece, nodes: of }] of evidence.entries()) {
    const text = textOfWorkEvidence(change.project, of[0] ?? '', piece, [event.seq, at]);
    texts.put(event, put.length + at, text);
  }
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
    work_project_opened: applyWorkEvent,
    work_planned: applyWorkEvent,
    work_updated: applyWorkEvent,
    work_connected: applyWorkEvent,
    work_disconnected: applyWorkEvent,
    work_moved: applyWorkEvent,
    work_merged: applyWorkEvent,
    work_dropped: applyWorkEvent,
  },
};
