/** Random calls on plans and tasks as a whole, on their history and on the focus. */

import type { Call } from './call.ts';
import {
  aimAt,
  perhaps,
  someNode,
  someStep,
  someTags,
  someTarget,
  someTask,
  someTexts,
  stepNamed,
  TEXTS,
  targetsOf,
} from './choices.ts';
import { type CallMaker, makeSomething, title } from './create-calls.ts';
import type { Run } from './run.ts';
import { isOpen, type StepPlace, stepPlaces } from './tree.ts';
import { type Fields, type Kind, listOf, PRIORITIES, STATUSES, type Target } from './world.ts';

function on(kind: Kind | undefined, make: (run: Run, target: Target) => Call): CallMaker {
  return (run) => {
    const target = kind === 'task' ? someTask(run) : someTarget(run, kind);
    return target ? make(run, target) : makeSomething(run);
  };
}

/** Mostly other targets; sometimes itself, its parent or child, or none. */
function dependencies(run: Run, target: Target): string[] {
  const { random } = run;
  const known = targetsOf(run)
    .map(({ id }) => id)
    .filter((id) => id !== target.id && id !== target.parent);
  const found = known.length === 0 ? [] : [random.pick(known), random.pick(known)];
  const waiting = targetsOf(run).filter((each) => listOf(each, 'depends_on').includes(target.id));
  if (waiting.length > 0 && random.chance(0.2)) return [random.pick(waiting).id];
  const odd = random.pick([target.id, target.parent ?? target.id, 'TASK-999998']);
  return [...found.slice(random.below(3)), ...(random.chance(0.1) ? [odd] : [])];
}

const edit: CallMaker = on(undefined, (run, target) => {
  const { random } = run;
  const isPlan = target.kind === 'plan';
  return {
    tool: 'tasks_edit',
    args: {
      ...aimAt(run, target),
      ...perhaps(run, 0.3, () => ({ title: title(run) })),
      ...perhaps(run, 0.2, () => ({ description: random.pick(['New', null, '']) })),
      ...perhaps(run, 0.2, () => ({ context: random.pick(['Here', null]) })),
      ...perhaps(run, 0.2, () => ({ priority: random.pick(PRIORITIES) })),
      ...perhaps(run, 0.3, () => ({ tags: someTags(run) })),
      ...perhaps(run, 0.5, () => ({ depends_on: dependencies(run, target) })),
      ...perhaps(run, isPlan ? 0.03 : 0.2, () => ({ new_domain: random.pick(['io', null]) })),
      ...perhaps(run, isPlan ? 0.2 : 0.03, () => ({ contract: random.pick(['Yes.', null]) })),
      ...perhaps(run, isPlan ? 0.1 : 0, () => ({ contract_data: random.pick([{ a: 1 }, null]) })),
    },
  };
});

/** The value for a list is one text or several. */
function listOp(run: Run, field: string, items: readonly string[]): Fields {
  const { random } = run;
  const op = random.pick(['set', 'append', 'append', 'remove', 'unset']);
  const [first = 'x'] = items;
  const value = random.chance(0.5) ? [...items] : first;
  return op === 'unset' ? { op, field } : { op, field, value };
}

function textOp({ random }: Run, field: string): Fields {
  const isSet = random.chance(0.7);
  return isSet
    ? { op: 'set', field, value: random.pick(['One', 'Two\nlines', 'Ω']) }
    : { op: 'unset', field };
}

const TASK_TEXTS = ['description', 'context', 'domain', 'phase', 'component', 'assignee'];
const PLAN_TEXTS = ['description', 'context', 'contract'];

function detailOp(run: Run, target: Target): Fields {
  const { random } = run;
  switch (random.below(9)) {
    case 0:
      return { op: 'set', field: 'title', value: title(run) };
    case 1:
      return { op: 'set', field: 'priority', value: random.pick(PRIORITIES) };
    case 2:
    case 3:
    case 4:
      return listOp(run, 'tags', someTags(run));
    case 5:
    case 6:
      return listOp(run, 'depends_on', [
        ...dependencies(run, target),
        ...listOf(target, 'depends_on').slice(0, random.below(2)),
      ]);
    default:
      return textOp(run, random.pick(target.kind === 'plan' ? PLAN_TEXTS : TASK_TEXTS));
  }
}

