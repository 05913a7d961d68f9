/** Chooses the next call: of any kind, sometimes guarded, spoiled, or a batch of several. */

import type { Call } from './call.ts';
import { perhaps, rightGuards, someTask } from './choices.ts';
import { type CallMaker, CREATE_CALLS } from './create-calls.ts';
import type { Run } from './run.ts';
import { isGuarded, spoil } from './spoil-call.ts';
import { STEP_CALLS } from './step-calls.ts';
import { TARGET_CALLS } from './target-calls.ts';
import type { Fields } from './world.ts';

const SPOILED = 0.13;
const GUARDED = 0.25;

/** Adds guards that match. */
function guarded(run: Run, call: Call): Call {
  const { target, task, plan } = call.args;
  const named = target ?? task ?? plan ?? run.world.focus;
  const id = typeof named === 'string' ? named : (named as Fields | null)?.id;
  const found = run.world.targets.get(String(id));
  if (!found || !isGuarded(call) || call.malformed) return call;
  return { ...call, args: { ...call.args, ...rightGuards(run, found) } };
}

function finished(run: Run, call: Call): Call {
  const careful = run.random.chance(GUARDED) ? guarded(run, call) : call;
  return run.random.chance(SPOILED) ? spoil(run, careful) : careful;
}

const UNDOABLE = ['tasks_patch', 'tasks_task_define', 'tasks_progress', 'tasks_block'];

/** The tools that are not allowed in a batch. */
const ALONE = new Set([
  ...['tasks_bootstrap', 'tasks_macro_start', 'tasks_scaffold', 'tasks_macro_create_done'],
  ...['tasks_macro_close_step', 'tasks_macro_finish', 'tasks_close_task', 'tasks_undo'],
  ...['tasks_redo', 'tasks_focus_set', 'tasks_focus_clear', 'tasks_snapshot', 'graph_apply'],
  ...['branch_rename'],
]);

/** Mostly a call that is allowed in a batch; with any other the whole batch is refused. */
function part(run: Run, isAtomic: boolean): Call {
  const isAnything = run.random.chance(0.01);
  if (isAnything) return run.random.pick([...SINGLE, inBatch])(run);
  for (;;) {
    const call = run.random.pick(SINGLE)(run);
    if (isAtomic ? UNDOABLE.includes(call.tool) : !ALONE.has(call.tool)) return call;
  }
}

/** A batch in a batch. */
const inBatch: CallMaker = () => ({ tool: 'tasks_batch', args: { operations: [] } });

/** Mostly about one target, and sometimes undone and redone right after. */
const batch: CallMaker = (run) => {
  const isAtomic = run.random.chance(0.5);
  const length = 1 + run.random.below(5);
  run.favourite = someTask(run)?.id;
  const parts = Array.from({ length }, () => {
    const call = part(run, isAtomic);
    return run.random.chance(0.06) ? spoil(run, call) : call;
  });
  if (run.favourite !== undefined && run.random.chance(0.4)) {
    const args = { target: run.favourite };
    run.planned.push({ tool: 'tasks_undo', args }, { tool: 'tasks_redo', args });
  }
  run.favourite = undefined;
  const operations = parts.map(({ tool, args }) =>
    run.random.chance(0.9) ? { tool, args } : { name: tool, arguments: args },
  );
  const args = {
    operations,
    ...(isAtomic ? { atomic: true } : {}),
    ...perhaps(run, 0.3, () => ({ compact: true })),
  };
  return { tool: 'tasks_batch', args, parts };
};

function spread(weights: readonly (readonly [number, CallMaker])[]): CallMaker[] {
  return weights.flatMap(([weight, maker]) => Array<CallMaker>(weight).fill(maker));
}

const SINGLE = spread([...CREATE_CALLS, ...STEP_CALLS, ...TARGET_CALLS]);
const ALL: readonly CallMaker[] = [...SINGLE, ...Array<CallMaker>(12).fill(batch)];

export function randomCall(run: Run): Call {
  const planned = run.planned.shift();
  if (planned) return planned;
  return finished(run, run.random.pick(ALL)(run));
}
