/** `reflog`: the past heads of a document. */

import type { Branch } from '../../domain/branches/branch.ts';
import { refEntity } from '../../domain/refs/ref.ts';
import { type Mover, movementsOf } from '../../domain/refs/reflog.ts';
import { cutList } from '../../kernel/cuts/list-cuts.ts';
import { newestPage } from '../../kernel/paging.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Reading, Slice } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { cursor, limit } from '../declaration/fields.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { readDoc, readRef } from './steps/read-ref.ts';
import { refNamed } from './steps/resolve-ref.ts';

export const reflog = defineOperation({
  name: 'reflog',
  title: 'Show the movements of a ref',
  description:
    'Shows how the head of a document on a branch moved, newest first: each note, merge and reset with the seq before and after.',
  toolset: 'reasoning',
  does: reads(cutList('entries', { from: 'back', paged: 'seq' })),
  input: { ref: readRef, doc: readDoc, cursor, limit: limit(50, 200) },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'After a reset', args: {} },
  async run(input, { tx, workspace: id }) {
    const ref = await refNamed(tx, input.ref, 'ref');
    if (isRefusal(ref)) return ref;
    const docName = input.doc ?? ref.doc;
    const request = { cursor: input.cursor ?? undefined, limit: input.limit };
    const slice = { before: request.cursor, limit: request.limit + 1 };
    const movers = await moversOf(tx, ref.branch, docName, slice);
    const inherited = await inheritedHead(tx, ref.branch, docName);
    // Computed with the one extra row, which holds the head before the last row that is kept.
    const { rows, pagination } = newestPage(movementsOf(movers, inherited), request);
    return answer({
      workspace: id,
      ref: ref.name,
      branch: ref.branch.name,
      doc: docName,
      entries: rows,
      pagination,
      truncated: false,
    });
  },
});

/** Newest first: the branch's own notes and resets. */
async function moversOf(
  tx: Reading,
  on: Branch,
  docName: string,
  slice: Slice,
): Promise<readonly Mover[]> {
  const own = (await viewOf(tx, on)).slice(0, 1);
  const notes = await tx.journal.notesInView(own, docName, slice);
  const resets = await tx.journal.ofEntity(refEntity(on.id, docName), slice);
  return [...notes, ...resets.filter((event) => event.type === 'ref_reset')]
    .sort((a, b) => b.seq - a.seq)
    .slice(0, slice.limit);
}

async function inheritedHead(tx: Reading, on: Branch, docName: string): Promise<number | null> {
  const bases = (await viewOf(tx, on)).slice(1);
  const [newest] = await tx.journal.notesInView(bases, docName, { limit: 1 });
  return newest?.seq ?? null;
}
