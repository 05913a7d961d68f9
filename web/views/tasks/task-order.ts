/** Plans with their tasks below them, and steps as a tree: in order, filtered and folded. */

import type { StepRow } from '../../../src/observatory/views/tasks/task-view.ts';
import type { TaskListRow } from '../../../src/observatory/views/tasks/tasks-view.ts';

export const STATES = ['ACTIVE', 'TODO', 'BLOCKED', 'DONE'] as const;
export type State = (typeof STATES)[number];

/** Blocked is what cannot go on: by a block, or because it waits for others. */
export function isBlocked({ status, blocked, waitsFor }: TaskListRow): boolean {
  return status !== 'DONE' && blocked + waitsFor > 0;
}

export interface TaskFilter {
  readonly state?: State | undefined;
  /** In titles and ids; case is ignored. */
  readonly text?: string | undefined;
}

export function fits(row: TaskListRow, { state, text }: TaskFilter): boolean {
  const isInState =
    state === undefined || (state === 'BLOCKED' ? isBlocked(row) : row.status === state);
  if (!isInState || !text) return isInState;
  return `${row.id} ${row.title}`.toLowerCase().includes(text.toLowerCase());
}

export interface ListedTask {
  readonly row: TaskListRow;
  readonly level: 1 | 2;
  /** Of a plan with tasks that fit. */
  readonly isOpen?: boolean;
}

/** The newest plan first, the tasks of a plan in the order of creation. */
export function listedTasks(
  rows: Iterable<TaskListRow>,
  filter: TaskFilter,
  folded: ReadonlySet<string>,
): readonly ListedTask[] {
  const all = [...rows];
  const known = new Set(all.filter(({ kind }) => kind === 'plan').map(({ id }) => id));
  const below = new Map<string, TaskListRow[]>();
  const alone: TaskListRow[] = [];
  for (const row of all.sort((a, b) => a.number - b.number)) {
    if (row.kind === 'plan' || !fits(row, filter)) continue;
    if (row.parent === null || !known.has(row.parent)) alone.push(row);
    else below.set(row.parent, [...(below.get(row.parent) ?? []), row]);
  }
  const plans = all.filter(({ kind }) => kind === 'plan').sort((a, b) => b.number - a.number);
  const listed = plans.flatMap((plan): ListedTask[] => {
    const tasks = below.get(plan.id) ?? [];
    if (tasks.length === 0) return fits(plan, filter) ? [{ row: plan, level: 1 }] : [];
    const isOpen = !folded.has(plan.id);
    const shown = isOpen ? tasks.map((row): ListedTask => ({ row, level: 2 })) : [];
    return [{ row: plan, level: 1, isOpen }, ...shown];
  });
  return [...listed, ...alone.toReversed().map((row): ListedTask => ({ row, level: 1 }))];
}

export interface ListedStep {
  readonly row: StepRow;
  /** Set if it has steps below it. */
  readonly isOpen?: boolean;
}

/** In the order of the tree, without what is below a folded step. */
export function listedSteps(
  rows: Iterable<StepRow>,
  folded: ReadonlySet<string>,
): readonly ListedStep[] {
  const children = new Map<string | null, StepRow[]>();
  for (const row of rows) {
    children.set(row.parent, [...(children.get(row.parent) ?? []), row]);
  }
  const listed: ListedStep[] = [];
  const waiting = inOrder(children.get(null)).toReversed();
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    const below = children.get(row.key);
    const isOpen = !folded.has(row.key);
    listed.push(below ? { row, isOpen } : { row });
    if (below && isOpen) waiting.push(...inOrder(below).toReversed());
  }
  return listed;
}

/** Siblings by the last number of their paths. */
function inOrder(rows: readonly StepRow[] = []): readonly StepRow[] {
  const numberOf = ({ path }: StepRow) => Number(path.slice(path.lastIndexOf(':') + 1));
  return [...rows].sort((a, b) => numberOf(a) - numberOf(b));
}
