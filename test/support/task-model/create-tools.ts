/** The tools that create plans and tasks. */

import type { Tool } from './call.ts';
import { invalid, unknown } from './refuse.ts';
import { recordEvent, revise } from './revise.ts';
import { addSteps } from './step-tools.ts';
import { textList } from './text-rules.ts';
import { type Fields, newTarget, type Target, type Template, type World } from './world.ts';

/** Creates a plan with its first event, and with the checklist of a template if there is one. */
function createPlan(world: World, fields: Fields, checklist?: string[]): Target {
  const { title, description = null, contract = null, contract_data: data = null } = fields;
  const points = checklist ? { doc: null, current: 0, steps: checklist } : null;
  const plan = newTarget(world, 'plan', null, {
    title: String(title).trim(),
    description,
    contract,
    contract_data: data,
    checklist: points,
  });
  recordEvent(world, plan, null, 'plan_created');
  return plan;
}

interface CreatedTask {
  task: Target;
  steps: Fields[];
}

/** One revision for all steps together, and one for each step with tests or blockers. */
function createTask(world: World, parent: string, fields: Fields, drafts?: Fields[]): CreatedTask {
  const { title, description = null } = fields;
  const task = newTarget(world, 'task', parent, { title: String(title).trim(), description });
  recordEvent(world, task, null, 'task_created');
  if (!drafts) return { task, steps: [] };
  if (drafts.length === 0) invalid('no steps');
  const added = addSteps(world, task, '', drafts);
  revise(world, task, null, 'steps_added');
  for (const [index, { step, path }] of added.entries()) {
    const { tests, blockers } = drafts[index] ?? {};
    if (tests) step.fields.tests = textList(tests as string[]);
    if (blockers) step.fields.blockers = textList(blockers as string[]);
    if (tests || blockers) revise(world, task, path, 'step_defined');
  }
  return { task, steps: added.map(({ step, path }) => ({ step_id: step.id, path })) };
}

function checkParent(world: World, id: string): string {
  if (!id.startsWith('PLAN-')) invalid('not a plan');
  return world.targets.has(id) ? id : unknown(id);
}

const create: Tool = (world, { args }) => {
  const { parent, contract, contract_data: data } = args;
  const steps = args.steps as Fields[] | undefined;
  const kind = args.kind ?? (parent === undefined ? 'plan' : 'task');
  if (kind === 'task' && parent === undefined) invalid('no parent');
  if (kind === 'plan' && (parent !== undefined || steps !== undefined)) invalid('of a task');
  if (kind === 'task' && (contract !== undefined || data !== undefined)) invalid('of a plan');
  const made: CreatedTask =
    kind === 'plan'
      ? { task: createPlan(world, args), steps: [] }
      : createTask(world, checkParent(world, String(parent)), args, steps);
  const { id, revision } = made.task;
  const listed = steps ? { steps: made.steps } : {};
  return { id, qualified_id: `${world.workspace}:${id}`, kind, revision, ...listed };
};

interface ChosenPlan {
  plan: string;
  created: boolean;
}

function templateOf(world: World, id: unknown, kind: string): Template {
  return (
    world.templates.find((each) => each.id === id && each.kind === kind) ?? unknown('template')
  );
}

function choosePlan(world: World, args: Fields): ChosenPlan {
  const { plan, parent, plan_title: title, plan_template: template } = args;
  if ([plan, parent, title].filter((each) => each !== undefined).length > 1) invalid('one plan');
  if (template !== undefined && title === undefined) invalid('a template of no plan');
  if (title !== undefined) {
    const points =
      template === undefined ? undefined : templateOf(world, template, 'plan').plan_steps;
    return { plan: createPlan(world, { title }, points).id, created: true };
  }
  const id = plan ?? parent ?? invalid('no plan');
  return { plan: checkParent(world, String(id)), created: false };
}

/** If the call names no plan: the plan in focus, the plan of the task in focus, or the Inbox. */
function chooseImpliedPlan(world: World, args: Fields): ChosenPlan {
  const named = [args.plan, args.parent, args.plan_title, args.plan_template];
  if (named.some((each) => each !== undefined)) return choosePlan(world, args);
  const focused = world.focus === null ? undefined : world.targets.get(world.focus);
  if (focused) return { plan: focused.parent ?? focused.id, created: false };
  const inboxes = [...world.targets.values()].filter(
    ({ kind, fields }) => kind === 'plan' && fields.title === 'Inbox',
  );
  const [first] = inboxes.sort((a, b) => Number(a.id.slice(5)) - Number(b.id.slice(5)));
  if (first) return { plan: first.id, created: false };
  return { plan: createPlan(world, { title: 'Inbox' }).id, created: true };
}

