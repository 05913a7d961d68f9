/** The movements of a ref: each note moves it forward, and each reset moves it elsewhere. */

import { isJsonObject } from '../../kernel/json.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { type NoteType, noteText } from '../documents/entry-view.ts';
import type { JournalEvent } from '../journal/event.ts';

export type Mover = JournalEvent<NoteType | 'ref_reset'>;

/** A type, not an interface, because views are JSON. */
export type Movement = {
  /** The seq of the event that moved the ref. */
  readonly seq: number;
  readonly old_seq: number | null;
  readonly new_seq: number;
  readonly message: string;
  readonly ts: string;
  readonly ts_ms: number;
};

/** Newest first. `before` is the position of the ref before the oldest movement. */
export function movementsOf(movers: readonly Mover[], before: number | null): Movement[] {
  return movers.map((mover, index) => {
    const older = movers[index + 1];
    return {
      seq: mover.seq,
      old_seq: older ? placeAfter(older) : before,
      new_seq: placeAfter(mover),
      message: messageOf(mover),
      ts: timestamp(mover.tsMs),
      ts_ms: mover.tsMs,
    };
  });
}

function placeAfter(mover: Mover): number {
  return mover.type === 'ref_reset' ? mover.payload.to : mover.seq;
}

function messageOf(mover: Mover): string {
  if (mover.type === 'ref_reset') return `reset:${mover.payload.named}`;
  if (mover.type === 'note_committed' && mover.payload.origin) {
    const provenance = mover.payload.meta?._merge;
    const from = isJsonObject(provenance) ? provenance.from : undefined;
    return `merge:${String(from)}`;
  }
  return noteText(mover).title ?? 'note';
}
