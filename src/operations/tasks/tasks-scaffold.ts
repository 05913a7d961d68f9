/** `tasks_scaffold`: creates a plan or task from a template. */

import * as z from 'zod';
import { TEMPLATES } from '../../domain/tasks/templates.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { type Answer, answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { line, targetId, text } from '../declaration/fields.ts';
import { chooseImpliedPlan } from './steps/choose-plan.ts';
import { type CreationContext, commitNewPlan, commitNewTask } from './steps/commit-new-target.ts';
import { findTemplate } from './steps/find-template.ts';
import { nextIds } from './steps/next-ids.ts';
import { qualifiedId, taskEventView } from './steps/task-event-view.ts';

export const tasksScaffold = defineOperation({
  name: 'tasks_scaffold',
  title: 'Create from a template',
  description:
    'Creates a plan or task from a template, with its checklist or its steps. A task goes into parent, a new plan (plan_title), the plan in focus or the Inbox.',
  toolset: 'tasks',
  does: writes(),
  input: {
    template: line(LIMITS.docName),
    kind: z.enum(['plan', 'task']).optional().describe('Default: the kind of the template'),
    title: line(LIMITS.title),
    parent: targetId.optional().describe('PLAN- id'),
    plan_title: line(LIMITS.title).optional().describe('Creates a plan with this title'),
    description: text.optional(),
  },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'A plan', args: { template: 'basic-plan', title: 'Ship the parser' } },
  async run(input, call) {
    const { tx, nowMs, workspace: id } = call;
    const kind = input.kind ?? TEMPLATES.find((each) => each.id === input.template)?.kind ?? 'task';
    const context = { tx, nowMs, ids: await nextIds(tx) };
    return kind === 'plan' ? scaffoldPlan(context, input, id) : scaffoldTask(context, input, call);
  },
});

interface Scaffold {
  readonly template: string;
  readonly title: string;
  readonly parent?: string | undefined;
  readonly plan_title?: string | undefined;
  readonly description?: string | undefined;
}

async function scaffoldPlan(
  context: CreationContext,
  request: Scaffold,
  workspaceId: string,
): Promise<Answer | Refusal> {
  const wrong = (['parent', 'plan_title'] as const).find((name) => request[name] !== undefined);
  if (wrong) return refuse('INVALID_INPUT', `${wrong}: only allowed for a task`);
  const template = findTemplate(request.template, 'plan', 'template');
  if (isRefusal(template)) return template;
  const checklist = template.plan_steps;
  const created = await commitNewPlan(context, { ...request, checklist });
  if (isRefusal(created)) return created;
  const { id, revision } = created;
  const events = created.events.map(taskEventView);
  return answer({
    plan: { id, qualified_id: qualifiedId(workspaceId, id), revision },
    checklist: { current: 0, steps: checklist },
    events,
    event: events[0] ?? null,
  });
}

async function scaffoldTask(
  context: CreationContext,
  request: Scaffold,
  { workspace: workspaceId, agent }: { readonly workspace: string; readonly agent: string },
): Promise<Answer | Refusal> {
  const template = findTemplate(request.template, 'task', 'template');
  if (isRefusal(template)) return template;
  const plan = await chooseImpliedPlan(context, request, agent);
  if (isRefusal(plan)) return plan;
  const created = await commitNewTask(context, {
    ...request,
    parent: plan.id,
    steps: template.steps,
  });
  if (isRefusal(created)) return created;
  const { id, revision, steps } = created;
  return answer({
    plan: { id: plan.id, qualified_id: qualifiedId(workspaceId, plan.id), created: plan.created },
    task: { id, qualified_id: qualifiedId(workspaceId, id), revision },
    steps,
    events: [...plan.events, ...created.events].map(taskEventView),
  });
}
