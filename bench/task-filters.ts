/** Lists of tasks by filter and text in a workspace of a hundred and of a hundred thousand tasks. */

import type { EventDraft } from '../src/domain/journal/event.ts';
import { createPlan, createTask } from '../src/domain/tasks/create-target.ts';
import type { Move } from '../src/domain/tasks/move.ts';
import { draftsOf } from '../src/domain/tasks/move.ts';
import { withRoot } from '../src/domain/tasks/target.ts';
import { DEFAULTS, initializeWorkspace } from '../src/domain/workspace/workspace.ts';
import { isRefusal } from '../src/kernel/refusal.ts';
import { openStore } from '../src/store/open-store.ts';
import { type Benchmark, type Ground, WORKSPACE } from './benchmark.ts';
import { calmMedians, timed } from './measure.ts';
import { type Row, row } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

const SMALL = 100;
const TASKS_PER_PLAN = 50;
const TASKS_PER_TRANSACTION = 2_000;
const RARE = 5;

const numbered = (prefix: string, at: number) => `${prefix}-${String(at).padStart(3, '0')}`;

/**
 * Half are urgent, and the last few have a tag and a text of their own; without graph and steps.
 */
function taskAt(at: number, size: number): readonly EventDraft[] {
  const isLate = at > size - RARE;
  const request = {
    parent: numbered('PLAN', Math.ceil(at / TASKS_PER_PLAN)),
    title: `Read the ${at}th kind of ${isLate ? 'quaternion' : 'number'}`,
  };
  const made = createTask(numbered('TASK', at), 1, request, () => '');
  if (isRefusal(made)) throw new Error(made.message);
  const fields = {
    priority: at % 2 === 0 ? 'HIGH' : 'LOW',
    domain: isLate ? 'algebra' : 'counting',
    tags: [at % 2 === 0 ? 'even' : 'odd', ...(isLate ? ['late'] : [])],
    status: isLate ? 'ACTIVE' : 'TODO',
  } as const;
  const moves = made.moves.map((move): Move => ({ ...move, after: withRoot(move.after, fields) }));
  return draftsOf(undefined, moves, { branch: 1, docs: DEFAULTS.docs });
}

async function seed(dataDir: string, size: number): Promise<void> {
  const store = await openStore({ dataDir });
  const writer = () => ({ workspace: WORKSPACE, agent: 'seed', nowMs: Date.now() });
  try {
    await store.write(writer(), (tx) => tx.append([initializeWorkspace()]));
    for (let done = 0; done < size; done += TASKS_PER_TRANSACTION) {
      await store.write(writer(), async (tx) => {
        const last = Math.min(size, done + TASKS_PER_TRANSACTION);
        for (let at = done + 1; at <= last; at++) {
          if (at % TASKS_PER_PLAN === 1) {
            const plan = numbered('PLAN', Math.ceil(at / TASKS_PER_PLAN));
            const moves = createPlan(plan, 1, { title: `Plan of ${at}` });
            await tx.append(draftsOf(undefined, moves, { branch: 1, docs: DEFAULTS.docs }));
          }
          await tx.append(taskAt(at, size));
        }
      });
    }
  } finally {
    await store.close();
  }
}

const QUESTIONS: readonly (readonly [string, object])[] = [
  ['all', {}],
  ['status', { status: 'ACTIVE' }],
  ['priority', { priority: 'HIGH' }],
  ['tag', { tags: ['odd'] }],
  ['rare tag and priority', { tags: ['late'], priority: 'HIGH' }],
  ['domain', { domain: 'algebra' }],
  ['plan', { plan: 'PLAN-001' }],
  ['text', { text: 'quatern' }],
  ['text without a match', { text: 'octonion' }],
];

const GOAL = 2;

async function compare(ground: Ground): Promise<Row[]> {
  const size = ground.times(100_000, 2_000);
  const open = async (tasks: number) => {
    const directory = ground.directory();
    await seed(directory, tasks);
    return ground.waymark(directory).initialize();
  };
  const [small, large] = [await open(SMALL), await open(size)];
  const ask = (client: StdioClient, args: object) =>
    timed(() => client.call('tasks_context', { workspace: WORKSPACE, plans_limit: 2, ...args }));
  const rows: Row[] = [];
  for (const [what, args] of QUESTIONS) {
    const p50 = await calmMedians(
      { small: () => ask(small, args), large: () => ask(large, args) },
      { rounds: ground.times(24, 4), block: 8, warmUp: ground.times(4, 2) },
    );
    rows.push(
      row(
        { what: `tasks_context, ${what}, ${size} tasks, p50`, value: p50.large, unit: 'ms' },
        { what: `at ${SMALL}`, value: p50.small, unit: 'ms' },
        { atMost: GOAL },
      ),
    );
  }
  await Promise.all([small.close(), large.close()]);
  return rows;
}

export const taskFilters: Benchmark = { name: 'filters-tasks', run: compare };
