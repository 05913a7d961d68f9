/**
 * Task tools in a large workspace compared with a small one, and the characters of a whole task.
 */

import { commitNote } from '../src/domain/documents/commit-note.ts';
import type { EventDraft } from '../src/domain/journal/event.ts';
import { templateNamed } from '../src/domain/tasks/templates.ts';
import { initializeWorkspace } from '../src/domain/workspace/workspace.ts';
import { isRefusal } from '../src/kernel/refusal.ts';
import { commitNewPlan, commitNewTask } from '../src/operations/tasks/steps/commit-new-target.ts';
import { nextIds } from '../src/operations/tasks/steps/next-ids.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store, Writing } from '../src/store/port.ts';
import { type Benchmark, type Ground, NOTE, WORKSPACE } from './benchmark.ts';
import { calmMedians, timed } from './measure.ts';
import { type Row, row, within } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

const TASKS_PER_PLAN = 50;
const TASKS_PER_TRANSACTION = 100;
const NOTES_PER_APPEND = 500;
const CHARACTERS_ALLOWED = 1_600;

/** Plans of fifty tasks each; every task has three steps and its share of the notes. */
async function seedTasks(dataDir: string, tasks: number, events: number): Promise<void> {
  const store = await openStore({ dataDir });
  try {
    await inTransaction(store, async (tx) => {
      await tx.append([initializeWorkspace()]);
    });
    for (let done = 0; done < tasks; done += TASKS_PER_TRANSACTION) {
      const count = Math.min(tasks - done, TASKS_PER_TRANSACTION);
      await inTransaction(store, (tx) => makeTasks(tx, done, count));
    }
    await fillNotes(store, tasks, events);
  } finally {
    await store.close();
  }
}

async function inTransaction(store: Store, work: (tx: Writing) => Promise<void>): Promise<void> {
  await store.write({ workspace: WORKSPACE, agent: 'bench', nowMs: Date.now() }, work);
}

export async function makeTasks(tx: Writing, done: number, count: number): Promise<void> {
  const making = { tx, nowMs: Date.now(), ids: await nextIds(tx) };
  const steps = templateNamed('basic-task', 'task')?.steps ?? [];
  let plan = `PLAN-${String(Math.ceil(done / TASKS_PER_PLAN)).padStart(3, '0')}`;
  for (let index = done; index < done + count; index++) {
    if (index % TASKS_PER_PLAN === 0) {
      const made = await commitNewPlan(making, { title: `Plan ${index}` });
      if (isRefusal(made)) throw new Error(made.message);
      plan = made.id;
    }
    const made = await commitNewTask(making, { title: `Task ${index}`, parent: plan, steps });
    if (isRefusal(made)) throw new Error(made.message);
  }
}

/** Notes, spread over the branches of all tasks, until the journal has the requested length. */
async function fillNotes(store: Store, tasks: number, events: number): Promise<void> {
  const branches: number[] = [];
  await store.read(WORKSPACE, async (tx) => {
    for (let n = 1; n <= tasks; n += Math.ceil(tasks / 500)) {
      const branch = await tx.branches.ofTarget(`TASK-${String(n).padStart(3, '0')}`);
      if (branch) branches.push(branch.id);
    }
  });
  let head = await store.read(WORKSPACE, async (tx) => tx.head);
  while (head < events) {
    await inTransaction(store, async (tx) => {
      for (let round = 0; round < 20 && head < events; round++) {
        const count = Math.min(NOTES_PER_APPEND, events - head);
        const drafts = Array.from({ length: count }, (_, at) =>
          noteOn(branches[(head + at) % branches.length] ?? 1),
        );
        await tx.append(drafts);
        head += count;
      }
    });
  }
}

function noteOn(branch: number): EventDraft {
  const draft = commitNote({ branch, doc: 'notes', content: NOTE });
  if (isRefusal(draft)) throw new Error(draft.message);
  return draft;
}

/** One measurement; preparation is not included. */
type Take = (client: StdioClient) => Promise<number>;

const reading =
  (tool: string): Take =>
  (client) =>
    timed(() => client.call(tool, { workspace: WORKSPACE, target: 'TASK-005', read_only: true }));

const radar: Take = (client) =>
  timed(() => client.call('tasks_radar', { workspace: WORKSPACE, target: 'TASK-005' }));

const closing: Take = async (client) => {
  const place = { workspace: WORKSPACE, plan: 'PLAN-001' };
  await client.call('tasks_macro_start', { ...place, task_title: 'One more' });
  return timed(() => client.call('tasks_macro_close_step', { workspace: WORKSPACE }));
};

const TAKES: readonly [string, Take][] = [
  ['tasks_snapshot', reading('tasks_snapshot')],
  ['tasks_radar', radar],
  ['tasks_macro_close_step', closing],
];

async function compare(ground: Ground): Promise<Row[]> {
  const [tasks, events] = [ground.times(10_000, 300), ground.times(500_000, 12_000)];
  const open = async (size: number, length: number) => {
    const directory = ground.directory();
    await seedTasks(directory, size, length);
    return ground.waymark(directory).initialize();
  };
  const [large, small] = [await open(tasks, events), await open(10, 0)];
  const rows: Row[] = [];
  for (const [what, take] of TAKES) {
    const p50 = await calmMedians(
      { large: () => take(large), small: () => take(small) },
      { rounds: ground.times(30, 6), block: 10, warmUp: ground.times(8, 2) },
    );
    rows.push(
      row(
        { what: `${what}, ${tasks} tasks, ${events} events, p50`, value: p50.large, unit: 'ms' },
        { what: 'at 10 tasks', value: p50.small, unit: 'ms' },
        { atMost: 1.5 },
      ),
    );
  }
  await Promise.all([large.close(), small.close()]);
  return rows;
}

/** From start to finish: three steps, one of them with proof. */
async function wholeTask(ground: Ground): Promise<Row> {
  const client = await ground.waymark(ground.directory()).initialize();
  const close = { workspace: WORKSPACE };
  const calls: [string, object][] = [
    ['tasks_macro_start', { workspace: WORKSPACE, task_title: 'Refuse a leading zero' }],
    ['tasks_macro_close_step', { ...close, note: 'Only the scanner is concerned.' }],
    [
      'tasks_macro_close_step',
      { ...close, proof: ['npm test, 12 passed', 'https://ci.example/7'] },
    ],
    ['tasks_macro_close_step', close],
    ['tasks_macro_close_step', close],
  ];
  let characters = 0;
  for (const [tool, args] of calls) {
    characters += (await client.call(tool, args)).length;
  }
  await client.close();
  return within(
    { what: 'answers of a whole task, 5 calls', value: characters, unit: 'chars' },
    CHARACTERS_ALLOWED,
  );
}

export const tasks: Benchmark = {
  name: 'tasks',
  run: async (ground) => [await wholeTask(ground), ...(await compare(ground))],
};
