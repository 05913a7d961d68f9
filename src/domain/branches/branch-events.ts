/** The events of a branch. */

import type { EventVersions } from '../../kernel/upcast.ts';

export interface BranchPayloads {
  /** The branch's id is the seq of this event: unique, never reused, and unaffected by renames. */
  branch_created: {
    readonly name: string;
    /** None for the branch of a plan or task: it begins empty. */
    readonly base?: { readonly branch: number; readonly seq: number };
    /** The plan or task whose canonical branch this is. */
    readonly target?: string;
  };
  branch_renamed: { readonly from: string; readonly to: string };
  /**
   * The branch is removed from every projection. Its events stay, and its id is never used again.
   */
  branch_deleted: Record<never, never>;
}

/** Every event type with the upcasters of its earlier versions. */
export const BRANCH_EVENTS: EventVersions<keyof BranchPayloads> = {
  branch_created: [],
  branch_renamed: [],
  branch_deleted: [],
};
