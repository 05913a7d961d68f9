/** `show`: a page of a document, as its branch sees it. */

import * as z from 'zod';
import { viewOf } from '../branch-ref.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { branch, budget, cursor, doc, limit, target, workspace } from '../fields.ts';
import { ENTRY_TRIMS, entryPage } from './entry-page.ts';

const acme = { workspace: 'acme' };

export const show = defineOperation({
  name: 'show',
  title: 'Show a document',
  description:
    'The newest entries of a document, oldest first, with those its branch inherits; next_cursor leads to older ones.',
  family: 'reasoning',
  effect: 'read',
  scoped: true,
  input: {
    workspace,
    target,
    branch: branch.optional().describe('Default: the checkout'),
    doc: doc.optional(),
    doc_kind: z.enum(['notes', 'trace']).default('trace').describe('Which, if doc is not given'),
    cursor,
    limit: limit(20, 200),
    ...budget,
  },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      before: [{ tool: 'init', args: acme }],
      args: { ...acme, branch: 'mian', doc: 'notes' },
    },
  },
  examples: [
    {
      title: 'The notes of the checkout',
      before: [{ tool: 'notes_commit', args: { ...acme, content: 'Use WAL mode.' } }],
      args: { ...acme, doc_kind: 'notes' },
    },
    {
      title: 'In a small budget',
      before: [
        {
          tool: 'notes_commit',
          args: { ...acme, content: `Long story. ${'More of it. '.repeat(40)}` },
        },
      ],
      args: { ...acme, doc: 'notes', max_chars: 400 },
    },
  ],
  trims: ENTRY_TRIMS,
  async run(input, { tx, scope }) {
    const docName = input.doc ?? scope.docs[input.doc_kind];
    const view = await viewOf(tx, scope.branch);
    const page = await entryPage(tx, view, docName, input);
    return answer({ branch: scope.branch.name, doc: docName, ...page, truncated: false });
  },
});
