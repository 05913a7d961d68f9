/** `docs_list`: lists the documents that a branch sees. */

import { viewBefore } from '../../domain/branches/effective-view.ts';
import { cutList } from '../../kernel/cuts/list-cuts.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { omit } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { limit } from '../declaration/fields.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { readRef } from './steps/read-ref.ts';
import { refNamed } from './steps/resolve-ref.ts';

export const docsList = defineOperation({
  name: 'docs_list',
  title: 'List documents',
  description:
    'Lists the documents that a branch sees, its own and inherited ones, last written first, each with its kind; for a tag, as they were when it was set.',
  toolset: 'reasoning',
  does: reads([...cutList('docs', { from: 'back', counted: true }), omit('count')]),
  input: { ref: readRef, limit: limit(200, 500) },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'Notes and risks', args: {} },
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