const PLACES = ['workspace', 'target', 'branch', 'notes_doc', 'trace_doc', 'graph_doc'];

function draftsFor(world: World, { steps, template, think }: Fields, defaults: boolean): Fields[] {
  if (PLACES.some((name) => name in ((think ?? {}) as Fields))) invalid('thinking elsewhere');
  if (steps !== undefined && template !== undefined) invalid('steps or template');
  if (steps !== undefined) {
    const drafts = steps as Fields[];
    if (drafts.length === 0) invalid('no steps');
    const isBare = ({ tests }: Fields) => textList((tests ?? []) as string[]).length === 0;
    if (drafts.some(isBare)) invalid('no tests');
    return drafts;
  }
  const name = template ?? (defaults ? 'basic-task' : invalid('steps or template'));
  return templateOf(world, name, 'task').steps ?? [];
}

interface Started extends CreatedTask, ChosenPlan {}

function start(world: World, args: Fields, defaults: boolean): Started {
  const drafts = draftsFor(world, args, defaults);
  const chosen = chooseImpliedPlan(world, args);
  const { task_title: title = '', ...rest } = args;
  const made = createTask(world, chosen.plan, { ...rest, title }, drafts);
  think(world, args, defaults);
  return { ...chosen, ...made };
}

/** If one card is invalid, no card is recorded, but the task is created. */
function think(world: World, { think: given, template }: Fields, defaults: boolean): void {
  if (given === undefined) {
    if (defaults && template === 'principal-task') world.cards += 1;
    return;
  }
  // A card with this id is invalid.
  if (JSON.stringify(given).includes('a|b')) world.warnings.push('THINK_PIPELINE_FAILED');
  else world.cards += Object.keys(given as Fields).length;
}

const bootstrap: Tool = (world, { args }) => {
  const { plan, created, task, steps } = start(world, args, false);
  const { id, revision } = task;
  return { plan: { id: plan, created }, task: { id, revision }, steps };
};

const macroStart: Tool = (world, { args }) => {
  const { plan, task, steps } = start(world, args, true);
  world.focus = task.id;
  const resume = { focus: task.id, target: { id: task.id, revision: task.revision } };
  return { task_id: task.id, plan_id: plan, steps, resume };
};

const scaffold: Tool = (world, { args }) => {
  const kind = args.kind ?? world.templates.find(({ id }) => id === args.template)?.kind ?? 'task';
  if (kind === 'plan') {
    if (args.parent !== undefined || args.plan_title !== undefined) invalid('a plan in a plan');
    const points = templateOf(world, args.template, 'plan').plan_steps ?? [];
    const { id, revision } = createPlan(world, args, points);
    return { plan: { id, revision }, checklist: { current: 0, steps: points } };
  }
  const template = templateOf(world, args.template, 'task');
  const { plan, created } = chooseImpliedPlan(world, args);
  const { task, steps } = createTask(world, plan, args, template.steps ?? []);
  const { id, revision } = task;
  return { plan: { id: plan, created }, task: { id, revision }, steps };
};

/** Creates a task that is already done. */
const createDone: Tool = (world, { args }) => {
  if ((args.steps as Fields[]).length !== 1) invalid('exactly one step');
  const { plan, created, task, steps } = start(world, args, false);
  const { id } = task;
  const made = { plan: { id: plan, created }, task: { id, revision: task.revision }, steps };
  const [step] = task.steps;
  if (!step) return invalid('no step');
  Object.assign(step.fields, { confirmed: ['criteria', 'tests'], completed_at_ms: world.nowMs });
  revise(world, task, 's:0', 'step_verified', 'step_done');
  const close = { task: id, revision: task.revision, step: { step_id: step.id, path: 's:0' } };
  task.fields.status = 'DONE';
  revise(world, task, null, 'task_completed');
  return { bootstrap: made, close, complete: { id, revision: task.revision } };
};

export const createTools: Record<string, Tool> = {
  tasks_create: create,
  tasks_bootstrap: bootstrap,
  tasks_macro_start: macroStart,
  tasks_scaffold: scaffold,
  tasks_macro_create_done: createDone,
};
