/** `log`: the history of the notes of a document, up to its head. */

import { commitView } from '../../domain/refs/commit-view.ts';
import { cutList } from '../../kernel/cuts/list-cuts.ts';
import { pageOf } from '../../kernel/paging.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { cursor, limit } from '../declaration/fields.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { readDoc, readRef } from './steps/read-ref.ts';
import { headAt, refNamed } from './steps/resolve-ref.ts';

export const log = defineOperation({
  name: 'log',
  title: 'Show the history of notes',
  description:
    'The history of notes of a branch or tag, oldest first, up to the head: the newest note, unless a reset moved it. next_cursor leads to older ones.',
  toolset: 'reasoning',
  does: reads([...cutList('commits', { from: 'front', paged: 'seq', spare: ['meta'] })]),
  input: { ref: readRef, doc: readDoc, cursor, limit: limit(20, 200) },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'The last commits', args: { limit: 5 } },
  async run(input, { tx, workspace: id }) {
    const ref = await refNamed(tx, input.ref, 'ref');
    if (isRefusal(ref)) return ref;
    const docName = input.doc ?? ref.doc;
    const head = ref.tagged ?? (await headAt(tx, ref.branch, docName));
    const before = Math.min(input.cursor ?? Number.MAX_SAFE_INTEGER, (head ?? 0) + 1);
    const view = await viewOf(tx, ref.branch);
    const slice = { before, limit: input.limit + 1 };
    const found = await tx.journal.notesInView(view, docName, slice);
    const request = { cursor: input.cursor ?? undefined, limit: input.limit };
    const { rows, pagination } = pageOf(found, request);
    return answer({
      workspace: id,
      ref: ref.name,
      branch: ref.branch.name,
      doc: docName,
      head_seq: head ?? null,
      commits: rows.map(commitView),
      pagination,
      truncated: false,
    });
  },
});
