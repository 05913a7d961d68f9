/** Random calls that create plans and tasks. */

import type { Call } from './call.ts';
import { goodTexts, isFull, perhaps, someTexts, TITLES, targetsOf } from './choices.ts';
import type { Run } from './run.ts';
import type { Fields, Target } from './world.ts';

export type CallMaker = (run: Run) => Call;

const MAX_PLANS = 5;
const MAX_TASKS = 16;

export function title({ random }: Run): string {
  return random.pick(TITLES);
}

/** Rarely with a blank title, which is malformed. */
function titled(run: Run, tool: string, name: string, args: Fields): Call {
  if (!run.random.chance(0.02)) return { tool, args: { [name]: title(run), ...args } };
  return { tool, args: { ...args, [name]: run.random.pick(['', '  ', 'a\nb']) }, malformed: true };
}

export function drafts(run: Run, withTests: number): Fields[] {
  const { random } = run;
  return Array.from({ length: 1 + random.below(4) }, () => ({
    title: title(run),
    success_criteria: random.chance(0.97) ? goodTexts(run) : ['none', ' '],
    ...(random.chance(withTests) ? { tests: goodTexts(run) } : {}),
    ...(withTests > 0 && random.chance(0.3) ? { blockers: someTexts(run) } : {}),
  }));
}

/** A deletion, to make room if there are too many targets. */
function deletion({ id }: Target): Call {
  return { tool: 'tasks_delete', args: { target: id } };
}

function openPlans(run: Run): Target[] {
  return targetsOf(run, 'plan').filter((plan) => !isFull(run, plan));
}

const createPlan: CallMaker = (run) => {
  const plans = targetsOf(run, 'plan');
  if (plans.length >= MAX_PLANS) return deletion(run.random.pick(plans));
  return titled(run, 'tasks_create', 'title', {
    ...perhaps(run, 0.3, () => ({ kind: 'plan' })),
    ...perhaps(run, 0.4, () => ({ description: 'Why "this"' })),
    ...perhaps(run, 0.3, () => ({ contract: 'All of it.' })),
    ...perhaps(run, 0.3, () => ({ contract_data: { must: [1, 'two', null] } })),
    ...perhaps(run, 0.05, () => ({ steps: drafts(run, 0.5) })),
  });
};

/** Mostly an existing plan that has room. */
function parentFor(run: Run): string | undefined {
  const plans = openPlans(run);
  if (run.random.chance(0.05)) return run.random.pick(['PLAN-999999', 'TASK-001']);
  return plans.length === 0 ? undefined : run.random.pick(plans).id;
}

/** Deletes a task instead if there are too many. */
function roomFor(run: Run, make: (parent: string | undefined) => Call): Call {
  const tasks = targetsOf(run, 'task');
  if (tasks.length >= MAX_TASKS) return deletion(run.random.pick(tasks));
  const parent = parentFor(run);
  return parent === undefined && targetsOf(run, 'plan').length >= MAX_PLANS
    ? createPlan(run)
    : make(parent);
}

const createTask: CallMaker = (run) =>
  roomFor(run, (parent) =>
    parent === undefined
      ? createPlan(run)
      : titled(run, 'tasks_create', 'title', {
          parent,
          ...perhaps(run, 0.3, () => ({ kind: 'task' })),
          ...perhaps(run, 0.4, () => ({ description: 'Why "that"' })),
          ...perhaps(run, 0.7, () => ({ steps: drafts(run, 0.6) })),
          ...perhaps(run, 0.05, () => ({ contract: 'No.' })),
          ...perhaps(run, 0.03, () => ({ steps: [] })),
          ...perhaps(run, 0.02, () => ({ kind: 'plan' })),
        }),
  );

const TASK_TEMPLATES = ['basic-task', 'principal-task', 'principal-task'];
const PLAN_TEMPLATES = ['basic-plan', 'principal-plan'];

function templates(run: Run): string {
  return run.random.pick([...TASK_TEMPLATES, ...TASK_TEMPLATES, ...PLAN_TEMPLATES, 'no-such-task']);
}

