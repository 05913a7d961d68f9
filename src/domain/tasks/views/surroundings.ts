/** The other targets that matter for a plan or task: its dependencies, and the tasks of a plan. */

import { isFinished } from '../complete-target.ts';
import type { Status, Target } from '../target.ts';

/** A type, not an interface, because views are JSON. */
export type Neighbour = {
  readonly id: string;
  readonly title: string;
  readonly status: Status;
};

export interface Surroundings {
  /** The dependencies that are not done. */
  readonly waits: readonly Neighbour[];
  /** Of a plan. */
  readonly tasks: PlanTasks;
  /** Of a plan, if they were read: its tasks that are done although steps of them are open. */
  readonly reopened?: readonly string[];
  /** Of a finished task: its plan, if that has open tasks. */
  readonly plan?: { readonly id: string; readonly tasks: PlanTasks };
}

/** How many tasks a plan has, the first open ones and the last done. */
export interface PlanTasks {
  readonly total: number;
  readonly done: number;
  readonly firstOpen: readonly Neighbour[];
  readonly lastDone: readonly Neighbour[];
  /** Of the first open ones, those that wait for nothing. */
  readonly workable?: readonly Neighbour[];
  /** The first of them, else the first open one. */
  readonly next?: Neighbour | undefined;
}

/** Nothing of it is left: a plan that is done may still have open tasks. */
export function isOver(target: Target, { tasks }: Surroundings): boolean {
  return isFinished(target) && tasks.done === tasks.total;
}

export const ALONE: Surroundings = {
  waits: [],
  tasks: { total: 0, done: 0, firstOpen: [], lastDone: [] },
};

export function named({ id, title }: Pick<Neighbour, 'id' | 'title'>): string {
  return `${id} — ${title}`;
}

export function withStatus(neighbour: Neighbour): string {
  return `${named(neighbour)} (${neighbour.status})`;
}
