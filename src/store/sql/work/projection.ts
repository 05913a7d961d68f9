/**
 * Projects the work graph: loads what an event concerns, applies `evolveWork`, writes its change.
 */

import { concernOf, evolveWork, type WorkEvent } from '../../../domain/work/evolve-work.ts';
import { graphChangesBy, WORK_GRAPH } from '../../../domain/work/work-graph.ts';
import type { Sql } from '../engine.ts';
import { recordVersions } from '../graph/projection.ts';
import type { Projection } from '../projection.ts';
import { applyChange } from './apply-change.ts';
import { loadPart } from './load-part.ts';

async function applyWorkEvent(sql: Sql, workspace: string, event: WorkEvent): Promise<void> {
  const { part, rows } = await loadPart(sql, workspace, concernOf(event));
  const change = evolveWork(event, part);
  await applyChange(sql, workspace, event, change, rows);
  if (event.payload.mirrored) return;
  await recordVersions(sql, workspace, event, WORK_GRAPH, graphChangesBy(change));
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
