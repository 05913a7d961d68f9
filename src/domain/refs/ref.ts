/** A ref: the head of a document on a branch, which follows the newest note unless it was reset. */

import type { Refusal } from '../../kernel/refusal.ts';
import type { Branch } from '../branches/branch.ts';
import type { EventDraft } from '../journal/event.ts';
import { refuseFor } from './reasons.ts';

/** One note, and the branch from which it is seen. */
export interface NotePlace {
  readonly branch: Branch;
  readonly doc: string;
  readonly seq: number;
}

/** The last reset of a ref. */
export interface RefReset {
  readonly seq: number;
  /** The seq of the reset itself. */
  readonly resetSeq: number;
}

/**
 * `newest`: the seq of the newest note the branch sees in the document. A note written after a
 * reset moves the ref forward, so that no new note is missing from the log.
 */
export function headOf(
  newest: number | undefined,
  reset: RefReset | undefined,
): number | undefined {
  if (reset === undefined || newest === undefined || newest > reset.resetSeq) return newest;
  return reset.seq;
}

export function refEntity(branch: number, doc: string): string {
  return `ref:${branch}:${doc}`;
}

export interface ResetRef {
  readonly to: NotePlace;
  readonly head: number | undefined;
  /** The place as the caller named it. */
  readonly named: string;
}

/** Returns no event if the head does not move. */
export function resetRef({ to, head, named }: ResetRef): EventDraft[] {
  const { branch, doc, seq } = to;
  if (head === seq) return [];
  return [
    {
      type: 'ref_reset',
      entity: refEntity(branch.id, doc),
      payload: { branch: branch.id, doc, from: head ?? null, to: seq, named },
    },
  ];
}

export function noSuchNote(field: string, what: string, branch: Branch): Refusal {
  const message = `${field}: branch ${JSON.stringify(branch.name)} sees no ${what}`;
  return refuseFor({ kind: 'note_unknown', branch: branch.name }, 'UNKNOWN_ID', message);
}
