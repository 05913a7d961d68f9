/** `docs_list`: the documents that a branch sees. */

import { viewBefore } from '../../domain/branches/effective-view.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { dropItems, omit } from '../../kernel/trims.ts';
import { viewOf } from '../branch-ref.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { budget, limit, workspace } from '../fields.ts';
import { readRef, unknownRef } from './read-ref.ts';
import { refNamed } from './resolve-ref.ts';

const acme = { workspace: 'acme' };

export const docsList = defineOperation({
  name: 'docs_list',
  title: 'List documents',
  description:
    'The documents that a branch sees, its own and those it inherits, last written first, each with its kind; under a tag, as they were then.',
  family: 'reasoning',
  effect: 'read',
  input: {
    workspace,
    ref: readRef,
    limit: limit(200, 500),
    ...budget,
  },
  refusals: { UNKNOWN_ID: unknownRef },
  examples: [
    {
      title: 'Notes and risks',
      before: [
        {
          tool: 'commit',
          args: {
            ...acme,
            artifact: 'The disk may fill up.',
            message: 'A risk',
            docs: ['notes', 'risks'],
          },
        },
      ],
      args: acme,
    },
  ],
  trims: [
    dropItems('docs', { from: 'back', keep: 1, counted: true }),
    dropItems('docs', { from: 'back', keep: 0, counted: true }),
    omit('count'),
  ],
  async run(input, { tx, workspace: id }) {
    const ref = await refNamed(tx, input.ref, 'ref');
    if (isRefusal(ref)) return ref;
    const end = ref.tagged === undefined ? undefined : ref.tagged + 1;
    const found = await tx.documents.inView(viewBefore(await viewOf(tx, ref.branch), end));
    const docs = found.slice(0, input.limit).map((each) => ({
      doc: each.doc,
      kind: each.kind,
      created_at_ms: each.createdMs,
      updated_at_ms: each.updatedMs,
    }));
    return answer({
      workspace: id,
      ref: ref.name,
      branch: ref.branch.name,
      docs,
      count: docs.length,
      truncated: found.length > input.limit,
    });
  },
});