function stepOp(run: Run): Fields {
  const { random } = run;
  if (random.chance(0.3)) return { op: 'set', field: 'title', value: title(run) };
  const field = random.pick(['success_criteria', 'tests', 'tests', 'blockers']);
  return listOp(run, field, [random.pick(TEXTS), ...someTexts(run)]);
}

function nodeOp(run: Run): Fields {
  const { random } = run;
  switch (random.below(5)) {
    case 0:
      return { op: 'set', field: 'title', value: title(run) };
    case 1:
      return { op: 'set', field: 'status', value: random.pick(STATUSES) };
    case 2:
      return { op: 'set', field: 'blocked', value: random.chance(0.5) };
    case 3:
      return textOp(run, random.pick(['description', 'context']));
    default:
      return listOp(run, random.pick(['risks', 'next_steps']), someTexts(run));
  }
}

/** Operations that every part refuses. */
const BAD_OPS: readonly Fields[] = [
  { op: 'set', field: 'no_such_field', value: 'x' },
  { op: 'append', field: 'title', value: 'x' },
  { op: 'unset', field: 'title' },
  { op: 'set', field: 'title', value: '  ' },
  { op: 'set', field: 'title', value: 'a\nb' },
  { op: 'set', field: 'title' },
  { op: 'set', field: 'priority', value: 'URGENT' },
  { op: 'set', field: 'tags', value: 7 },
  { op: 'set', field: 'contract', value: 'of a plan' },
  { op: 'set', field: 'phase', value: 'of a task' },
];

/** A patch of any of the three kinds, without its target. */
function patchOf(run: Run, target: Target): Fields {
  const { random } = run;
  const [step, node] = [someStep(run, target), someNode(run, target)];
  const ops = (op: () => Fields) => {
    const list = Array.from({ length: 1 + random.below(3) }, op);
    return { ops: random.chance(0.06) ? [...list, random.pick(BAD_OPS)] : list };
  };
  const form = random.below(10);
  if (form < 4 && step) return { kind: 'step', ...stepNamed(run, step), ...ops(() => stepOp(run)) };
  if (form < 6 && node) {
    const named = random.chance(0.5) ? { path: node.path } : { task_node_id: node.node.id };
    return { kind: 'task', ...named, ...ops(() => nodeOp(run)) };
  }
  return {
    ...perhaps(run, 0.5, () => ({ kind: 'task_detail' })),
    ...perhaps(run, 0.02, () => ({ path: 's:0' })),
    ...ops(() => detailOp(run, target)),
  };
}

const patch: CallMaker = on(undefined, (run, target) => ({
  tool: 'tasks_patch',
  args: { ...aimAt(run, target), ...patchOf(run, target) },
}));

const complete: CallMaker = on(undefined, (run, target) => ({
  tool: 'tasks_complete',
  args: {
    ...aimAt(run, target),
    ...perhaps(run, 0.6, () => ({ status: run.random.pick(STATUSES) })),
  },
}));

const finish: CallMaker = on(undefined, (run, target) => ({
  tool: 'tasks_macro_finish',
  args: {
    ...aimAt(run, target),
    ...perhaps(run, 0.6, () => ({ status: run.random.pick(STATUSES) })),
  },
}));

/** Appends a dependency, which often is refused as a circle. */
function waitOp(run: Run, target: Target): Fields {
  const [value = target.id] = dependencies(run, target);
  return { op: 'append', field: 'depends_on', value };
}

/** Mostly a task without open steps, since any other is refused. */
const closeTask: CallMaker = on('task', (run, someTask) => {
  const ready = targetsOf(run, 'task').filter((task) => stepPlaces(task).every(isClosed));
  const target = ready.length > 0 && run.random.chance(0.8) ? run.random.pick(ready) : someTask;
  const patches = Array.from({ length: run.random.below(3) }, () => patchOf(run, target));
  if (run.random.chance(0.3)) patches.push({ ops: [waitOp(run, target)] });
  return {
    tool: 'tasks_close_task',
    args: {
      ...aimAt(run, target),
      ...perhaps(run, 0.6, () => ({ apply: true })),
      ...(patches.length > 0 ? { patches } : {}),
    },
  };
});

