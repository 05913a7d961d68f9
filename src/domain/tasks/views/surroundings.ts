/** What lies around a plan or task and bears on it: what it waits for, and the tasks of a plan. */

import type { Status } from '../target.ts';

/** A type, not an interface: it goes into views. */
export type Neighbour = {
  readonly id: string;
  readonly title: string;
  readonly status: Status;
};

export interface Surroundings {
  /** What it depends on and is not done. */
  readonly waits: readonly Neighbour[];
  /** Of a plan: how many there are, the first open ones and the last done. */
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
