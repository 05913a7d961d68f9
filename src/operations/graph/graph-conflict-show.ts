/** `graph_conflict_show`, of the reasoning graph: one conflict with all its sides. */

import * as z from 'zod';
import type { Conflict } from '../../domain/graph/conflict.ts';
import { edgeEnds } from '../../domain/graph/version.ts';
import { squeezeView } from '../../kernel/cuts/squeeze.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { omit, within } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { branchNamesOf, findConflict } from './steps/find-reasoning-conflict.ts';
import { conflictView } from './steps/reasoning-conflict-view.ts';

export const graphConflictShow = defineOperation({
  name: 'graph_conflict_show',
  title: 'Show a graph conflict',
  description:
    'Shows one conflict of a graph merge: base, theirs (the merged branch) and ours (the destination); for a deleted node, the edges that would go with it.',
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
      conflict: {
        ...conflictView(conflict, names, {
          status: conflict.status,
          created_at_ms: conflict.createdMs,
          ...(conflict.resolvedMs === undefined ? {} : { resolved_at_ms: conflict.resolvedMs }),
        }),
        ...(await edgesAtStake(tx, conflict)),
      },
    });
  },
});

const EDGES_SHOWN = 5;

/** Of a node that the merged branch deleted: the edges that would go with it, newest first. */
async function edgesAtStake(tx: Reading, conflict: Conflict): Promise<JsonObject> {
  const { kind, key, doc, status, theirs } = conflict;
  const into = await tx.branches.byId(conflict.into);
  if (!into || status !== 'open' || kind !== 'node' || !theirs?.deleted) return {};
  const found = await tx.graph.edgesAt(await viewOf(tx, into), doc, [key]);
  const live = found.filter(({ state }) => state).map((edge) => edgeEnds(edge.key));
  return { edges: live.slice(0, EDGES_SHOWN), edges_count: live.length };
}
