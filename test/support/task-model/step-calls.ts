/** Random calls on steps and task nodes. */

import type { Call } from './call.ts';
import { missingOf, missingProofOf } from './checkpoints.ts';
import {
  aimAt,
  goodTexts,
  isFull,
  perhaps,
  someNode,
  someStep,
  someTask,
  someTexts,
  stepNamed,
  targetsOf,
} from './choices.ts';
import { type CallMaker, drafts, makeOwing, makeSomething, title } from './create-calls.ts';
import type { Run } from './run.ts';
import { isOpen, type StepPlace, stepPlaces } from './tree.ts';
import { type Fields, PRIORITIES, STATUSES, type Step, type Target } from './world.ts';

function onTask(make: (run: Run, task: Target) => Call): CallMaker {
  return (run) => {
    const task = someTask(run);
    return task ? make(run, task) : makeSomething(run);
  };
}

/** A call on a step, mostly an open one, since more calls apply to those. */
function onStep(tool: string, fields: (run: Run, place: StepPlace) => Fields): CallMaker {
  return onTask((run, task) => {
    const open = stepPlaces(task).filter(({ step }) => isOpen(step));
    const place =
      open.length > 0 && run.random.chance(0.6) ? run.random.pick(open) : someStep(run, task);
    if (!place) return decompose(run);
    return { tool, args: { ...aimAt(run, task), ...stepNamed(run, place), ...fields(run, place) } };
  });
}

/** Often below a closed step, so that the first open step in the tree is not the oldest. */
const decompose: CallMaker = onTask((run, task) => {
  const closed = stepPlaces(task).filter(({ step }) => !isOpen(step));
  const isUnderClosed = closed.length > 0 && run.random.chance(0.5);
  const place = isUnderClosed ? run.random.pick(closed) : someStep(run, task);
  const isNested = place && run.random.chance(isUnderClosed ? 0.9 : 0.4);
  if (isFull(run, task)) return { tool: 'tasks_delete', args: { target: task.id } };
  return {
    tool: 'tasks_decompose',
    args: {
      ...aimAt(run, task),
      ...(isNested ? { parent: run.random.pick([place.path, place.step.id]) } : {}),
      ...perhaps(run, 0.03, () => ({ parent: 's:97' })),
      steps: drafts(run, 0),
    },
  };
});

const define = onStep('tasks_define', (run) => ({
  ...perhaps(run, 0.4, () => ({ title: title(run) })),
  ...perhaps(run, 0.4, () => ({ success_criteria: goodTexts(run) })),
  ...perhaps(run, 0.4, () => ({ tests: someTexts(run) })),
  ...perhaps(run, 0.4, () => ({ blockers: someTexts(run) })),
  ...perhaps(run, 0.03, () => ({ success_criteria: ['n/a'] })),
}));

const note = onStep('tasks_note', (run) => ({
  note: run.random.pick(['Half "way"', 'two\nlines', 'ß 🧭']),
}));

const checkpoints = (run: Run): Fields => ({
  checkpoints: run.random.pick<Fields | string>([
    ...['gate', 'gate', 'gate', 'gate', 'all'],
    { criteria: true, tests: { confirmed: true } },
    { criteria: true },
    { tests: true, docs: null },
    { criteria: true, tests: true, security: false },
    { security: true, perf: { confirmed: true } },
    { tests: false },
    { docs: null },
  ]),
});

const verify = onStep('tasks_verify', checkpoints);

/** Every step of any task that matches. */
function stepsThat(run: Run, isWanted: (step: Step) => boolean) {
  return targetsOf(run, 'task').flatMap((task) =>
    stepPlaces(task)
      .filter(({ step }) => isWanted(step))
      .map((place) => ({ task, place })),
  );
}

/** Mostly a step that can be closed. */
const done: CallMaker = (run) => {
  const ready = stepsThat(run, (step) => isOpen(step) && missingOf(step).length === 0);
  if (ready.length === 0 || run.random.chance(0.4)) return doneAnyway(run);
  const { task, place } = run.random.pick(ready);
  return { tool: 'tasks_done', args: { ...aimAt(run, task), ...stepNamed(run, place) } };
};

