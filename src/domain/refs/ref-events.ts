/** The events of refs and tags. */

import type { EventVersions } from '../../kernel/upcast.ts';

export interface RefPayloads {
  /** The head of a document on a branch was reset; the next note moves it forward. */
  ref_reset: {
    readonly branch: number;
    readonly doc: string;
    readonly from: number | null;
    readonly to: number;
    /** The place as the caller named it. */
    readonly named: string;
  };
  /** A tag was created, or moved to another note. */
  tag_set: {
    readonly name: string;
    readonly branch: number;
    readonly doc: string;
    readonly seq: number;
  };
  tag_deleted: { readonly name: string };
}

/** Every event type with the upcasters of its earlier versions. */
export const REF_EVENTS: EventVersions<keyof RefPayloads> = {
  ref_reset: [],
  tag_set: [],
  tag_deleted: [],
};
