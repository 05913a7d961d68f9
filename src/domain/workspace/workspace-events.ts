/** The events of a workspace as a whole. */

import type { EventVersions } from '../../kernel/upcast.ts';

export interface WorkspacePayloads {
  /** Also creates the first branch, whose id is this event's seq, and checks it out. */
  workspace_initialized: { readonly branch: string };
  checkout_changed: { readonly from: number; readonly to: number };
  focus_changed: { readonly from: string | null; readonly to: string | null };
}

/** Every event type with the upcasters of its earlier versions. */
export const WORKSPACE_EVENTS: EventVersions<keyof WorkspacePayloads> = {
  workspace_initialized: [],
  checkout_changed: [],
  focus_changed: [],
};
