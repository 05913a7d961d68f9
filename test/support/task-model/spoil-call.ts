/** Makes a valid call invalid in one of many ways; the server and the model must both refuse it. */

import type { Call } from './call.ts';
import { someTarget, targetsOf } from './choices.ts';
import type { Run } from './run.ts';
import { stepPlaces } from './tree.ts';
import type { Fields } from './world.ts';

type Spoiler = (run: Run, call: Call) => Call | undefined;

function withArgs(call: Call, change: Fields): Call {
  return { ...call, args: { ...call.args, ...change } };
}

/** The arguments without those that name a target. */
function unaimed({ target: _1, task: _2, plan: _3, ...rest }: Fields): Fields {
  return rest;
}

const malformed: Spoiler = (run, call) => {
  const change = run.random.pick<Fields>([
    { no_such_thing: 1 },
    { workspace: 'no spaces here' },
    { task: 'TASK-1' },
    { target: 5 },
    { plan: 7 },
  ]);
  return { ...withArgs(call, change), malformed: true };
};

const wrongTarget: Spoiler = (run, call) => {
  const gone = [...run.traces.keys()].filter((id) => !run.world.targets.has(id));
  const id = run.random.pick(['TASK-999999', 'PLAN-999999', ...gone.slice(-8)]);
  const { expected_target_id: _1, strict_targeting: _2, ...args } = unaimed(call.args);
  return { ...call, args: { ...args, target: id } };
};

const wrongKind: Spoiler = (run, call) => {
  const other = someTarget(run, run.random.pick(['plan', 'task'] as const));
  return other && { ...call, args: { ...unaimed(call.args), target: other.id } };
};

const twoTargets: Spoiler = (run, call) => {
  const other = someTarget(run);
  if (!other) return undefined;
  return { ...call, args: { ...unaimed(call.args), task: other.id, target: other.id } };
};

const contradiction: Spoiler = (run, call) => {
  const other = someTarget(run);
  if (!other) return undefined;
  const kind = other.kind === 'plan' ? 'task' : 'plan';
  return { ...call, args: { ...unaimed(call.args), target: { id: other.id, kind } } };
};

const unguarded: Spoiler = (_run, call) => {
  const { expected_target_id: _, ...args } = call.args;
  return { ...call, args: { ...args, strict_targeting: true } };
};

const wrongGuard: Spoiler = (run, call) => {
  const ids = ['TASK-999999', ...targetsOf(run).map(({ id }) => id)];
  return withArgs(call, { expected_target_id: run.random.pick(ids) });
};

const staleRevision: Spoiler = (run, call) =>
  withArgs(
    call,
    run.random.pick<Fields>([
      { expected_revision: 0 },
      { expected_version: 100_000 },
      { expected_revision: 1, expected_version: 2 },
    ]),
  );

const wrongStep: Spoiler = (run, call) => {
  const { step_id: _1, path: _2, ...args } = call.args;
  const steps = targetsOf(run, 'task').flatMap(stepPlaces);
  const foreign = steps.length === 0 ? 'STEP-FFFFFFFF' : run.random.pick(steps).step.id;
  const selector = run.random.pick<Fields>([
    { path: 's:99' },
    { path: 's:0.s:98' },
    { step_id: 'STEP-FFFFFFFF' },
    { step_id: foreign },
    { step_id: foreign, path: 's:0' },
    {},
  ]);
  return { ...call, args: { ...args, ...selector } };
};

const crookedStep: Spoiler = (run, call) => {
  const { step_id: _1, path: _2, ...args } = call.args;
  const selector = run.random.pick<Fields>([{ path: '0' }, { path: 's:x' }, { step_id: 'STEP-1' }]);
  return { ...call, args: { ...args, ...selector }, malformed: true };
};

const BY_TARGET = [wrongTarget, wrongTarget, wrongKind, twoTargets, contradiction];
const BY_GUARD = [unguarded, wrongGuard, staleRevision, staleRevision];
const BY_STEP = [wrongStep, wrongStep, wrongStep, crookedStep];

/** The tools that accept guards. */
const GUARDED = new Set([
  ...['tasks_decompose', 'tasks_define', 'tasks_note', 'tasks_verify', 'tasks_done'],
  ...['tasks_close_step', 'tasks_progress', 'tasks_block', 'tasks_edit', 'tasks_patch'],
  ...['tasks_task_add', 'tasks_task_define', 'tasks_task_delete', 'tasks_evidence_capture'],
  ...['tasks_complete', 'tasks_close_task', 'tasks_delete', 'tasks_plan', 'tasks_contract'],
  ...['tasks_undo', 'tasks_redo', 'tasks_macro_close_step', 'tasks_macro_finish'],
]);

export function isGuarded({ tool }: Call): boolean {
  return GUARDED.has(tool);
}

export function spoil(run: Run, call: Call): Call {
  const isOnStep = 'step_id' in call.args || /^s:[0-9.s:]+$/.test(String(call.args.path ?? ''));
  const isAimed = isGuarded(call) || ['tasks_focus_set', 'tasks_snapshot'].includes(call.tool);
  const ways = [
    malformed,
    ...(isAimed ? BY_TARGET : []),
    ...(isGuarded(call) ? BY_GUARD : []),
    ...(isOnStep ? BY_STEP : []),
  ];
  return run.random.pick(ways)(run, call) ?? call;
}
