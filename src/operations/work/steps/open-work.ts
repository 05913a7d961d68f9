/** What is open in a project of the work graph: its parts, and what blocked nodes wait for. */

import type { WorkNode } from '../../../domain/work/work-node.ts';
import { excerpt } from '../../../kernel/excerpt.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Reading } from '../../../store/port.ts';

const MAX_PARTS = 12;
const MAX_DEPS = 20;
const MAX_NAMED = 3;
const SUMMARY_BYTES = 120;

/**
 * The children of the root that are open, or that were resolved before their own children, with
 * their progress; and their number if more exist.
 */
export async function openParts(tx: Reading, root: WorkNode): Promise<JsonObject> {
  const parts = await tx.work.children(root.id, MAX_PARTS, { unfinished: true });
  const counts = await tx.work.childCounts([root.id, ...parts.map((part) => part.id)]);
  const tree = parts.map((part) => {
    const below = counts.get(part.id);
    return {
      id: part.id,
      summary: excerpt(part.summary, SUMMARY_BYTES),
      ...(part.resolved ? { resolved_early: true } : {}),
      ...(below ? { children: below.total, resolved_children: below.resolved } : {}),
    };
  });
  const total = root.openChildren + (counts.get(root.id)?.early ?? 0);
  return { tree, ...(total > tree.length ? { tree_total: total } : {}) };
}

/** The ids of the first nodes that a blocked one depends on and that are not resolved. */
export async function waitsFor(tx: Reading, { id }: WorkNode): Promise<readonly string[]> {
  const deps = await tx.work.neighbours(id, 'depends_on', MAX_DEPS);
  return deps
    .filter((dep) => !dep.resolved)
    .slice(0, MAX_NAMED)
    .map((dep) => dep.id);
}
