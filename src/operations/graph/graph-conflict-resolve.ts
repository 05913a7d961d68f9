/** `graph_conflict_resolve`, of the reasoning graph: decides a conflict of a merge. */

import * as z from 'zod';
import { type Conflict, keptKey, RESOLUTIONS } from '../../domain/graph/conflict.ts';
import { broughtOver } from '../../domain/graph/merge-graph.ts';
import type { EventDraft } from '../../domain/journal/event.ts';
import { isRefusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { sha256 } from '../../sha256.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { findConflict } from './steps/find-reasoning-conflict.ts';

export const graphConflictResolve = defineOperation({
  name: 'graph_conflict_resolve',
  title: 'Resolve a graph conflict',
  description:
    'Resolves a conflict of a graph merge: use_from writes the state of the merged branch into the destination, use_into keeps the state of the destination. A resolved conflict stays resolved.',
  toolset: 'reasoning',
  does: writes(),
  input: { conflict_id: z.string().max(64), resolution: z.enum(RESOLUTIONS) },
  refusals: ['UNKNOWN_ID', 'CONFLICT'],
  example: {
    title: 'Take the idea',
    args: { conflict_id: 'CONFLICT-466a4a7203a50c20267b0708d885cdd7', resolution: 'use_from' },
  },
  async run(input, { tx }) {
    const conflict = await findConflict(tx, input.conflict_id);
    if (isRefusal(conflict)) return conflict;
    if (conflict.status === 'resolved') {
      return refuse('CONFLICT', `conflict_id: ${conflict.id} is already resolved`, {
        recovery: 'Change the destination itself instead.',
        suggestions: [
          suggestCall('graph_conflict_show', { conflict_id: conflict.id }, 'See what was decided'),
        ],
      });
    }
    const applied = input.resolution === 'use_from';
    const kept = applied || (await tx.journal.withKey(keptKey(conflict, sha256)));
    await tx.append([
      ...(applied ? [theirState(conflict)] : []),
      {
        type: 'graph_conflict_resolved',
        entity: conflict.id,
        ...(kept ? {} : { key: keptKey(conflict, sha256) }),
        payload: { id: conflict.id, resolution: input.resolution },
      },
    ]);
    return answer({ conflict_id: conflict.id, status: 'resolved', applied });
  },
});

function theirState({ id, kind, key, from, into, doc, theirs }: Conflict): EventDraft {
  const state = theirs?.node ?? theirs?.edge;
  const version = { kind, key, ...(state ? { state } : {}) };
  return broughtOver(
    { branch: into, doc },
    version,
    { branch: from, seq: theirs?.seq ?? 0 },
    id,
    sha256,
  );
}
