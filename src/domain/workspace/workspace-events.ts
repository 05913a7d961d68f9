/** The events of a workspace as a whole. */

import { defineEvent, none, shape } from '../journal/define-event.ts';

export const WORKSPACE_EVENTS = {
  /** Also creates the first branch, whose id is this event's seq, and checks it out. */
  workspace_initialized: defineEvent({
    payload: shape<{ readonly branch: string }>(),
    words: () => 'initialized the workspace',
    text: none,
    opensAs: 'event',
  }),
  checkout_changed: defineEvent({
    payload: shape<{ readonly from: number; readonly to: number }>(),
    words: () => 'checked out another branch',
    text: none,
    opensAs: 'event',
  }),
  focus_changed: defineEvent({
    payload: shape<{ readonly from: string | null; readonly to: string | null }>(),
    words: ({ payload: { to } }) => (to ? `focused on ${to}` : 'cleared the focus'),
    text: none,
    opensAs: 'event',
  }),
};