/** An existing plan or a new one; rarely both, neither, or a template without a plan. */
function planRequest(run: Run, parent: string | undefined): Fields {
  const isNew = parent === undefined || run.random.chance(0.1);
  return {
    ...(isNew
      ? { plan_title: title(run) }
      : run.random.pick<Fields>([{ parent }, { plan: parent }])),
    ...(isNew ? perhaps(run, 0.5, () => ({ plan_template: run.random.pick(PLAN_TEMPLATES) })) : {}),
    ...perhaps(run, 0.03, () => ({ plan_title: 'Both' })),
    ...perhaps(run, 0.03, () => ({ plan_template: 'no-such-plan' })),
  };
}

function stepsRequest(run: Run): Fields {
  return {
    ...(run.random.chance(0.5)
      ? { steps: drafts(run, 0.95) }
      : { template: run.random.pick([...TASK_TEMPLATES, ...TASK_TEMPLATES, 'basic-plan']) }),
    ...perhaps(run, 0.03, () => ({ template: 'basic-task' })),
  };
}

/** The second fails halfway, and the task must still be created; the third is refused. */
function thinking(run: Run): Fields {
  return perhaps(run, 0.25, () => ({
    think: run.random.pick<Fields>([
      { frame: 'Which one?', hypothesis: 'This one.' },
      { frame: 'Which one?', hypothesis: { id: 'a|b', title: 'That one.' } },
      { frame: 'Which one?', target: 'TASK-001' },
    ]),
  }));
}

const bootstrap: CallMaker = (run) =>
  roomFor(run, (parent) =>
    titled(run, 'tasks_bootstrap', 'task_title', {
      ...planRequest(run, parent),
      ...stepsRequest(run),
      ...thinking(run),
      ...perhaps(run, 0.3, () => ({ description: 'Because.' })),
    }),
  );

const macroStart: CallMaker = (run) =>
  roomFor(run, (parent) => {
    const isImplied = run.random.chance(0.6) && !isFocusFull(run);
    return titled(run, 'tasks_macro_start', 'task_title', {
      ...(isImplied ? {} : planRequest(run, parent)),
      ...perhaps(run, 0.6, () => stepsRequest(run)),
      ...thinking(run),
    });
  });

function isFocusFull(run: Run): boolean {
  const { world } = run;
  const focused = world.targets.get(world.focus ?? '');
  const plan = world.targets.get(focused?.parent ?? focused?.id ?? '');
  const inbox = targetsOf(run, 'plan').find(({ fields }) => fields.title === 'Inbox');
  return [plan, inbox].some((each) => each && isFull(run, each));
}

const scaffold: CallMaker = (run) =>
  roomFor(run, (parent) => {
    const template = templates(run);
    const isPlan = PLAN_TEMPLATES.includes(template);
    const request = planRequest(run, parent);
    return titled(run, 'tasks_scaffold', 'title', {
      template,
      ...perhaps(run, 0.3, () => ({ kind: run.random.pick(['plan', 'task']) })),
      ...(isPlan ? {} : { parent: request.parent ?? request.plan, plan_title: request.plan_title }),
      ...perhaps(run, 0.3, () => ({ description: 'Because.' })),
    });
  });

const createDone: CallMaker = (run) =>
  roomFor(run, (parent) => {
    const { plan_template: _, ...request } = planRequest(run, parent);
    const steps = run.random.chance(0.9) ? drafts(run, 0.95).slice(0, 1) : drafts(run, 1);
    return titled(run, 'tasks_macro_create_done', 'task_title', { ...request, steps });
  });

export const CREATE_CALLS: readonly (readonly [number, CallMaker])[] = [
  [2, createPlan],
  [5, createTask],
  [3, bootstrap],
  [3, macroStart],
  [3, scaffold],
  [2, createDone],
];

/** A task with a step that requires proof. */
export const makeOwing: CallMaker = (run) =>
  roomFor(run, (parent) => ({
    tool: 'tasks_scaffold',
    args: {
      template: 'principal-task',
      title: title(run),
      ...(parent === undefined ? { plan_title: title(run) } : { parent }),
    },
  }));

/** The calls that create what other calls work on. */
export const makeSomething: CallMaker = (run) => createTask(run);