function isClosed({ step }: StepPlace): boolean {
  return !isOpen(step);
}

const plan: CallMaker = on('plan', (run, target) => ({
  tool: 'tasks_plan',
  args: {
    ...aimAt(run, target),
    ...perhaps(run, 0.4, () => ({ steps: ['Read', ...someTexts(run), 'Print'] })),
    ...perhaps(run, 0.2, () => ({ current: run.random.below(4) })),
    ...perhaps(run, 0.2, () => ({ doc: 'notes' })),
    ...perhaps(run, 0.5, () => ({ advance: run.random.chance(0.8) })),
  },
}));

const contract: CallMaker = on('plan', (run, target) => ({
  tool: 'tasks_contract',
  args: {
    ...aimAt(run, target),
    ...perhaps(run, 0.5, () => ({ current: run.random.pick(['Every number.', 'Each "word".']) })),
    ...perhaps(run, 0.4, () => ({ contract_data: { all: run.random.chance(0.5) } })),
    ...perhaps(run, 0.2, () => ({ clear: true })),
  },
}));

const shift = (tool: string): CallMaker =>
  on(undefined, (run, target) => {
    const isWaiting = ({ id }: Target) =>
      (run.world.operations.get(id) ?? []).some(
        ({ state }) => state === (tool === 'tasks_undo' ? 'done' : 'undone'),
      );
    const waiting = targetsOf(run).filter(isWaiting);
    const chosen = waiting.length > 0 && run.random.chance(0.9) ? run.random.pick(waiting) : target;
    return { tool, args: { ...aimAt(run, chosen), ...perhaps(run, 0.25, () => ({ skip: true })) } };
  });

const EDITED = ['title', 'description', 'context', 'tags', 'depends_on'];
const DEFINED = ['title', 'success_criteria', 'tests', 'blockers'];

/** The fields that the next undo of any target would restore. */
function restorable(run: Run) {
  return targetsOf(run).flatMap((target) => {
    const operations = run.world.operations.get(target.id) ?? [];
    const next = operations.filter(({ state }) => state === 'done').at(-1);
    const known = (next?.differences ?? []).filter(({ part, field }) =>
      (part === 'root' ? EDITED : part.startsWith('STEP-') ? DEFINED : []).includes(field),
    );
    return known.map((each) => ({ target, ...each }));
  });
}

/**
 * Changes a field by another tool before it is undone, or between undo and redo, so that the undo
 * or redo is refused.
 */
const changeBeforeUndo: CallMaker = (run) => {
  const { random } = run;
  const found = restorable(run);
  if (found.length === 0) return edit(run);
  const { target, part, field, before } = random.pick(found);
  const value = Array.isArray(before) ? (field === 'depends_on' ? [] : ['other']) : 'Other';
  const at = { target: target.id };
  const change: Call =
    part === 'root'
      ? { tool: 'tasks_edit', args: { ...at, [field]: value } }
      : { tool: 'tasks_define', args: { ...at, step_id: part, [field]: value } };
  const undo: Call = { tool: 'tasks_undo', args: at };
  if (random.chance(0.5)) {
    run.planned.push(undo);
    return change;
  }
  run.planned.push(change, { tool: 'tasks_redo', args: at });
  return undo;
};

/** Deletes the step of an undoable operation, and goes back over it and forward again. */
const deleteBeforeUndo: CallMaker = on('task', (run, task) => {
  const place = someStep(run, task);
  if (!place) return edit(run);
  const at = { target: task.id };
  const on = { ...at, step_id: place.step.id };
  const value = run.random.pick(TEXTS.filter((text) => text.trim().length > 4));
  const undo: Call = { tool: 'tasks_undo', args: at };
  run.planned.push(
    { tool: 'tasks_block', args: { ...on, reason: 'For a while' } },
    { tool: 'tasks_delete', args: on },
    ...[undo, undo, { tool: 'tasks_redo', args: at }],
  );
  const ops = [{ op: 'set', field: 'context', value }];
  return { tool: 'tasks_patch', args: { ...at, ops } };
});

