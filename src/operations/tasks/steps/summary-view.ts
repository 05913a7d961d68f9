/** Shows a plan or task as an item of a list. */

import type { JsonObject } from '../../../kernel/json.ts';
import type { TargetSummary } from '../../../store/port.ts';

export function summaryView(summary: TargetSummary): JsonObject {
  const { id, kind, parent, title, status, priority, revision, steps, tasks, updatedMs } = summary;
  const parts = kind === 'plan' ? tasks : steps;
  return {
    id,
    ...(kind === 'plan' ? {} : { parent }),
    title,
    status,
    priority,
    revision,
    [kind === 'plan' ? 'tasks' : 'steps']: parts,
    progress: percent(parts, status === 'DONE'),
    updated_at_ms: updatedMs,
  };
}

/** The status alone decides if there are no parts. */
function percent({ done, total }: TargetSummary['steps'], isDone: boolean): number {
  if (total === 0) return isDone ? 100 : 0;
  return Math.floor((100 * done) / total);
}
