/** Checks out a branch: calls that name none use it from then on. */

import type { EventDraft } from '../journal/event.ts';
import { WORKSPACE_ENTITY } from '../workspace/workspace.ts';

/** Returns no event if nothing changes, so a repeated checkout leaves no trace. */
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
