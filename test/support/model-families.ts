/** The random models of each family of tools, as something that takes one step after the other. */

import {
  branchWithNote,
  createBranch,
  deleteBranch,
  renameBranch,
} from './memory-model/branch-steps.ts';
import { meetAgain, mergeGraphs, resolveConflict } from './memory-model/graph-merge-steps.ts';
import { applyOps } from './memory-model/graph-steps.ts';
import { Memory } from './memory-model/model.ts';
import { commitNote, mergeNotes } from './memory-model/note-steps.ts';
import { type Run as MemoryRun, workspace as memoryWorkspace } from './memory-model/run.ts';
import * as notebook from './notebook-model/run.ts';
import {
  addCell,
  create,
  deleteCell,
  moveCell,
  runCell,
  updateCell,
} from './notebook-model/steps.ts';
import type { Random } from './random.ts';
import { beginRun, workspace as rememberWorkspace, takeStep } from './remember-model/run.ts';
import type { TestSurface, TestSurfaceOptions } from './surface.ts';
import { randomCall } from './task-model/random-call.ts';
import { ask, newRun as newTaskRun, workspace as taskWorkspace } from './task-model/run.ts';
import { newWorld, type Template } from './task-model/world.ts';
import * as thought from './thought-model/run.ts';
import {
  keepNote,
  keepPattern,
  loadCipher,
  loadContext,
  recordThought,
  startNew,
} from './thought-model/steps.ts';
import { TTL_MINUTES } from './work-model/claims.ts';
import { restructureNodes } from './work-model/restructure-steps.ts';
import * as work from './work-model/run.ts';
import {
  connectNodes,
  openProject,
  planNodes,
  releaseClaims,
  takeNext,
  updateNodes,
} from './work-model/steps.ts';

export interface Family {
  readonly name: string;
  readonly server?: Omit<TestSurfaceOptions, 'engine'>;
  begin(server: TestSurface, random: Random): Promise<FamilyRun>;
}

export interface FamilyRun {
  workspace(): string;
  step(): Promise<void>;
}

const weighted = <Step>(kinds: readonly (readonly [number, Step])[]): readonly Step[] =>
  kinds.flatMap(([weight, step]) => Array<Step>(weight).fill(step));

const THOUGHTS = weighted<thought.Step>([
  [16, recordThought],
  [4, loadCipher],
  [2, startNew],
  [2, loadContext],
  [1, keepPattern],
  [1, keepNote],
]);

const WORK = weighted<work.Step>([
  [4, planNodes],
  [3, connectNodes],
  [5, updateNodes],
  [4, restructureNodes],
  [4, takeNext],
  [1, releaseClaims],
]);

const MEMORY = weighted<(run: MemoryRun) => Promise<void>>([
  [7, commitNote],
  [9, applyOps],
  [3, createBranch],
  [1, branchWithNote],
  [1, renameBranch],
  [2, deleteBranch],
  [3, mergeNotes],
  [4, mergeGraphs],
  [4, resolveConflict],
  [2, meetAgain],
]);

const NOTEBOOKS = weighted<notebook.Step>([
  [10, addCell],
  [8, updateCell],
  [5, moveCell],
  [4, deleteCell],
  [6, runCell],
  [2, create],
]);

const thoughts: Family = {
  name: 'thoughts',
  async begin(server, random) {
    const run = thought.newRun(server, random);
    await thought.beginAnew(run, 'thoughts');
    return {
      workspace: () => run.workspace,
      step: () => random.pick(THOUGHTS)(run, random.pick(thought.AGENTS)),
    };
  },
};

const works: Family = {
  name: 'work',
  server: { claimTtlMinutes: TTL_MINUTES, presence: work.PRESENCE },
  async begin(server, random) {
    const run = work.newRun(server, random);
    await work.startWorkspace(run, 'work');
    while (run.graph.projects.size === 0) await openProject(run);
    return { workspace: () => run.workspace, step: () => random.pick(WORK)(run) };
  },
};

const tasks: Family = {
  name: 'tasks',
  async begin(server, random) {
    await server.call('init', { workspace: taskWorkspace });
    const listed = await server.call('tasks_templates_list', { workspace: taskWorkspace });
    const { templates } = listed.structured.result as unknown as { templates: Template[] };
    const head = await server.surface.store.read(taskWorkspace, async (tx) => tx.head);
    const run = newTaskRun(server, newWorld(taskWorkspace, templates), random, head);
    return {
      workspace: () => taskWorkspace,
      step: async () => void (await ask(run, randomCall(run))),
    };
  },
};

const memory: Family = {
  name: 'branches, notes and graphs',
  async begin(server, random) {
    await server.call('init', { workspace: memoryWorkspace });
    const run = { server, memory: new Memory(), random, step: 0, last: '', done: new Map() };
    return { workspace: () => memoryWorkspace, step: () => random.pick(MEMORY)(run) };
  },
};

const notebooks: Family = {
  name: 'notebooks',
  async begin(server, random) {
    const run = notebook.newRun(server, random);
    await notebook.beginAnew(run, 'notebooks');
    return {
      workspace: () => run.workspace,
      async step() {
        // The model names its runs by it.
        run.step += 1;
        await random.pick(NOTEBOOKS)(run);
      },
    };
  },
};

const remembered: Family = {
  name: 'rules and questions',
  // Their rows are also compared in a run of their own.
  async begin(server, random) {
    const run = await beginRun(server, random);
    return { workspace: () => rememberWorkspace, step: () => takeStep(run) };
  },
};

export const FAMILIES: readonly Family[] = [
  ...[thoughts, works, tasks, memory, notebooks, remembered],
];
