/** The other targets that matter for a plan or task: its dependencies, and the tasks of a plan. */

import type { Status } from '../target.ts';

/** A type, not an interface, because views are JSON. */
export type Neighbour = {
  readonly id: string;
  readonly title: string;
  readonly status: Status;
};

export interface Surroundings {
  /** The dependencies that are not done. */
  readonly waits: readonly Neighbour[];
  /** Of a plan: how many tasks it has, the first open ones and the last done. */
  readonly tasks: {
    readonly total: number;
    readonly done: number;
    readonly firstOpen: readonly Neighbour[];
    readonly lastDone: readonly Neighbour[];
  };
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
