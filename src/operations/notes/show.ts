/** `show`: a page of the entries of a document, as its branch sees it. */

import * as z from 'zod';
import { suggestCall } from '../../kernel/suggestion.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { cursor, documentFields, limit } from '../declaration/fields.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { ENTRY_TRIMS, entryPage } from './steps/entry-page.ts';

export const show = defineOperation({
  name: 'show',
  title: 'Show a document',
  description:
    'Reads a document, by default the trace: its newest entries, oldest first, including those that its branch inherits; next_cursor leads to older ones. doc_kind notes reads the notes.',
  toolset: 'reasoning',
  does: reads(ENTRY_TRIMS).and(scoped(documentFields)),
  input: {
    doc_kind: z.enum(['notes', 'trace']).optional().describe('If doc is not given; default: trace'),
    cursor,
    limit: limit(20, 200),
  },
  example: { title: 'The notes of the checkout', args: { doc_kind: 'notes' } },
  async run(input, { tx, scope }) {
    const docName = input.doc ?? scope.docs[input.doc_kind ?? 'trace'];
    const view = await viewOf(tx, scope.branch);
    const page = await entryPage(tx, view, docName, input);
    const branch = scope.branch.name;
    const isUnnamed = input.doc === undefined && input.doc_kind === undefined;
    const notes = { branch, doc: scope.docs.notes };
    return answer(
      { branch, doc: docName, ...page, truncated: false },
      { suggestions: isUnnamed ? [suggestCall('show', notes, 'Read the notes instead')] : [] },
    );
  },
});
