/** Puts a plan or task into an agent's focus: the one that it means when it names none. */

import type { EventDraft } from '../journal/event.ts';
import { WORKSPACE_ENTITY } from './workspace.ts';

export interface Focus {
  /** The plan or task that is meant, whoever put it there. */
  readonly target: string | null;
  /** Whether the agent put it there itself. Else it is the newest of the workspace, for looking on. */
  readonly isOwn: boolean;
}

export const NO_FOCUS: Focus = { target: null, isOwn: false };

/** No event where nothing changes. What was only looked on becomes one's own by an event. */
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
