/** Starts a task: creates its plan if needed, the task with its steps, and its first cards. */

import * as z from 'zod';
import type { StepDraft } from '../../../domain/tasks/add-steps.ts';
import type { TaskRequest } from '../../../domain/tasks/create-target.ts';
import { DEFAULT_TASK_TEMPLATE, PRINCIPAL_TASK_TEMPLATE } from '../../../domain/tasks/templates.ts';
import { textList } from '../../../domain/tasks/text-list.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import type { Writing } from '../../../store/port.ts';
import type { Answer, Warning } from '../../declaration/define-operation.ts';
import {
  line,
  listedAs,
  listOf,
  neverListed,
  targetId,
  text,
  unlisted,
} from '../../declaration/fields.ts';
import { type ChosenPlan, chooseImpliedPlan, type PlanChoice } from './choose-plan.ts';
import { type CreatedTarget, type CreationContext, commitNewTask } from './commit-new-target.ts';
import { findTemplate } from './find-template.ts';
import { nextIds } from './next-ids.ts';
import { newSteps } from './step-fields.ts';

const TEXTS = { type: 'array', items: { type: 'string' } };

const SHORT_STEPS = listOf(
  { title: { type: 'string' }, success_criteria: TEXTS, tests: TEXTS },
  // The schema of a step leaves tests out, since other tools add them later.
  ['tests'],
);

const think = z.record(z.string(), z.json()).describe('First cards, as for think_pipeline');

/** Of a tool that wants steps, and not a template. */
export const wantedSteps = listedAs(newSteps.describe('Exactly one'), SHORT_STEPS);

export const startFields = {
  plan: unlisted(targetId.optional().describe('PLAN- id')),
  parent: neverListed(targetId.optional().describe('Alias of plan')),
  plan_title: unlisted(line(LIMITS.title).optional().describe('For a new plan')),
  plan_template: unlisted(line(LIMITS.docName).optional()),
  task_title: line(LIMITS.title),
  description: text.optional(),
  template: unlisted(line(LIMITS.docName).optional()),
  steps: listedAs(newSteps.optional(), SHORT_STEPS),
  think: unlisted(think.optional()),
};

export interface StartRequest extends PlanChoice {
  readonly task_title: string;
  readonly description?: string | undefined;
  readonly template?: string | undefined;
  readonly steps?: readonly StepDraft[] | undefined;
  readonly think?: Readonly<Record<string, unknown>> | undefined;
}

export interface Started {
  readonly plan: ChosenPlan;
  readonly task: CreatedTarget;
  /** The recorded cards, or the reason why they could not be recorded. */
  readonly pipeline: JsonObject | undefined;
  readonly warnings: readonly Warning[];
}

export interface StartCall {
  readonly tx: Writing;
  readonly agent: string;
  readonly nowMs: number;
  invoke(tool: string, args: JsonObject): Promise<Answer | Refusal>;
}

interface StartOptions {
  /** Whether to choose the steps and a first frame if the request has none. */
  readonly defaults: boolean;
}

export async function startTask(
  call: StartCall,
  request: StartRequest,
  { defaults }: StartOptions,
): Promise<Started | Refusal> {
  const ready = await prepareTask(call, request, { defaults });
  if (isRefusal(ready)) return ready;
  const task = await commitNewTask(ready.context, ready.task);
  if (isRefusal(task)) return task;
  const seed = request.think ?? (defaults ? firstFrame(request) : undefined);
  return { plan: ready.plan, task, ...(await recordThinking(call, task.id, seed)) };
}

export interface PreparedTask {
  readonly context: CreationContext;
  readonly plan: ChosenPlan;
  readonly task: TaskRequest;
}

/** Chooses or creates the plan, and reads the steps; the caller then creates the task. */
export async function prepareTask(
  { tx, nowMs, agent }: Omit<StartCall, 'invoke'>,
  request: StartRequest,
  { defaults }: StartOptions,
): Promise<PreparedTask | Refusal> {
  const steps = refuseMisplacedThinking(request) ?? stepsFor(request, defaults);
  if (isRefusal(steps)) return steps;
  const context = { tx, nowMs, ids: await nextIds(tx) };
  const plan = await chooseImpliedPlan(context, request, agent);
  if (isRefusal(plan)) return plan;
  const { task_title: title, description } = request;
  return { context, plan, task: { title, description, parent: plan.id, steps } };
}

const PLACES = ['workspace', 'target', 'branch', 'notes_doc', 'trace_doc', 'graph_doc'];

/** The first cards always belong to the new task, so `think` must not name another place. */
function refuseMisplacedThinking({ think: seed }: StartRequest): Refusal | undefined {
  const stray = PLACES.find((name) => seed && name in seed);
  if (stray === undefined) return undefined;
  return refuse(
    'INVALID_INPUT',
    `think.${stray}: not allowed, since the cards belong to the new task`,
    {
      recovery: `Omit think.${stray}.`,
    },
  );
}

function stepsFor(request: StartRequest, defaults: boolean): readonly StepDraft[] | Refusal {
  if (request.steps && request.template !== undefined) {
    return refuse('INVALID_INPUT', 'steps, template: only one of them is allowed');
  }
  if (request.steps) return checkedSteps(request.steps);
  const name = request.template ?? (defaults ? DEFAULT_TASK_TEMPLATE : undefined);
  if (name === undefined) {
    return refuse('INVALID_INPUT', 'steps, template: one of them is required', {
      recovery: `For example template=${DEFAULT_TASK_TEMPLATE}.`,
    });
  }
  const template = findTemplate(name, 'task', 'template');
  return isRefusal(template) ? template : template.steps;
}

/** Every step needs a test, since a step without one could never be verified. */
function checkedSteps(steps: readonly StepDraft[]): readonly StepDraft[] | Refusal {
  if (steps.length === 0) return refuse('INVALID_INPUT', 'steps: at least one is required');
  const bare = steps.findIndex((step) => textList(step.tests ?? []).length === 0);
  if (bare < 0) return steps;
  return refuse('INVALID_INPUT', `steps.${bare}.tests: at least one is required`, {
    recovery: 'Say for each step how it is tested.',
  });
}

/** A task from the principal template starts with a frame card. */
function firstFrame(request: StartRequest): JsonObject | undefined {
  if (request.template !== PRINCIPAL_TASK_TEMPLATE) return undefined;
  const { task_title: title, description } = request;
  return { frame: { title, ...(description === undefined ? {} : { text: description }) } };
}

/** Records the first cards. If that fails, the task is created all the same, with a warning. */
async function recordThinking(
  { tx, invoke }: StartCall,
  target: string,
  seed: Readonly<Record<string, unknown>> | undefined,
): Promise<Pick<Started, 'pipeline' | 'warnings'>> {
  if (seed === undefined) return { pipeline: undefined, warnings: [] };
  const outcome = await tx.attempt(() =>
    invoke('think_pipeline', { ...(seed as JsonObject), target }),
  );
  if (!isRefusal(outcome)) return { pipeline: outcome.view, warnings: [] };
  const { code, message } = outcome;
  return {
    pipeline: { ok: false, error: { code, message } },
    warnings: [
      {
        code: 'THINK_PIPELINE_FAILED',
        message: `${code} ${message}`,
        recovery: `Record the cards one by one, with target=${target}.`,
      },
    ],
  };
}
