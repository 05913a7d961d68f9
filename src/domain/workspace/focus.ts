/** Sets an agent's focus: the plan or task it means when it names none. */

import type { EventDraft } from '../journal/event.ts';
import { WORKSPACE_ENTITY } from './workspace.ts';

export interface Focus {
  /** The plan or task in focus, whether or not the agent set it itself. */
  readonly target: string | null;
  /**
   * Whether the agent set it itself. If not, it is the newest of the workspace and only for
   * reading.
   */
  readonly isOwn: boolean;
}

export const NO_FOCUS: Focus = { target: null, isOwn: false };

/** Returns no event if nothing changes. An inherited focus becomes the agent's own by an event. */
export function focusOn(current: Focus, wanted: string | null): EventDraft[] {
  const from = current.isOwn ? current.target : null;
  if (from === wanted && (current.isOwn || current.target === null)) return [];
  return [
    {
      type: 'focus_changed',
      entity: WORKSPACE_ENTITY,
      payload: { from, to: wanted },
    },
  ];
}
