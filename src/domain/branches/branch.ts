/** A branch: a named line of reasoning, based on a snapshot of another branch. */

/** The id of the first branch of a workspace: the seq of the first event. */
export const FIRST_BRANCH = 1;

export interface Branch {
  readonly id: number;
  readonly name: string;
  /** The first branch of a workspace has no base, nor do those of plans and tasks. */
  readonly base?: BranchBase;
  /** How many bases are below it. */
  readonly depth: number;
  readonly createdMs: number;
  /** The plan or task whose canonical branch this is. */
  readonly target?: string;
}

export interface BranchBase {
  readonly branch: number;
  readonly name: string;
  /** The cutoff: the branch sees entries of the base up to here. */
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
