/** The events of a branch. */

import { defineEvent, none, shape } from '../journal/define-event.ts';

export const BRANCH_EVENTS = {
  /** The branch's id is the seq of this event: unique, never reused, and unaffected by renames. */
  branch_created: defineEvent({
    payload: shape<{
      readonly name: string;
      /** None for the branch of a plan or task: it begins empty. */
      readonly base?: { readonly branch: number; readonly seq: number };
      /** The plan or task whose canonical branch this is. */
      readonly target?: string;
    }>(),
    words: ({ payload: { name = '' } }) => `created the branch ${name}`,
    text: none,
    opensAs: 'event',
  }),
  branch_renamed: defineEvent({
    payload: shape<{ readonly from: string; readonly to: string }>(),
    words: ({ payload: { from = '', to = '' } }) => `renamed the branch ${from} to ${to}`,
    text: none,
    opensAs: 'event',
  }),
  /**
   * The branch is removed from every projection. Its events stay, and its id is never used again.
   */
  branch_deleted: defineEvent({
    payload: shape<Record<never, never>>(),
    words: ({ entity }) => `deleted ${entity.replace(':', ' ')}`,
    text: none,
    opensAs: 'event',
  }),
};
