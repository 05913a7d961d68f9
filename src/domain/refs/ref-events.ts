/** What can happen to refs and tags. */

import type { EventVersions } from '../../kernel/upcast.ts';

export interface RefPayloads {
  /** The head of a document on a branch was moved by hand; the next note moves it on. */
  ref_reset: {
    readonly branch: number;
    readonly doc: string;
    readonly from: number | null;
    readonly to: number;
    /** What the caller named as the place to go to. */
    readonly named: string;
  };
  /** A tag was made, or moved to another note. */
  tag_set: {
    readonly name: string;
    readonly branch: number;
    readonly doc: string;
    readonly seq: number;
  };
  tag_deleted: { readonly name: string };
}

/** Every type, with what is needed to read its earlier versions. */
export const REF_EVENTS: EventVersions<keyof RefPayloads> = {
  ref_reset: [],
  tag_set: [],
  tag_deleted: [],
};