const doneAnyway = onStep('tasks_done', () => ({}));
const closeStep = onStep('tasks_close_step', checkpoints);

const progress = onStep('tasks_progress', (run, { step }) => ({
  ...(isOpen(step) ? perhaps(run, 0.3, () => ({ completed: true })) : { completed: false }),
  ...(isOpen(step) ? perhaps(run, 0.7, () => ({ force: true })) : {}),
  ...perhaps(run, 0.1, () => ({ completed: run.random.chance(0.5) })),
}));

const blockAny = onStep('tasks_block', (run, { step }) => {
  const blocked = run.random.chance(step.fields.blocked ? 0.3 : 0.9);
  return {
    ...(blocked ? {} : { blocked }),
    ...(blocked ? perhaps(run, 0.6, () => ({ reason: title(run) })) : {}),
    ...perhaps(run, 0.05, () => ({ reason: 'say "why"' })),
  };
});

/** Sometimes unblocks a blocked step. */
const block: CallMaker = (run) => {
  const blocked = stepsThat(run, ({ fields }) => fields.blocked === true);
  if (blocked.length === 0 || run.random.chance(0.7)) return blockAny(run);
  const { task, place } = run.random.pick(blocked);
  const at = { ...aimAt(run, task), ...stepNamed(run, place) };
  return { tool: 'tasks_block', args: { ...at, blocked: run.random.chance(0.2) } };
};

const CHECKS = [
  ...['CMD: npm test, 12 passed', 'LINK: https://ci.example/7', 'npm run lint', 'cmd: make'],
  ...['https://ci.example/8', 'CMD: <fill: command>', 'LINK: <fill: where>', 'CMD:', '  '],
];

function checksOf({ random }: Run): string[] {
  return Array.from({ length: 1 + random.below(3) }, () => random.pick(CHECKS));
}

const ITEMS: readonly Fields[] = [
  { kind: 'cmd_output', command: 'npm test', stdout: '12 passed', exit_code: 0 },
  { kind: 'url', url: 'https://ci.example/9' },
  { kind: 'diff', diff: '-a\n+b' },
  { kind: 'cmd_output', command: '<fill: command>', stdout: ' ' },
  { kind: 'diff' },
];

function evidence(run: Run): Fields {
  const { random } = run;
  return {
    ...perhaps(run, 0.7, () => ({ checks: checksOf(run) })),
    ...perhaps(run, 0.3, () => ({ items: [random.pick(ITEMS)] })),
    ...perhaps(run, 0.15, () => ({ attachments: [random.pick(['shot.png', '', '<fill: x>'])] })),
    ...perhaps(run, 0.6, () => ({
      checkpoint: random.pick([
        'tests',
        'tests',
        'criteria',
        'security',
        'perf',
        ['docs', 'tests'],
      ]),
    })),
  };
}

const captureOnStep = onStep('tasks_evidence_capture', (run) => ({
  ...evidence(run),
  ...perhaps(run, 0.3, () => ({
    artifacts: [run.random.pick(ITEMS), run.random.pick(ITEMS)],
    max_items: 1,
  })),
}));

const captureOnTask: CallMaker = onTask((run, task) => ({
  tool: 'tasks_evidence_capture',
  args: { ...aimAt(run, task), ...evidence(run) },
}));

function proof(run: Run): Fields {
  const { random } = run;
  const form = random.below(4);
  if (form === 0) return { proof: checksOf(run).join('\n') };
  if (form === 1) return { proof: checksOf(run) };
  if (form === 2) return { proof: evidence(run) };
  return { proof: ['npm test, 12 passed', 'https://ci.example/7'] };
}

/** Mostly without a step, which means the first open one, or completes the task. */
const macroClose: CallMaker = onTask((run, task) => {
  const place = someStep(run, task);
  return {
    tool: 'tasks_macro_close_step',
    args: {
      ...aimAt(run, task),
      ...(place ? perhaps(run, 0.25, () => stepNamed(run, place)) : {}),
      ...perhaps(run, 0.35, () => checkpoints(run)),
      ...perhaps(run, 0.4, () => ({ note: 'On the way' })),
      ...perhaps(run, 0.5, () => proof(run)),
    },
  };
});

