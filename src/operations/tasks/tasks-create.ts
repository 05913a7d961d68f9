/** `tasks_create`: a plan, or a task of a plan with its steps. */

import * as z from 'zod';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { line, meta, targetId, text } from '../declaration/fields.ts';
import { checkParent } from './steps/check-parent.ts';
import { numbering } from './steps/numbering.ts';
import { openPlan, openTask } from './steps/open-target.ts';
import { newSteps } from './steps/step-fields.ts';
import { qualifiedId, taskEventView } from './steps/task-views.ts';

export const tasksCreate = defineOperation({
  name: 'tasks_create',
  title: 'Create a plan or task',
  description:
    'Makes a plan, or with parent a task of that plan, its steps included. Answers the id, the revision, and the ids of the steps.',
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
    const misfit = misfits(kind, input) ?? (await checkParent(tx, input.parent));
    if (misfit) return misfit;
    const making = { tx, nowMs, ids: await numbering(tx) };
    const made =
      kind === 'plan'
        ? await openPlan(making, input)
        : await openTask(making, { ...input, parent: input.parent ?? '' });
    if (isRefusal(made)) return made;
    const events = made.events.map(taskEventView);
    return answer({
      id: made.id,
      qualified_id: qualifiedId(id, made.id),
      kind,
      revision: made.revision,
      event: events[0] ?? null,
      ...(input.steps ? { steps: made.steps, events } : {}),
    });
  },
});

interface Given {
  readonly parent?: string | undefined;
  readonly steps?: unknown;
  readonly contract?: unknown;
  readonly contract_data?: unknown;
}

/** What belongs to the other kind must not be lost without a word. */
function misfits(kind: 'plan' | 'task', given: Given): Refusal | undefined {
  if (kind === 'task' && given.parent === undefined) {
    return refuse('INVALID_INPUT', 'parent: a task belongs to a plan', {
      recovery: 'Give the id of a plan, or let tasks_macro_start choose one.',
    });
  }
  const foreign =
    kind === 'plan' ? (['parent', 'steps'] as const) : (['contract', 'contract_data'] as const);
  const wrong = foreign.find((name) => given[name] !== undefined);
  return wrong === undefined
    ? undefined
    : refuse('INVALID_INPUT', `${wrong}: a ${kind} has none`, { recovery: `Leave ${wrong} out.` });
}
