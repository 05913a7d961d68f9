/** Finds the place in a document that the name of a branch, a tag or a note means. */

import type { Branch } from '../../../domain/branches/branch.ts';
import { sees } from '../../../domain/branches/effective-view.ts';
import { isNote } from '../../../domain/documents/entry-view.ts';
import { headOf, type NotePlace, noSuchNote } from '../../../domain/refs/ref.ts';
import { DEFAULTS } from '../../../domain/workspace/workspace.ts';
import { nearestName } from '../../../kernel/nearest-name.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading } from '../../../store/port.ts';
import { branchNamed, checkedOut, viewOf } from '../../steps/branch-ref.ts';

export interface NamedRef {
  readonly name: string;
  readonly branch: Branch;
  readonly doc: string;
  /** The seq that a tag points to; undefined for a branch. */
  readonly tagged?: number;
}

/** A branch, else a tag. Without a name: the checkout. */
export async function refNamed(
  tx: Reading,
  name: string | undefined,
  field: string,
): Promise<NamedRef | Refusal> {
  const branch = await branchNamed(tx, name, field);
  if (!isRefusal(branch)) return { name: branch.name, branch, doc: DEFAULTS.docs.notes };
  const tag = name === undefined ? undefined : await tx.refs.tag(name);
  const tagged = tag && (await tx.branches.byId(tag.branch.id));
  if (tag && tagged) return { name: tag.name, branch: tagged, doc: tag.doc, tagged: tag.seq };
  return noSuchRef(tx, name ?? '', field);
}

/** How many names of each kind are compared to find the one that was probably meant. */
const NAMES_TO_COMPARE = 500;

async function noSuchRef(tx: Reading, name: string, field: string): Promise<Refusal> {
  const [branches, tags] = [
    await tx.branches.list(NAMES_TO_COMPARE),
    await tx.refs.tags(NAMES_TO_COMPARE),
  ];
  const meant = nearestName(
    name,
    [...tags, ...branches].map((each) => each.name),
  );
  const lists =
    'tag_list has the tags, branch_list the branches, log and reflog the seqs of notes.';
  return refuse('UNKNOWN_ID', `${field}: no branch or tag ${JSON.stringify(name)}`, {
    recovery: meant === undefined ? lists : `Did you mean ${meant}? ${lists}`,
    suggestions: [
      suggestCall('tag_list', {}, 'List the tags'),
      suggestCall('branch_list', {}, 'List the branches'),
    ],
  });
}

/** The seq at which the history of a document ends; undefined if it has no notes. */
export async function headAt(
  tx: Reading,
  branch: Branch,
  doc: string,
): Promise<number | undefined> {
  const [newest] = await tx.journal.notesInView(await viewOf(tx, branch), doc, { limit: 1 });
  return headOf(newest?.seq, await tx.refs.reset(branch.id, doc));
}

/** The note that a seq, a tag or a branch means. Without a name: the head of the checkout. */
export async function noteNamed(
  tx: Reading,
  named: number | string | undefined,
  field: string,
): Promise<NotePlace | Refusal> {
  if (typeof named === 'number') return noteSeen(tx, await checkedOut(tx), named, field);
  const ref = await refNamed(tx, named, field);
  if (isRefusal(ref)) {
    const isSeq = named !== undefined && /^[1-9][0-9]{0,15}$/.test(named);
    return isSeq ? noteNamed(tx, Number(named), field) : ref;
  }
  const { branch, doc } = ref;
  const seq = ref.tagged ?? (await headAt(tx, branch, doc));
  return seq === undefined ? noSuchNote(field, `note in ${doc} yet`, branch) : { branch, doc, seq };
}

/** A note by its seq, if the branch sees it. */
export async function noteSeen(
  tx: Reading,
  branch: Branch,
  seq: number,
  field: string,
): Promise<NotePlace | Refusal> {
  const event = Number.isSafeInteger(seq) ? await tx.journal.at(seq) : undefined;
  if (event && isNote(event) && event.branch !== undefined && event.doc !== undefined) {
    const entry = { branch: event.branch, seq };
    if (sees(await viewOf(tx, branch), entry)) return { branch, doc: event.doc, seq };
  }
  return noSuchNote(field, `note ${seq}`, branch);
}
