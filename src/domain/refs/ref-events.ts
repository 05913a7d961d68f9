/** The events of refs and tags. */

import { defineEvent, none, shape } from '../journal/define-event.ts';

export const REF_EVENTS = {
  /** The head of a document on a branch was reset; the next note moves it forward. */
  ref_reset: defineEvent({
    payload: shape<{
      readonly branch: number;
      readonly doc: string;
      readonly from: number | null;
      readonly to: number;
      /** The place as the caller named it. */
      readonly named: string;
    }>(),
    words: ({ payload: { doc = '', named = '' } }) => `reset ${doc} to ${named}`,
    text: none,
    opensAs: 'event',
  }),
  /** A tag was created, or moved to another note. */
  tag_set: defineEvent({
    payload: shape<{
      readonly name: string;
      readonly branch: number;
      readonly doc: string;
      readonly seq: number;
    }>(),
    words: ({ id }) => `set the tag ${id}`,
    text: none,
    opensAs: 'event',
  }),
  tag_deleted: defineEvent({
    payload: shape<{ readonly name: string }>(),
    words: ({ id }) => `deleted the tag ${id}`,
    text: none,
    opensAs: 'event',
  }),
};
