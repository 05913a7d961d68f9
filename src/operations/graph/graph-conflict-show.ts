/** `graph_conflict_show`, of the reasoning graph: one conflict with all its sides. */

import * as z from 'zod';
import { squeezeView } from '../../kernel/cuts/squeeze.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { omit, within } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { branchNamesOf, findConflict } from './steps/find-reasoning-conflict.ts';
import { conflictView } from './steps/reasoning-conflict-view.ts';

export const graphConflictShow = defineOperation({
  name: 'graph_conflict_show',
  title: 'Show a graph conflict',
  description:
    'Shows one conflict of a graph merge: base, theirs (the merged branch) and ours (the destination).',
  toolset: 'reasoning',
  does: reads([squeezeView, ...within('conflict', [omit('base', 'ours', 'theirs')])]),
  input: { conflict_id: z.string().max(64) },
  refusals: ['UNKNOWN_ID'],
  example: {
    title: 'Both changed a title',
    args: { conflict_id: 'CONFLICT-466a4a7203a50c20267b0708d885cdd7' },
  },
  async run(input, { tx }) {
    const conflict = await findConflict(tx, input.conflict_id);
    if (isRefusal(conflict)) return conflict;
    const names = await branchNamesOf(tx, conflict);
    return answer({
      conflict: conflictView(conflict, names, {
        status: conflict.status,
        created_at_ms: conflict.createdMs,
        ...(conflict.resolvedMs === undefined ? {} : { resolved_at_ms: conflict.resolvedMs }),
      }),
    });
  },
});
