/** The events that enter notes into a document. */

import type { JsonObject } from '../../kernel/json.ts';
import type { EventVersions } from '../../kernel/upcast.ts';

export interface DocumentPayloads {
  note_committed: {
    readonly content: string;
    readonly title?: string;
    readonly format?: string;
    readonly meta?: JsonObject;
    /** In a copy made by a merge: the original note. */
    readonly origin?: EntryOrigin;
  };
}

/** A type, not an interface, because payloads are JSON. */
export type EntryOrigin = { readonly branch: number; readonly seq: number };

/** Every event type with the upcasters of its earlier versions. */
export const DOCUMENT_EVENTS: EventVersions<keyof DocumentPayloads> = {
  note_committed: [],
};
