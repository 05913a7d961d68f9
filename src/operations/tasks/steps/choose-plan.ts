/** Chooses the plan of a new task: an existing one, or one that is created for it. */

import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { checkParent } from './check-parent.ts';
import type { TaskEvent } from './commit-moves.ts';
import { type CreationContext, commitNewPlan } from './commit-new-target.ts';
import { findTemplate } from './find-template.ts';

export interface PlanChoice {
  readonly plan?: string | undefined;
  readonly parent?: string | undefined;
  readonly plan_title?: string | undefined;
  readonly plan_template?: string | undefined;
}

export interface ChosenPlan {
  readonly id: string;
  readonly created: boolean;
  readonly events: readonly TaskEvent[];
}

const INBOX = 'Inbox';

async function choosePlan(
  context: CreationContext,
  choice: PlanChoice,
): Promise<ChosenPlan | Refusal> {
  const { plan, parent, plan_title: title, plan_template: template } = choice;
  const given = (['plan', 'parent', 'plan_title'] as const).filter((each) => choice[each]);
  if (given.length > 1) {
    return refuse('INVALID_INPUT', `${given.join(', ')}: only one of them is allowed`);
  }
  if (template !== undefined && title === undefined) {
    return refuse(
      'INVALID_INPUT',
      'plan_template: requires plan_title, since it is for a new plan',
    );
  }
  if (title !== undefined) return commitPlan(context, title, template);
  const id = plan ?? parent;
  if (id === undefined) throw new Error('a plan that is named has an id or a title');
  const missing = await checkParent(context.tx, id, plan === undefined ? 'parent' : 'plan');
  return missing ?? { id, created: false, events: [] };
}

async function commitPlan(
  context: CreationContext,
  title: string,
  template: string | undefined,
): Promise<ChosenPlan | Refusal> {
  const outline =
    template === undefined ? undefined : findTemplate(template, 'plan', 'plan_template');
  if (isRefusal(outline)) return outline;
  const created = await commitNewPlan(context, {
    title,
    ...(outline ? { checklist: outline.plan_steps } : {}),
  });
  return isRefusal(created) ? created : { id: created.id, created: true, events: created.events };
}

/** If the request names no plan: the plan in focus, the plan of the task in focus, or the Inbox. */
export async function chooseImpliedPlan(
  context: CreationContext,
  choice: PlanChoice,
  agent: string,
): Promise<ChosenPlan | Refusal> {
  const named = choice.plan ?? choice.parent ?? choice.plan_title ?? choice.plan_template;
  if (named !== undefined) return choosePlan(context, choice);
  const { tx } = context;
  const { target } = await tx.agents.focus(agent);
  const focused = target === null ? undefined : await tx.targets.summary(target);
  const near = focused?.kind === 'plan' ? focused.id : (focused?.parent ?? undefined);
  const id = near ?? (await tx.targets.planTitled(INBOX));
  return id === undefined
    ? commitPlan(context, INBOX, undefined)
    : { id, created: false, events: [] };
}