/** Closes a step that requires proof by any tool, with or without proof. */
const closeOwing: CallMaker = (run) => {
  const owing = stepsThat(run, (step) => isOpen(step) && missingProofOf(step).length > 0);
  if (owing.length === 0) return makeOwing(run);
  const { task, place } = run.random.pick(owing);
  const at = { ...aimAt(run, task), ...stepNamed(run, place) };
  return run.random.pick<Call>([
    { tool: 'tasks_verify', args: { ...at, checkpoints: 'gate' } },
    { tool: 'tasks_done', args: at },
    { tool: 'tasks_progress', args: at },
    { tool: 'tasks_close_step', args: { ...at, checkpoints: 'all' } },
    { tool: 'tasks_macro_close_step', args: { ...at, note: 'Almost', ...proof(run) } },
    { tool: 'tasks_macro_close_step', args: { ...at, note: 'Almost' } },
    { tool: 'tasks_macro_close_step', args: { ...at, ...proof(run), ...checkpoints(run) } },
    { tool: 'tasks_evidence_capture', args: { ...at, ...evidence(run) } },
  ]);
};

const LISTS = ['blockers', 'dependencies', 'next_steps', 'problems', 'risks', 'success_criteria'];

function nodeFields(run: Run): Fields {
  const { random } = run;
  return {
    ...perhaps(run, 0.3, () => ({ status: random.pick(STATUSES) })),
    ...perhaps(run, 0.2, () => ({ priority: random.pick(PRIORITIES) })),
    ...perhaps(run, 0.2, () => ({ blocked: random.chance(0.5) })),
    ...perhaps(run, 0.1, () => ({ status_manual: random.chance(0.5) })),
    ...perhaps(run, 0.2, () => ({ description: random.pick(['What', null]) })),
    ...perhaps(run, 0.3, () => ({ [random.pick(LISTS)]: someTexts(run) })),
  };
}

const addNode: CallMaker = onTask((run, task) => {
  const place = someStep(run, task);
  if (!place || isFull(run, task)) return decompose(run);
  return {
    tool: 'tasks_task_add',
    args: {
      ...aimAt(run, task),
      parent_step: run.random.pick([place.path, place.path, place.step.id, 's:96']),
      title: title(run),
      ...nodeFields(run),
    },
  };
});

function onNode(tool: string, fields: (run: Run) => Fields): CallMaker {
  return onTask((run, task) => {
    const place = someNode(run, task);
    if (!place) return addNode(run);
    const named = run.random.pick([place.path, place.node.id]);
    const path = run.random.chance(0.93) ? named : 's:0.t:95';
    return { tool, args: { ...aimAt(run, task), path, ...fields(run) } };
  });
}

const defineNode = onNode('tasks_task_define', (run) => ({
  ...perhaps(run, 0.5, () => ({ title: title(run) })),
  ...nodeFields(run),
}));
const deleteNode = onNode('tasks_task_delete', () => ({}));
const deleteStep = onStep('tasks_delete', () => ({}));

const drawEdge: CallMaker = onTask((run, task) => {
  const place = someStep(run, task);
  if (!place) return decompose(run);
  const from = `idea:${run.random.below(1_000_000)}`;
  return {
    tool: 'graph_apply',
    args: {
      target: task.id,
      ops: [
        { op: 'node_upsert', id: from, type: 'idea', title: 'A thought' },
        { op: 'edge_upsert', from, rel: 'about', to: `step:${place.step.id}` },
      ],
    },
  };
});

const renameBranch: CallMaker = onTask((run, { id }) => ({
  tool: 'branch_rename',
  args: { old: run.world.branches.get(id) ?? '', new: `moved/${run.step}/${id}` },
}));

export const STEP_CALLS: readonly (readonly [number, CallMaker])[] = [
  [6, decompose],
  [4, define],
  [3, note],
  [6, verify],
  [4, done],
  [5, closeStep],
  [9, progress],
  [7, block],
  [5, captureOnStep],
  [1, captureOnTask],
  [8, macroClose],
  [6, closeOwing],
  [4, addNode],
  [5, defineNode],
  [3, deleteNode],
  [2, deleteStep],
  [1, drawEdge],
  [1, renameBranch],
];
