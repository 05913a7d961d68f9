/** `diff`: the entries of a document that one branch sees and another does not. */

import { viewWithout } from '../../domain/branches/effective-view.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { branch, cursor, doc, limit } from '../declaration/fields.ts';
import { branchNamed, viewOf } from '../steps/branch-ref.ts';
import { ENTRY_TRIMS, entryPage } from './steps/entry-page.ts';

export const diff = defineOperation({
  name: 'diff',
  title: 'Compare two branches',
  description:
    'Compares two branches: the entries of a document that to sees and from does not. Swapping from and to shows the other side.',
  toolset: 'reasoning',
  does: reads(ENTRY_TRIMS),
  input: {
    from: branch,
    to: branch,
    doc: doc.default(DEFAULTS.docs.notes),
    cursor,
    limit: limit(20, 200),
  },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'What an idea added', args: { from: 'main', to: 'idea/cache' } },
  async run(input, { tx }) {
    const from = await branchNamed(tx, input.from, 'from');
    if (isRefusal(from)) return from;
    const to = await branchNamed(tx, input.to, 'to');
    if (isRefusal(to)) return to;
    const view = viewWithout(await viewOf(tx, to), await viewOf(tx, from));
    const page = await entryPage(tx, view, input.doc, input);
    return answer({ from: from.name, to: to.name, doc: input.doc, ...page, truncated: false });
  },
});
