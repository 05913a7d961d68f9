/** `graph_conflicts`, of the reasoning graph: the conflicts of merges into a branch. */

import * as z from 'zod';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { cutList } from '../../kernel/cuts/list-cuts.ts';
import { newestPage } from '../../kernel/paging.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { branch, cursor, doc, limit } from '../declaration/fields.ts';
import { branchNamed } from '../steps/branch-ref.ts';
import { conflictLine } from './steps/reasoning-conflict-view.ts';

export const graphConflicts = defineOperation({
  name: 'graph_conflicts',
  title: 'List graph conflicts',
  description:
    'Lists the conflicts of graph merges into a branch, newest first: the open ones, or the resolved ones with status.',
  toolset: 'reasoning',
  does: reads(cutList('conflicts', { from: 'back', paged: 'seq' })),
  input: {
    into: branch,
    doc: doc.default(DEFAULTS.docs.graph),
    status: z.enum(['open', 'resolved']).default('open'),
    cursor,
    limit: limit(50, 200),
  },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'None is open', args: { into: 'main' } },
  async run(input, { tx }) {
    const into = await branchNamed(tx, input.into, 'into');
    if (isRefusal(into)) return into;
    const page = { cursor: input.cursor ?? undefined, limit: input.limit };
    const found = await tx.conflicts.into(into.id, input.doc, input.status, {
      before: page.cursor,
      limit: page.limit + 1,
    });
    const { rows, pagination } = newestPage(found, page);
    return answer({
      into: into.name,
      doc: input.doc,
      conflicts: rows.map(conflictLine),
      pagination,
      truncated: false,
    });
  },
});
