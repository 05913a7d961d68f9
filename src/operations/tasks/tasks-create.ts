/** `tasks_create`: creates a plan, or a task of a plan with its steps. */

import * as z from 'zod';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { line, meta, targetId, text } from '../declaration/fields.ts';
import { checkParent } from './steps/check-parent.ts';
import { commitNewPlan, commitNewTask } from './steps/commit-new-target.ts';
import { nextIds } from './steps/next-ids.ts';
import { newSteps } from './steps/step-fields.ts';
import { qualifiedId, taskEventView } from './steps/task-event-view.ts';

export const tasksCreate = defineOperation({
  name: 'tasks_create',
  title: 'Create a plan or task',
  description:
    'Creates a plan or, with parent, a task of that plan with its steps. Returns the id, the revision, and the ids of the steps.',
  toolset: 'tasks',
  does: writes(),
  input: {
    kind: z.enum(['plan', 'task']).optional().describe('Default: task with parent, else plan'),
    parent: targetId.optional().describe('PLAN- id'),
    title: line(LIMITS.title),
    description: text.optional(),
    contract: text.optional().describe('Plans only'),
    contract_data: meta.describe('Plans only'),
    steps: newSteps.optional().describe('Tasks only'),
  },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'A plan', args: { title: 'Ship the parser' } },
  async run(input, { tx, nowMs, workspace: id }) {
    const kind = input.kind ?? (input.parent === undefined ? 'plan' : 'task');
    const misfit = refuseMisfit(kind, input) ?? (await checkParent(tx, input.parent));
    if (misfit) return misfit;
    const context = { tx, nowMs, ids: await nextIds(tx) };
    const created =
      kind === 'plan'
        ? await commitNewPlan(context, input)
        : await commitNewTask(context, { ...input, parent: input.parent ?? '' });
    if (isRefusal(created)) return created;
    const events = created.events.map(taskEventView);
    return answer({
      id: created.id,
      qualified_id: qualifiedId(id, created.id),
      kind,
      revision: created.revision,
      event: events[0] ?? null,
      ...(input.steps ? { steps: created.steps, events } : {}),
    });
  },
});

interface CreateRequest {
  readonly parent?: string | undefined;
  readonly steps?: unknown;
  readonly contract?: unknown;
  readonly contract_data?: unknown;
}

/** Fields of the other kind are refused, because ignoring them would lose what the caller sent. */
function refuseMisfit(kind: 'plan' | 'task', given: CreateRequest): Refusal | undefined {
  if (kind === 'task' && given.parent === undefined) {
    return refuse('INVALID_INPUT', 'parent: required, since a task belongs to a plan', {
      recovery: 'Send the id of a plan as parent.',
      suggestions: [suggestCall('tasks_context', {}, 'List the plans')],
    });
  }
  const foreign =
    kind === 'plan' ? (['parent', 'steps'] as const) : (['contract', 'contract_data'] as const);
  const wrong = foreign.find((name) => given[name] !== undefined);
  return wrong === undefined
    ? undefined
    : refuse('INVALID_INPUT', `${wrong}: a ${kind} has no ${wrong}`, {
        recovery: `Leave ${wrong} out.`,
      });
}
