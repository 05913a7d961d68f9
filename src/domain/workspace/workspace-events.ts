/** What can happen to a workspace as a whole. */

export interface WorkspacePayloads {
  /** Also makes the first branch, whose id is this event's seq, and checks it out. */
  workspace_initialized: { readonly branch: string };
  checkout_changed: { readonly from: number; readonly to: number };
  focus_changed: { readonly from: string | null; readonly to: string | null };
}
