/** Puts a plan or task into focus: the one that is meant when none is named. */

import type { EventDraft } from '../journal/event.ts';
import { WORKSPACE_ENTITY } from './workspace.ts';

/** No event where nothing changes. */
export function focusOn(current: string | null, wanted: string | null): EventDraft[] {
  if (current === wanted) return [];
  return [
    {
      type: 'focus_changed',
      entity: WORKSPACE_ENTITY,
      payload: { from: current, to: wanted },
    },
  ];
}
