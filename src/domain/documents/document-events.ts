/** What can be entered into a document. */

import type { JsonObject } from '../../kernel/json.ts';
import type { EventVersions } from '../../kernel/upcast.ts';

export interface DocumentPayloads {
  note_committed: {
    readonly content: string;
    readonly title?: string;
    readonly format?: string;
    readonly meta?: JsonObject;
    /** In a copy that a merge made: the note that was written first. */
    readonly origin?: EntryOrigin;
  };
}

/** A type, not an interface: it is part of a payload, and those are JSON. */
export type EntryOrigin = { readonly branch: number; readonly seq: number };

/** Every type, with what is needed to read its earlier versions. */
export const DOCUMENT_EVENTS: EventVersions<keyof DocumentPayloads> = {
  note_committed: [],
};
