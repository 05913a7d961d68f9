/** A branch: a name for a line of reasoning, standing on a snapshot of another one. */

/** The branch that a workspace begins with: it has the seq of the first event. */
export const FIRST_BRANCH = 1;

export interface Branch {
  readonly id: number;
  readonly name: string;
  /** The first branch of a workspace stands on nothing, nor do those of plans and tasks. */
  readonly base?: BranchBase;
  /** How many bases lie below. */
  readonly depth: number;
  readonly createdMs: number;
  /** The plan or task whose canonical branch this is. */
  readonly target?: string;
}

export interface BranchBase {
  readonly branch: number;
  readonly name: string;
  /** Entries of the base up to here are seen from the branch. */
  readonly seq: number;
}

export function branchEntity(id: number): string {
  return `branch:${id}`;
}

/** The id in a branch's entity. */
export function branchIdOf(entity: string): number {
  const id = Number(/^branch:([0-9]+)$/.exec(entity)?.[1]);
  if (!Number.isSafeInteger(id)) throw new Error(`${entity} is not a branch`);
  return id;
}
