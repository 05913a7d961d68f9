/** The events that enter notes into a document. */

import type { JsonObject } from '../../kernel/json.ts';
import { defineEvent, shape } from '../journal/define-event.ts';

/** A type, not an interface, because payloads are JSON. */
export type EntryOrigin = { readonly branch: number; readonly seq: number };

/** Written with evidence, which is found itself. */
const SUMMARY_OF_EVIDENCE = 'tasks_evidence';

export const DOCUMENT_EVENTS = {
  note_committed: defineEvent({
    payload: shape<{
      readonly content: string;
      readonly title?: string;
      readonly format?: string;
      readonly meta?: JsonObject;
      /** In a copy made by a merge: the original note. */
      readonly origin?: EntryOrigin;
    }>(),
    words: ({ payload: { title, content } }) => ['committed a note', title ?? content],
    text: ({ title, content, meta }) =>
      meta?.source === SUMMARY_OF_EVIDENCE ? undefined : { kind: 'note', title, text: content },
    opensAs: 'note',
  }),
};
