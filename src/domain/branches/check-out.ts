/** Makes a branch the one that reads and writes go to by default. */

import type { EventDraft } from '../journal/event.ts';
import { WORKSPACE_ENTITY } from '../workspace/workspace.ts';

/** No event where nothing changes: a repeated checkout leaves no mark. */
export function checkOut(current: number, wanted: number): EventDraft[] {
  if (current === wanted) return [];
  return [
    {
      type: 'checkout_changed',
      entity: WORKSPACE_ENTITY,
      payload: { from: current, to: wanted },
    },
  ];
}
