/** The projects of the work graph, with their counts. */

import { z } from 'zod';
import { isHeld } from '../../../domain/work/claim.ts';
import { READINESS, type WorkProject } from '../../../domain/work/work-node.ts';
import { defineView, type Look, MAX_PAGE, type ViewRow } from '../../view.ts';
import { workEventsOf } from './touched-work.ts';
import { cutSummary } from './work-view.ts';

export interface ProjectRow extends ViewRow {
  readonly root: string;
  readonly summary: string;
  readonly more?: true;
  readonly total: number;
  readonly resolved: number;
  /** What an agent could take now: actionable, and held by nobody. */
  readonly ready: number;
  readonly blocked: number;
  /** Nodes with a claim that holds. */
  readonly claimed: number;
  readonly changedMs: number;
}

type Summarized = WorkProject & { readonly summary: string };

async function projectRows(
  { tx, claims }: Look,
  projects: readonly Summarized[],
): Promise<readonly ProjectRow[]> {
  if (projects.length === 0) return [];
  const [only, ...others] = projects;
  const held = new Map<string, number>();
  const taken = new Map<string, number>();
  const add = (counts: Map<string, number>, name: string) =>
    counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const claim of await tx.work.holdings(others.length === 0 ? only?.name : undefined)) {
    if (!isHeld(claim, claims)) continue;
    add(held, claim.project);
    if (claim.readiness === READINESS.actionable) add(taken, claim.project);
  }
  return projects.map(({ name, root, summary, updatedMs, actionable, ...counts }) => ({
    key: name,
    root,
    ...cutSummary(summary),
    ...counts,
    ready: actionable - (taken.get(name) ?? 0),
    claimed: held.get(name) ?? 0,
    changedMs: updatedMs,
  }));
}

/** Claims end by time, and no event says so. */
export const CLAIMS_EVERY_MS = 5_000;

export const PROJECTS_VIEW = defineView({
  name: 'projects',
  args: z.object({}),
  async page(look, _args, cursor) {
    const projects = await look.tx.work.projects(MAX_PAGE + 1, cursor);
    const shown = projects.slice(0, MAX_PAGE);
    const rows = await projectRows(look, shown);
    return projects.length > MAX_PAGE ? { rows, next: shown.at(-1)?.name } : { rows };
  },
  touched: (_look, _args, events) => workEventsOf(events).map(({ payload }) => payload.project),
  async rows(look, _args, keys) {
    const found: Summarized[] = [];
    for (const key of keys) {
      const project = await look.tx.work.project(key);
      const [root] = project ? await look.tx.work.nodes([project.root]) : [];
      if (project && root) found.push({ ...project, summary: root.summary });
    }
    return projectRows(look, found);
  },
  everyMs: CLAIMS_EVERY_MS,
});
