/** Keeps the work graph: loads what an event concerns, asks the rules, and applies what they say. */

import { concernOf, evolveWork, type WorkEvent } from '../../../domain/work/evolve-work.ts';
import { graphChangesBy, WORK_GRAPH } from '../../../domain/work/work-graph.ts';
import type { Sql } from '../engine.ts';
import { enterVersions } from '../graph/projection.ts';
import type { Projection } from '../projection.ts';
import { applyChange } from './apply-change.ts';
import { loadPart } from './load-part.ts';

async function follow(sql: Sql, workspace: string, event: WorkEvent): Promise<void> {
  const { part, rows } = await loadPart(sql, workspace, concernOf(event));
  const change = evolveWork(event, part);
  await applyChange(sql, workspace, event, change, rows);
  if (event.payload.mirrored) return;
  await enterVersions(sql, workspace, event, WORK_GRAPH, graphChangesBy(change));
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
    work_project_opened: follow,
    work_planned: follow,
    work_updated: follow,
    work_connected: follow,
    work_disconnected: follow,
    work_moved: follow,
    work_merged: follow,
    work_dropped: follow,
  },
};
