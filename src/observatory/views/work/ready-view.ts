/** What can be worked on now, in the order in which `graph_next` hands it out, and why. */

import { z } from 'zod';
import { priorityOf, type WorkNode } from '../../../domain/work/work-node.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';
import { CLAIMS_EVERY_MS } from './projects-view.ts';
import { workEventsOf } from './touched-work.ts';
import { cutSummary } from './work-view.ts';

export interface ReadyRow extends ViewRow {
  /** From 1. */
  readonly rank: number;
  readonly summary: string;
  readonly more?: true;
  readonly priority: number;
  readonly depth: number;
  readonly changedMs: number;
  /** Why it comes before the next one, in words. */
  readonly reason: string;
}

const MAX_READY = 100;

/** Asks as nobody: an agent sees what it holds itself. */
const NOBODY = '';

async function readyPage({ tx, claims }: Look, project: string) {
  const request = { project, agent: NOBODY, claims, count: MAX_READY + 1, isClaim: false };
  const nodes = await tx.work.next(request);
  const shown = nodes.slice(0, MAX_READY);
  const rows = shown.map(
    (node, at): ReadyRow => ({
      key: node.id,
      rank: at + 1,
      ...cutSummary(node.summary),
      priority: priorityOf(node.properties),
      depth: node.depth,
      changedMs: node.updatedMs,
      reason: reasonFor(node, nodes[at + 1], at),
    }),
  );
  if (nodes.length <= MAX_READY) return { rows };
  const claimedBy = { agent: null, rule: claims };
  return { rows, total: await tx.work.count({ project, isActionable: true, claimedBy }) };
}

/** The ranking: higher priority, then deeper, then longer unchanged, then created earlier. */
export function reasonFor(node: WorkNode, next: WorkNode | undefined, at: number): string {
  if (!next) return at === 0 ? 'The only one that is ready.' : 'The last one that is ready.';
  const [own, other] = [priorityOf(node.properties), priorityOf(next.properties)];
  if (own !== other) return `Higher priority than the next: ${own}, not ${other}.`;
  if (node.depth !== next.depth) {
    return `Same priority as the next, but deeper in the tree: level ${node.depth}, not ${next.depth}.`;
  }
  if (node.updatedSeq !== next.updatedSeq) {
    return 'Same priority and depth as the next, but unchanged for longer.';
  }
  return 'Like the next in everything, but listed before it in the plan.';
}

export const READY_VIEW = defineView({
  name: 'ready',
  args: z.object({ project: z.string().min(1).max(1_000) }),
  page: (look, { project }) => readyPage(look, project),
  /** One node that comes or goes changes the rank of the others. */
  touched: (_look, { project }, events) => (workEventsOf(events, project).length > 0 ? 'all' : []),
  async rows(look, { project }, keys) {
    const { rows } = await readyPage(look, project);
    return rows.filter(({ key }) => keys.includes(key));
  },
  everyMs: CLAIMS_EVERY_MS,
});
