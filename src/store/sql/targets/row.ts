/** Converts a target to its row and back. */

import { isOpen, type Target } from '../../../domain/tasks/target.ts';
import type { Tables } from '../tables.ts';

type Row = Tables['targets'];

/** The number that orders lists. */
export function numberIn(id: string): number {
  return Number(id.slice(id.indexOf('-') + 1));
}

export function targetRow(workspace: string, target: Target): Row {
  const { root, steps, nodes, revision, createdMs, updatedMs } = target;
  return {
    workspace,
    id: root.id,
    kind: root.kind,
    number: numberIn(root.id),
    parent: root.parent,
    title: root.title,
    status: root.status,
    priority: root.priority,
    domain: root.domain,
    tags: `|${root.tags.map((tag) => `${tag}|`).join('')}`,
    steps_total: steps.length,
    steps_done: steps.filter((step) => !isOpen(step)).length,
    tasks_total: 0,
    tasks_done: 0,
    revision,
    created_ms: createdMs,
    updated_ms: updatedMs,
    state: JSON.stringify({ root, steps, nodes }),
  };
}

export function targetFrom(
  row: Pick<Row, 'state' | 'revision' | 'created_ms' | 'updated_ms'>,
): Target {
  const { root, steps, nodes } = JSON.parse(row.state) as Pick<Target, 'root' | 'steps' | 'nodes'>;
  return {
    root,
    steps,
    nodes,
    revision: row.revision,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  };
}
