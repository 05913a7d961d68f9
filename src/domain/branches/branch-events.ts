/** What can happen to a branch. */

export interface BranchPayloads {
  /** The branch's id is the seq of this event: unique, never reused, and deaf to renames. */
  branch_created: {
    readonly name: string;
    readonly base: { readonly branch: number; readonly seq: number };
  };
}
