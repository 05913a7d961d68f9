/** Shows a task that was just created, with its plan and its steps. */

import type { JsonObject } from '../../../kernel/json.ts';
import type { Started } from './start-task.ts';
import { qualifiedId, taskEventView } from './task-event-view.ts';

export function startedView(
  workspace: string,
  { plan, task, pipeline }: Pick<Started, 'plan' | 'task' | 'pipeline'>,
): JsonObject {
  const named = (id: string) => ({ id, qualified_id: qualifiedId(workspace, id) });
  return {
    workspace,
    plan: { ...named(plan.id), created: plan.created },
    task: { ...named(task.id), revision: task.revision },
    steps: task.steps,
    events: [...plan.events, ...task.events].map(taskEventView),
    ...(pipeline ? { think_pipeline: pipeline } : {}),
  };
}
