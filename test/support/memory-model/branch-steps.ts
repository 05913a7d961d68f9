/** Random steps that create, rename, delete and check out branches. */

import {
  BAD_NAMES,
  branchCreate,
  branchDelete,
  branchRename,
  checkout,
  macroBranchNote,
  mayDelete,
} from './branch-model.ts';
import { ask, perhaps, type Run, type Step, someBranch } from './run.ts';

/** Few, so that names are taken, freed and used again. Sorted by bytes they have another order. */
const NAMES = [
  ...[
    'main',
    'idea/cache',
    'idea/queue',
    'Idea',
    'z',
    'Z',
    'a b',
    'straße',
    'ﬀ',
    '🧭',
    '100%',
    'x_',
  ],
  ...Array.from({ length: 12 }, (_, index) => `b${index}`),
];

const MAX_BRANCHES = 14;

function newName({ memory, random }: Run): string {
  if (random.chance(0.1)) return random.pick(BAD_NAMES);
  const free = NAMES.filter((name) => !memory.find(name));
  return random.chance(0.15) ? random.pick(memory.names) : random.pick(free);
}

/** The youngest branches are chosen more often, so that some have a long chain of bases. */
function someBase(run: Run): string {
  const { memory, random } = run;
  return random.chance(0.3) ? (memory.names.at(-1) ?? 'main') : someBranch(run);
}

export const createBranch: Step = async (run) => {
  if (run.memory.branches.length >= MAX_BRANCHES) return deleteBranch(run);
  const args = { name: newName(run), ...perhaps(run, 0.8, { from: someBase(run) }) };
  await ask(run, 'branch_create', args, branchCreate);
};

export const renameBranch: Step = async (run) => {
  const old = someBranch(run);
  const name = run.random.chance(0.05) ? old : newName(run);
  await ask(run, 'branch_rename', { old, new: name }, branchRename);
};

export const deleteBranch: Step = async (run) => {
  const { memory, random } = run;
  const free = memory.branches.filter((branch) => mayDelete(memory, branch));
  const name = random.chance(0.6) && free.length > 0 ? random.pick(free).name : someBranch(run);
  await ask(run, 'branch_delete', { name }, branchDelete);
};

export const checkOut: Step = async (run) => {
  await ask(run, 'checkout', { ref: someBranch(run) }, checkout);
};

export const branchWithNote: Step = async (run) => {
  const isFull = run.memory.branches.length >= MAX_BRANCHES;
  const args = {
    ...perhaps(run, isFull ? 0 : 0.5, { name: newName(run) }),
    ...perhaps(run, 0.5, { from: someBase(run) }),
    content: run.random.chance(0.05) ? ' ' : `macro ${run.step}`,
  };
  await ask(run, 'macro_branch_note', args, macroBranchNote);
};