/** Changes what a step was confirmed for, or is asked for, between the undo and the redo. */
const changeBeforeRedo: CallMaker = on('task', (run, task) => {
  const open = stepPlaces(task).filter(({ step }) => isOpen(step));
  if (open.length === 0) return complete(run);
  const { step } = run.random.pick(open);
  const at = { target: task.id };
  const on = { ...at, step_id: step.id };
  const redo: Call = { tool: 'tasks_redo', args: at };
  const confirm: Call = { tool: 'tasks_verify', args: { ...on, checkpoints: 'all' } };
  run.planned.push(
    { tool: 'tasks_progress', args: { ...on, ...perhaps(run, 0.3, () => ({ force: true })) } },
    { tool: 'tasks_undo', args: at },
    run.random.pick<Call>([
      { tool: 'tasks_verify', args: { ...on, checkpoints: { tests: false } } },
      {
        tool: 'tasks_evidence_capture',
        args: { ...on, checks: ['CMD: npm audit'], checkpoint: 'perf' },
      },
      { tool: 'tasks_define', args: { ...on, tests: ['another'] } },
    ]),
    ...[redo, confirm, redo],
  );
  return confirm;
});

/** Takes back a part of what made a task done. */
const spoilDone: CallMaker = (run) => {
  const done = targetsOf(run, 'task').filter(({ fields }) => fields.status === 'DONE');
  const steps = done.flatMap((task) => stepPlaces(task).map((place) => ({ task, place })));
  if (steps.length === 0) return complete(run);
  const { task, place } = run.random.pick(steps);
  const at = { ...aimAt(run, task), ...stepNamed(run, place) };
  return run.random.pick<Call>([
    { tool: 'tasks_verify', args: { ...at, checkpoints: { criteria: false } } },
    { tool: 'tasks_progress', args: { ...at, completed: false } },
    { tool: 'tasks_evidence_capture', args: { ...at, checks: ['CMD: x'], checkpoint: 'docs' } },
    { tool: 'tasks_complete', args: { target: task.id } },
    { tool: 'tasks_macro_close_step', args: at },
  ]);
};

/** Makes a target depend on one that depends on it already, or on its own plan. */
const requestCircle: CallMaker = on('task', (run, task) => {
  const { random } = run;
  const pairs = targetsOf(run).flatMap(({ id, fields }) =>
    (fields.depends_on as string[]).map((waited) => ({ from: waited, to: id })),
  );
  const own = { from: task.id, to: task.parent ?? task.id };
  const { from, to } = pairs.length > 0 && random.chance(0.7) ? random.pick(pairs) : own;
  return random.pick<Call>([
    { tool: 'tasks_edit', args: { target: from, depends_on: [to] } },
    {
      tool: 'tasks_patch',
      args: { target: from, ops: [{ op: 'append', field: 'depends_on', value: to }] },
    },
  ]);
});

const remove: CallMaker = on(undefined, (run, target) => ({
  tool: 'tasks_delete',
  args: run.random.chance(0.1) ? {} : { target: target.id },
}));

const focusSet: CallMaker = on(undefined, (run, target) => ({
  tool: 'tasks_focus_set',
  args: aimAt(run, target),
}));

const focusClear: CallMaker = () => ({ tool: 'tasks_focus_clear', args: {} });

const snapshot: CallMaker = on(undefined, (run, target) => ({
  tool: 'tasks_snapshot',
  args: { ...aimAt(run, target), ...perhaps(run, 0.3, () => ({ read_only: true })) },
}));

export const TARGET_CALLS: readonly (readonly [number, CallMaker])[] = [
  [7, edit],
  [16, patch],
  [3, complete],
  [3, finish],
  [4, closeTask],
  [3, plan],
  [3, contract],
  [10, shift('tasks_undo')],
  [9, shift('tasks_redo')],
  [4, changeBeforeUndo],
  [2, deleteBeforeUndo],
  [3, changeBeforeRedo],
  [3, spoilDone],
  [2, requestCircle],
  [1, remove],
  [3, focusSet],
  [2, focusClear],
  [3, snapshot],
];
