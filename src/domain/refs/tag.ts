/** A tag: a name for one note, as seen from a branch. */

import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Branch } from '../branches/branch.ts';
import { faultOfName } from '../branches/branch-name.ts';
import type { EventDraft } from '../journal/event.ts';
import { refuseFor } from './reasons.ts';
import type { NotePlace } from './ref.ts';

export interface Tag {
  readonly name: string;
  readonly branch: { readonly id: number; readonly name: string };
  readonly doc: string;
  readonly seq: number;
  readonly createdMs: number;
}

export interface CreateTag {
  readonly name: string;
  readonly place: NotePlace;
  /** The tag or branch that has the name already. */
  readonly taken: { readonly tag: Tag | undefined; readonly branch: Branch | undefined };
  /** Moves a tag if it exists. */
  readonly force: boolean;
}

export function createTag({ name, place, taken, force }: CreateTag): EventDraft | Refusal {
  const badName = checkTagName(name);
  if (isRefusal(badName)) return badName;
  if (taken.branch) {
    const message = `name: ${JSON.stringify(name)} is a branch, and would hide the tag`;
    return refuseFor({ kind: 'tag_hidden_by_branch' }, 'CONFLICT', message);
  }
  if (taken.tag && !force) {
    const message = `name: tag ${JSON.stringify(name)} exists already`;
    return refuseFor({ kind: 'tag_exists', name }, 'CONFLICT', message);
  }
  return {
    type: 'tag_set',
    entity: tagEntity(name),
    payload: { name, branch: place.branch.id, doc: place.doc, seq: place.seq },
  };
}

export function deleteTag(name: string): EventDraft {
  return { type: 'tag_deleted', entity: tagEntity(name), payload: { name } };
}

export function tagEntity(name: string): string {
  return `tag:${name}`;
}

function checkTagName(name: string): Refusal | undefined {
  const why = /^[0-9]+$/.test(name) ? 'a number means a note' : faultOfName(name);
  if (why === undefined) return undefined;
  return refuse('INVALID_NAME', `name: ${why}`, {
    recovery: 'Choose a short name such as before-rewrite.',
  });
}
